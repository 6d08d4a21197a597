package dev.ordinal.cli.tour;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.local.serve.YamlText;
import dev.ordinal.model.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Predicate;

/// The steps of a tour: each method prints a command, carries it out, and prints the output that
/// kubectl would.
final class TourSteps {
  private static final String SETS = "/apis/apps.kruise.io/v1beta1/namespaces/default/statefulsets";
  private static final String PODS = "/api/v1/namespaces/default/pods";
  private static final String OURS = "labelSelector=app%3Dtour";
  private static final String MERGE = "application/merge-patch+json";

  private final TourClient client;
  private final Narrator narrator;

  TourSteps(TourClient client, Narrator narrator) {
    this.client = client;
    this.narrator = narrator;
  }

  void create() {
    narrator.type("kubectl create -f examples/tour.yaml");
    for (var text : manifest().split("(?m)^---$")) {
      var object = parsed(YamlText.toJson(text));
      var isSet = object.text("kind").equals("StatefulSet");
      client.create(isSet ? SETS : "/api/v1/namespaces/default/services", object);
      narrator.show(isSet ? "statefulset.apps.kruise.io/tour created" : "service/tour created");
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
    narrator.type("kubectl scale asts tour --replicas=" + replicas);
    client.patch(SETS + "/tour", MERGE, parsed("{\"spec\":{\"replicas\":%d}}".formatted(replicas)));
    narrator.show("statefulset.apps.kruise.io/tour scaled");
  }

  void merge(String patch) {
    narrator.type("kubectl patch asts tour --type=merge -p '%s'".formatted(patch));
    client.patch(SETS + "/tour", MERGE, parsed(patch));
    narrator.show("statefulset.apps.kruise.io/tour patched");
  }

  void image(String image) {
    var patch =
        "[{\"op\":\"replace\",\"path\":\"/spec/template/spec/containers/0/image\",\"value\":\"%s\"}]"
            .formatted(image);
    narrator.type("kubectl patch asts tour --type=json -p '%s'".formatted(patch));
    client.patch(SETS + "/tour", "application/json-patch+json", value(patch));
    narrator.show("statefulset.apps.kruise.io/tour patched");
  }

  /// Watches the pods until the set has the awaited state.
  void watchUntil(Predicate<Json.Obj> isDone) {
    narrator.typeFast("kubectl get pods -w");
    var list = client.getTable(PODS + "?" + OURS);
    var text = TableText.withRoom();
    text.lines(list).forEach(narrator::show);
    var version = list.object("metadata").text("resourceVersion");
    var last = new String[] {""};
    client.watch(
        PODS + "?watch=1&" + OURS + "&resourceVersion=" + version,
        table -> {
          for (var line : text.lines(table)) {
            // Changes that do not show in the pod's row are left out.
            if (!line.equals(last[0])) {
              narrator.show(line);
            }
            last[0] = line;
          }
        },
        () -> {
          narrator.pause(0);
          return isDone.test(set());
        });
    narrator.pause(2);
  }

  Json.Obj set() {
    return client.get(SETS + "/tour");
  }

  void showSet() {
    narrator.type("kubectl get asts tour");
    new TableText().lines(client.getTable(SETS + "/tour")).forEach(narrator::show);
    narrator.pause(2);
  }

  void showPods() {
    narrator.type("kubectl get pods");
    new TableText().lines(client.getTable(PODS + "?" + OURS)).forEach(narrator::show);
    narrator.pause(2);
  }

  void showImages() {
    narrator.type(
        "kubectl get pods -o custom-columns='NAME:.metadata.name,IMAGE:.spec.containers[0].image'");
    narrator.show("NAME     IMAGE");
    for (var item : client.get(PODS + "?" + OURS).items("items")) {
      var pod = (Json.Obj) item;
      var container = (Json.Obj) pod.object("spec").items("containers").getFirst();
      narrator.show(pod.object("metadata").text("name") + "   " + container.text("image"));
    }
    narrator.pause(2);
  }

  void showWhy() {
    narrator.type(
        "kubectl get asts tour -o jsonpath='{.status.conditions[?(@.type==\"Ready\")].message}'");
    narrator.show(find(set(), "Ready").map(ready -> ready.text("message")).orElse(""));
    narrator.pause(2);
  }

  static Optional<Json.Obj> find(Json.Obj set, String type) {
    return set.object("status").items("conditions").stream()
        .map(Json.Obj.class::cast)
        .filter(condition -> condition.text("type").equals(type))
        .findFirst();
  }
}
