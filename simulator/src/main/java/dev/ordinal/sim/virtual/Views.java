package dev.ordinal.sim.virtual;

import dev.ordinal.api.JobParser;
import dev.ordinal.api.MetaParser;
import dev.ordinal.api.SetParser;
import dev.ordinal.codec.InPlaceParser;
import dev.ordinal.model.ClaimView;
import dev.ordinal.model.ClassView;
import dev.ordinal.model.FeatureGate;
import dev.ordinal.model.InPlaceState;
import dev.ordinal.model.JobView;
import dev.ordinal.model.Json;
import dev.ordinal.model.Meta;
import dev.ordinal.model.NodeView;
import dev.ordinal.model.PodView;
import dev.ordinal.model.PodView.Condition;
import dev.ordinal.model.PodView.Container;
import dev.ordinal.model.PodView.Phase;
import dev.ordinal.model.RevisionView;
import dev.ordinal.model.SetView;
import dev.ordinal.model.life.ContainerState;
import dev.ordinal.model.number.Quantity;
import dev.ordinal.plan.body.Revision;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// What the controller's readers make of an object, made from the tree instead of the bytes.
public final class Views {
  private static final SetParser SETS = new SetParser(FeatureGate.defaults());

  private Views() {}

  public static SetView set(Json.Obj set) {
    return SETS.parse(set);
  }

  public static RevisionView revision(Json.Obj revision) {
    return new RevisionView(
        meta(revision),
        number(revision.find("revision")),
        revision.find("data").orElse(Json.EMPTY));
  }

  static RevisionView template(Json.Obj found) {
    return new RevisionView(meta(found), 0, Revision.payload(found.object("template")));
  }

  public static ClassView storageClass(Json.Obj found) {
    return new ClassView(meta(found), isTrue(found, "allowVolumeExpansion"));
  }

  public static JobView job(Json.Obj job) {
    return JobParser.parse(job);
  }

  public static NodeView node(Json.Obj node) {
    var isReady =
        objects(node.object("status").items("conditions"))
            .anyMatch(
                condition ->
                    condition.text("type").equals("Ready")
                        && condition.text("status").equals("True"));
    return new NodeView(meta(node), isReady);
  }

  public static ClaimView claim(Json.Obj claim) {
    var spec = claim.object("spec");
    var status = claim.object("status");
    return new ClaimView(
        meta(claim),
        status.text("phase"),
        spec.find("storageClassName").map(_ -> spec.text("storageClassName")),
        texts(spec.items("accessModes")),
        spec.object("resources").object("requests").text("storage"),
        status.object("capacity").text("storage"),
        objects(status.items("conditions"))
            .filter(condition -> condition.text("status").equals("True"))
            .map(
                condition ->
                    new ClaimView.Condition(
                        condition.text("type"),
                        MetaParser.time(condition.text("lastTransitionTime"))))
            .toList());
  }

  public static PodView pod(Json.Obj pod) {
    var meta = meta(pod);
    var spec = pod.object("spec");
    var status = pod.object("status");
    var claims = new TreeMap<String, String>();
    objects(spec.items("volumes"))
        .filter(volume -> volume.find("persistentVolumeClaim").isPresent())
        .forEach(
            volume ->
                claims.put(
                    volume.text("name"), volume.object("persistentVolumeClaim").text("claimName")));
    var ready =
        objects(status.items("conditions"))
            .filter(condition -> condition.text("type").equals("KruisePodReady"))
            .findFirst();
    return new PodView(
        meta,
        phase(status.text("phase")),
        spec.text("nodeName"),
        objects(status.items("conditions")).map(Views::condition).toList(),
        containers(pod, "containers"),
        containers(pod, "initContainers"),
        objects(spec.items("readinessGates")).map(gate -> gate.text("conditionType")).toList(),
        claims,
        inPlace(meta),
        ready.map(found -> InPlaceParser.marks(found.text("message"))).orElse(List.of()));
  }

  private static Condition condition(Json.Obj condition) {
    var isTrue = condition.text("status").equals("True");
    var isExplained = Condition.isExplained(condition.text("type"), isTrue);
    return new Condition(
        condition.text("type"),
        isTrue,
        condition.text("reason"),
        isExplained ? condition.text("message") : "",
        MetaParser.time(condition.text("lastTransitionTime")));
  }

  private static List<Container> containers(Json.Obj pod, String kind) {
    return objects(pod.object("spec").items(kind)).map(spec -> container(pod, spec)).toList();
  }

  private static Container container(Json.Obj pod, Json.Obj spec) {
    var status =
        Stream.of("containerStatuses", "initContainerStatuses")
            .flatMap(part -> objects(pod.object("status").items(part)))
            .filter(each -> each.text("name").equals(spec.text("name")))
            .findFirst()
            .orElse(Json.EMPTY);
    var image = spec.text("image");
    var state = state(status.object("state")).about(image);
    return new Container(
        spec.text("name"),
        image,
        status.text("imageID"),
        status.text("containerID"),
        (int) number(status.find("restartCount")),
        isTrue(status, "ready"),
        state.reason(),
        isSized(spec.object("resources"), status.object("resources")),
        status.text("image").equals(image) || status.text("image").equals(image + ":latest"),
        isTrue(status, "ready") ? "" : state.detail(state(status.object("lastState"))));
  }

  private static ContainerState state(Json.Obj state) {
    var waiting = state.object("waiting");
    var terminated = state.object("terminated");
    var exitCode =
        terminated.find("exitCode").map(code -> Long.toString(number(Optional.of(code))));
    return new ContainerState(
        waiting.text("reason") + terminated.text("reason"),
        waiting.text("message") + terminated.text("message"),
        exitCode.orElse(""));
  }

  private static boolean isSized(Json.Obj wanted, Json.Obj given) {
    return given.equals(Json.EMPTY)
        || Stream.of("limits", "requests")
            .allMatch(
                part ->
                    Stream.of("cpu", "memory")
                        .filter(name -> wanted.object(part).find(name).isPresent())
                        .allMatch(
                            name ->
                                Quantity.isSame(
                                    wanted.object(part).text(name),
                                    given.object(part).text(name))));
  }

  private static Optional<InPlaceState> inPlace(Meta meta) {
    return InPlaceParser.parse(
        annotation(meta, "inplace-update-state"), annotation(meta, "inplace-update-grace"));
  }

  private static String annotation(Meta meta, String name) {
    var legacy = meta.annotations().getOrDefault(name, "");
    return meta.annotations().getOrDefault("apps.kruise.io/" + name, legacy);
  }

  private static Phase phase(String text) {
    return text.isEmpty() ? Phase.NONE : Phase.valueOf(text.toUpperCase(Locale.ROOT));
  }

  private static Meta meta(Json.Obj object) {
    return MetaParser.parse(object.object("metadata"));
  }

  private static boolean isTrue(Json.Obj object, String member) {
    return object.find(member).filter(Json.of(true)::equals).isPresent();
  }

  private static long number(Optional<Json> value) {
    return value.isPresent() && value.get() instanceof Json.Num(var literal)
        ? Long.parseLong(literal)
        : 0;
  }

  private static Stream<Json.Obj> objects(List<Json> items) {
    return items.stream().filter(Json.Obj.class::isInstance).map(Json.Obj.class::cast);
  }

  private static List<String> texts(List<Json> items) {
    return items.stream().map(item -> item instanceof Json.Str(var value) ? value : "").toList();
  }
}
