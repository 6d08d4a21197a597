package dev.ordinal.cli.tour;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.local.serve.YamlText;
import dev.ordinal.model.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Predicate;

/// What a tour does with its set: each method types a command, carries it out, and shows what
/// kubectl would.
final class TourSteps {
  private static final String SETS = "/apis/apps.kruise.io/v1beta1/namespaces/default/statefulsets";
  private static final String PODS = "/api/v1/namespaces/default/pods";
  private static final String OURS = "labelSelector=app%3Dtour";
  private static final String MERGE = "application/merge-patch+json";

  private final TourClient guest;
  private final Narrator teller;

  TourSteps(TourClient guest, Narrator teller) {
    this.guest = guest;
    this.teller = teller;
  }

  void create() {
    teller.type("kubectl create -f examples/tour.yaml");
    for (var text : manifest().split("(?m)^---$")) {
      var object = parsed(YamlText.toJson(text));
      var isSet = object.text("kind").equals("StatefulSet");
      guest.create(isSet ? SETS : "/api/v1/namespaces/default/services", object);
      teller.show(isSet ? "statefulset.apps.kruise.io/tour created" : "service/tour created");
    }
  }

  private static String manifest() {
    try (var text = TourSteps.class.getResourceAsStream("/examples/tour.yaml")) {
      if (text == null) {
        throw new IllegalStateException("tour.yaml is missing from the program: build it again");
      }
      return new String(text.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Json.Obj parsed(String json) {
    return Json.of("it", value(json)).object("it");
  }

  private static Json value(String json) {
    try {
      return JsonBytes.read(json.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void scale(int replicas) {
    teller.type("kubectl scale asts tour --replicas=" + replicas);
    guest.patch(SETS + "/tour", MERGE, parsed("{\"spec\":{\"replicas\":%d}}".formatted(replicas)));
    teller.show("statefulset.apps.kruise.io/tour scaled");
  }

  void merge(String patch) {
    teller.type("kubectl patch asts tour --type=merge -p '%s'".formatted(patch));
    guest.patch(SETS + "/tour", MERGE, parsed(patch));
    teller.show("statefulset.apps.kruise.io/tour patched");
  }

  void image(String image) {
    var patch =
        "[{\"op\":\"replace\",\"path\":\"/spec/template/spec/containers/0/image\",\"value\":\"%s\"}]"
            .formatted(image);
    teller.type("kubectl patch asts tour --type=json -p '%s'".formatted(patch));
    guest.patch(SETS + "/tour", "application/json-patch+json", value(patch));
    teller.show("statefulset.apps.kruise.io/tour patched");
  }

  /// Watches the pods until the set is as wanted.
  void watchUntil(Predicate<Json.Obj> isDone) {
    teller.typeFast("kubectl get pods -w");
    var list = guest.getTable(PODS + "?" + OURS);
    var text = TableText.withRoom();
    text.lines(list).forEach(teller::show);
    var version = list.object("metadata").text("resourceVersion");
    var last = new String[] {""};
    guest.watch(
        PODS + "?watch=1&" + OURS + "&resourceVersion=" + version,
        table -> {
          for (var line : text.lines(table)) {
            // Changes of a pod that its row does not tell would only tire.
            if (!line.equals(last[0])) {
              teller.show(line);
            }
            last[0] = line;
          }
        },
        () -> {
          teller.breathe(0);
          return isDone.test(set());
        });
    teller.breathe(2);
  }

  Json.Obj set() {
    return guest.get(SETS + "/tour");
  }

  void showSet() {
    teller.type("kubectl get asts tour");
    new TableText().lines(guest.getTable(SETS + "/tour")).forEach(teller::show);
    teller.breathe(2);
  }

  void showPods() {
    teller.type("kubectl get pods");
    new TableText().lines(guest.getTable(PODS + "?" + OURS)).forEach(teller::show);
    teller.breathe(2);
  }

  void showImages() {
    teller.type(
        "kubectl get pods -o custom-columns='NAME:.metadata.name,IMAGE:.spec.containers[0].image'");
    teller.show("NAME     IMAGE");
    for (var item : guest.get(PODS + "?" + OURS).items("items")) {
      var pod = (Json.Obj) item;
      var container = (Json.Obj) pod.object("spec").items("containers").getFirst();
      teller.show(pod.object("metadata").text("name") + "   " + container.text("image"));
    }
    teller.breathe(2);
  }

  void showWhy() {
    teller.type(
        "kubectl get asts tour -o jsonpath='{.status.conditions[?(@.type==\"Ready\")].message}'");
    teller.show(find(set(), "Ready").map(ready -> ready.text("message")).orElse(""));
    teller.breathe(2);
  }

  static Optional<Json.Obj> find(Json.Obj set, String type) {
    return set.object("status").items("conditions").stream()
        .map(Json.Obj.class::cast)
        .filter(condition -> condition.text("type").equals(type))
        .findFirst();
  }
}
