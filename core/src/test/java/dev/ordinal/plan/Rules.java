package dev.ordinal.plan;

import dev.ordinal.model.FeatureGate;
import dev.ordinal.model.SetSpec;
import dev.ordinal.model.SetSpec.ClaimTemplate;
import dev.ordinal.model.SetSpec.ClaimUpdate;
import dev.ordinal.model.SetSpec.Lifecycle;
import dev.ordinal.model.SetSpec.PodManagement;
import dev.ordinal.model.SetSpec.Retention;
import dev.ordinal.model.UpdateStrategy;
import dev.ordinal.model.UpdateStrategy.InPlace;
import dev.ordinal.model.UpdateStrategy.PodUpdate;
import dev.ordinal.model.UpdateStrategy.Priority;
import dev.ordinal.model.UpdateStrategy.Weight;
import dev.ordinal.model.common.Selector;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.life.Hook;
import dev.ordinal.model.number.Amount;
import dev.ordinal.model.number.IntRange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The rules of a picture as a spec: `replicas=3 parallel start=2 reserved=1,3-5 claims=data
/// minReady=10 deadline=60 template=v2 revisions=v1,v2 max=2 partition=1 paused onDelete
/// history=3 scaleMax=2 grace=10 weights=zone:a:50 orderKeys=rank unordered preDelete=drain
/// inPlaceHook=drain,+guard! preNormal=warm`.
///
/// `off=PodIndexLabel` names feature gates that are switched off, `on=…` others that are on; with
/// `ahead` images are pulled ahead, and `jobs=v2-main` do so already; `asked=v2` names revisions
/// for which that has been done. `aheadParallelism=50% aheadTimeout=60 aheadMin=2` are its fields,
/// `note.parallelism=3` and so on its annotations.
///
/// `current=v1` is the revision at which the set was last well; `new=log` names claims that the
/// pods do not have yet, `old=log` claims that they have and no template asks for. Claims grow with
/// `grow`; with `hiddenClasses` we may not read StorageClasses.
///
/// `deleting` and `fault=…` are states of the set. The API server has accepted the template, unless
/// it is `unchecked`, `refused`, or `refusedBefore` (and to be asked again); `malformed` says
/// that it could not even be read. It refuses to resize
/// the pods of `noResize=web-0`, in a dry run; `web-0:due` is to be asked about again, and
/// `web-0:ever` was refused when it was really resized.
public record Rules(Map<String, String> given) {

  public static Rules parse(String text) {
    var given = new TreeMap<String, String>();
    for (var word : text.split(" ")) {
      var parts = word.split("=", 2);
      given.put(parts[0], parts.length > 1 ? parts[1] : "");
    }
    return new Rules(given);
  }

  public SetSpec spec() {
    return new SetSpec(
        number("replicas", 1),
        number("start", 0),
        list("reserved").stream().map(Rules::range).toList(),
        new Selector(new TreeMap<>(Map.of("app", "web")), List.of()),
        template(image()),
        list("claims").stream().map(Rules::claimTemplate).toList(),
        given.getOrDefault("service", "web"),
        given.containsKey("parallel") ? PodManagement.PARALLEL : PodManagement.ORDERED_READY,
        update(),
        number("history", 10),
        Duration.ofSeconds(number("minReady", 0)),
        new Retention(given.containsKey("deleteWithSet"), given.containsKey("deleteWhenScaled")),
        new Lifecycle(hook("preDelete"), hook("inPlaceHook"), hook("preNormal")),
        has("scaleMax") ? Optional.of(amount("scaleMax")) : Optional.empty(),
        has("grow") ? ClaimUpdate.ON_POD_ROLLING_UPDATE : ClaimUpdate.ON_DELETE,
        Duration.ofSeconds(number("deadline", 600)),
        gates());
  }

  private Set<FeatureGate> gates() {
    return Stream.of(FeatureGate.values())
        .filter(gate -> FeatureGate.defaults().contains(gate) || isAskedFor(gate))
        .filter(gate -> !list("off").contains(gate.label()))
        .collect(Collectors.toSet());
  }

  private boolean isAskedFor(FeatureGate gate) {
    return list("on").contains(gate.label())
        || (gate == FeatureGate.IMAGE_PREDOWNLOAD && has("ahead"));
  }

  private UpdateStrategy update() {
    if (given.containsKey("onDelete")) {
      return new UpdateStrategy.OnDelete();
    }
    return new UpdateStrategy.Rolling(
        number("partition", 0),
        amount("max"),
        podUpdate(),
        given.containsKey("paused"),
        unordered(),
        new InPlace(
            Duration.ofSeconds(number("grace", 0)),
            has("aheadParallelism") ? Optional.of(amount("aheadParallelism")) : Optional.empty(),
            has("aheadTimeout")
                ? Optional.of(Duration.ofSeconds(number("aheadTimeout", 0)))
                : Optional.empty(),
            has("aheadMin") ? Optional.of(number("aheadMin", 0)) : Optional.empty()));
  }

  private Optional<Priority> unordered() {
    var weights = list("weights").stream().map(Rules::weight).toList();
    return has("unordered") || has("weights") || has("orderKeys")
        ? Optional.of(new Priority(weights, list("orderKeys")))
        : Optional.empty();
  }

  private static Weight weight(String text) {
    var part = text.split(":");
    var selector = new Selector(new TreeMap<>(Map.of(part[0], part[1])), List.of());
    return new Weight(Integer.parseInt(part[2]), selector);
  }

  /// `drain` is the label `drain=true`, `+guard` a finalizer; with a `!` pods are marked not ready.
  private Optional<Hook> hook(String name) {
    if (!has(name)) {
      return Optional.empty();
    }
    var labels = new TreeMap<String, String>();
    var finalizers = new ArrayList<String>();
    for (var word : list(name)) {
      var plain = word.replace("!", "").replace("+", "");
      if (word.startsWith("+")) {
        finalizers.add(plain);
      } else {
        labels.put(plain, "true");
      }
    }
    return Optional.of(new Hook(labels, finalizers, given.getOrDefault(name, "").contains("!")));
  }

  /// Pods that a hook may mark not ready carry the gate for it.
  boolean marks() {
    return (given.getOrDefault("preDelete", "") + given.getOrDefault("inPlaceHook", ""))
            .contains("!")
        && !has("ungated");
  }

  private Amount amount(String name) {
    var text = given.getOrDefault(name, "1");
    return text.endsWith("%")
        ? new Amount.Percent(Integer.parseInt(text.substring(0, text.length() - 1)))
        : new Amount.Count(Integer.parseInt(text));
  }

  private PodUpdate podUpdate() {
    if (has("inPlaceOnly")) {
      return PodUpdate.IN_PLACE_ONLY;
    }
    return has("inPlace") ? PodUpdate.IN_PLACE_IF_POSSIBLE : PodUpdate.RECREATE;
  }

  /// Pods that may be updated in place carry the gate for it.
  boolean hasGate() {
    return has("inPlace") || has("inPlaceOnly");
  }

  /// The newest template, by its image.
  String image() {
    return given.getOrDefault("template", "v1");
  }

  boolean has(String word) {
    return given.containsKey(word);
  }

  List<String> revisions() {
    var named = list("revisions");
    return named.isEmpty() && !has("noRevision") ? List.of(image()) : named;
  }

  Optional<Instant> deleted() {
    return given.containsKey("deleting") ? Optional.of(Picture.NOW) : Optional.empty();
  }

  SortedMap<String, String> annotations() {
    var found = new TreeMap<String, String>();
    given.forEach(
        (word, value) -> {
          if (word.startsWith("note.")) {
            found.put("apps.kruise.io/image-predownload-" + word.substring(5), value);
          }
        });
    return found;
  }

  List<String> faults() {
    return list("fault");
  }

  /// `v1@2` is image `v1` with two processors; `v1@2!` restarts to have them.
  static Json.Obj template(String image) {
    var part = image.split("@");
    var container = Json.of("name", Json.of("main")).with("image", Json.of(part[0]));
    if (part.length > 1) {
      var requests = Json.of("requests", Json.of("cpu", Json.of(part[1].replace("!", ""))));
      container = container.with("resources", requests);
    }
    if (image.endsWith("!")) {
      var policy =
          Json.of("resourceName", Json.of("cpu"))
              .with("restartPolicy", Json.of("RestartContainer"));
      container = container.with("resizePolicy", Json.of(List.of(policy)));
    }
    return Json.of("metadata", Json.of("labels", Json.of("app", Json.of("web"))))
        .with("spec", Json.of("containers", Json.of(List.of(container))));
  }

  /// The names of the claim templates.
  List<String> claims() {
    return list("claims").stream().map(claim -> claim.split(":")[0]).toList();
  }

  /// `data`, or with a size `data:2Gi`, a class `data:2Gi:fast` and a mode.
  private static ClaimTemplate claimTemplate(String text) {
    var part = text.split(":", -1);
    var spec = Json.EMPTY;
    if (part.length > 1) {
      var requests = Json.of("requests", Json.of("storage", Json.of(part[1])));
      spec = spec.with("resources", requests);
    }
    if (part.length > 2) {
      spec = spec.with("storageClassName", Json.of(part[2]));
    }
    if (part.length > 3) {
      spec = spec.with("accessModes", Json.of(List.of(Json.of(part[3]))));
    }
    var metadata = Json.of("metadata", Json.of("name", Json.of(part[0])));
    return new ClaimTemplate(part[0], part.length > 1 ? metadata.with("spec", spec) : metadata);
  }

  private static IntRange range(String text) {
    var ends = text.split("-");
    return new IntRange(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]));
  }

  private int number(String name, int otherwise) {
    return given.containsKey(name) ? Integer.parseInt(given.get(name)) : otherwise;
  }

  List<String> list(String name) {
    return Stream.of(given.getOrDefault(name, "").split(","))
        .filter(word -> !word.isEmpty())
        .toList();
  }
}
