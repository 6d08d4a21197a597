package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Api;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.Kruise;
import dev.ordinal.rig.OnRealCluster;
import dev.ordinal.rig.Rig;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The real kruise-manager is stopped in the middle of its work and Ordinal goes on, and the other
/// way round. Several sets have begun one after the other, so that each is met at another moment.
///
/// `-Dmoments=15` for more sets; each is met once in each direction.
@OnRealCluster("kruise-manager is the other one")
class KruiseHandoverIT {
  private static final int SETS = Integer.getInteger("moments", 6);
  private static final String STATE = "lifecycle.apps.kruise.io/state";

  @TempDir private Path folder;

  /// What is going on in a set: one of three, in turn.
  private enum Work {
    IN_PLACE,
    HOOK,
    SCALE;

    static Work of(int number) {
      return values()[number % values().length];
    }
  }

  private static String name(int number) {
    return "set" + number;
  }

  private static String manifest(int number) {
    var hook =
        Work.of(number) == Work.HOOK
            ? "lifecycle: {inPlaceUpdate: {labelsHandler: {guard: \"yes\"}}}"
            : "";
    return """
        apiVersion: apps.kruise.io/v1beta1
        kind: StatefulSet
        metadata: {name: %1$s}
        spec:
          replicas: 3
          serviceName: %1$s
          podManagementPolicy: %3$s
          selector: {matchLabels: {app: %1$s}}
          updateStrategy: {type: RollingUpdate, rollingUpdate: {podUpdatePolicy: InPlaceIfPossible}}
          %2$s
          template:
            metadata: {labels: {app: %1$s, guard: "yes"}}
            spec:
              readinessGates: [{conditionType: InPlaceUpdateReady}]
              containers: [{name: main, image: "app:1"}]
        """
        .formatted(name(number), hook, number % 2 == 0 ? "OrderedReady" : "Parallel");
  }

  @Test
  void noPodIsReplacedAndNoUpdateDoneTwice() {
    try (var rig = Rig.startBare();
        var kruise = Kruise.install(rig);
        var place = rig.enter("relay")) {
      place.kubectl("apply", "-f", "deploy/crd/apps.kruise.io_statefulsets.yaml");
      numbers().forEach(number -> place.apply(manifest(number)));
      place.await("Kruise's pods", () -> areDone(place, "app:1", 3));
      var before = uids(place);

      beginAll(place, "app:2", 5);
      kruise.stop();
      ignoreWebhooks(place);
      try (var realm = Realm.open(place, folder, "--beside-kruise")) {
        finish(place, "app:2", 5);
        assertUntouched(place, before, "1");

        beginAll(place, "app:3", 7);
        realm.controller().stop();
        kruise.startAgain();
        finish(place, "app:3", 7);
        assertUntouched(place, before, "2");
      }
    }
  }

  private static List<Integer> numbers() {
    return IntStream.range(0, SETS).boxed().toList();
  }

  /// Each set begins when the one before it has.
  private static void beginAll(Cluster place, String image, int replicas) {
    for (var number : numbers()) {
      var patch =
          Work.of(number) == Work.SCALE
              ? "[{\"op\":\"replace\",\"path\":\"/spec/replicas\",\"value\":%d}]"
                  .formatted(replicas)
              : "[{\"op\":\"replace\",\"path\":\"/spec/template/spec/containers/0/image\",\"value\":\"%s\"}]"
                  .formatted(image);
      place.kubectl("patch", "asts", name(number), "--type=json", "-p", patch);
      place.await(name(number) + " to begin", () -> hasBegun(place, number, image, replicas));
    }
  }

  private static boolean hasBegun(Cluster place, int number, String image, int replicas) {
    var pods = pods(place, number);
    return switch (Work.of(number)) {
      case IN_PLACE -> pods.stream().anyMatch(pod -> image(pod).equals(image));
      case HOOK -> pods.stream().anyMatch(pod -> label(pod, STATE).equals("PreparingUpdate"));
      case SCALE -> pods.size() > replicas - 2;
    };
  }

  private static void finish(Cluster place, String image, int replicas) {
    place.await(
        "all to be done with " + image,
        () -> {
          letThrough(place);
          return areDone(place, image, replicas);
        });
  }

  /// What a hook does: it lets a pod go, and takes it back when it has been updated.
  private static void letThrough(Cluster place) {
    for (var number : numbers()) {
      for (var pod : pods(place, number)) {
        var name = pod.object("metadata").text("name");
        switch (label(pod, STATE)) {
          case "PreparingUpdate" -> place.kubectl("label", "pod", name, "guard-", "--overwrite");
          case "Updated" -> place.kubectl("label", "pod", name, "guard=yes", "--overwrite");
          default -> {}
        }
      }
    }
  }

  private static boolean areDone(Cluster place, String image, int replicas) {
    return numbers().stream().allMatch(number -> isDone(place, number, image, replicas));
  }

  private static boolean isDone(Cluster place, int number, String image, int replicas) {
    var isScaled = Work.of(number) == Work.SCALE;
    var pods = pods(place, number);
    return pods.size() == (isScaled ? replicas : 3)
        && pods.stream()
            .allMatch(
                pod ->
                    Cluster.isTrue(pod, "Ready")
                        && (isScaled || image(pod).equals(image))
                        && List.of("", "Normal").contains(label(pod, STATE)));
  }

  /// The containers were restarted once for each new image; the pods are those of the beginning.
  private static void assertUntouched(
      Cluster place, SortedMap<String, String> before, String restarts) {
    assertThat(uids(place)).containsAllEntriesOf(before);
    var expected = new TreeMap<String, String>();
    for (var number : numbers()) {
      for (var pod = 0; pod < 3 && Work.of(number) != Work.SCALE; pod++) {
        expected.put("%s-%d/main".formatted(name(number), pod), restarts);
      }
    }
    assertThat(Inheritance.restarts(place)).isEqualTo(expected);
  }

  private static List<Json.Obj> pods(Cluster place, int number) {
    return place.list("api/v1", "pods").stream()
        .filter(pod -> label(pod, "app").equals(name(number)))
        .toList();
  }

  private static SortedMap<String, String> uids(Cluster place) {
    var found = new TreeMap<String, String>();
    for (var pod : place.list("api/v1", "pods")) {
      found.put(pod.object("metadata").text("name"), pod.object("metadata").text("uid"));
    }
    return found;
  }

  private static String label(Json.Obj pod, String key) {
    return pod.object("metadata").object("labels").text(key);
  }

  private static String image(Json.Obj pod) {
    return ((Json.Obj) pod.object("spec").items("containers").getFirst()).text("image");
  }

  /// Without a server behind them they would fail every change; kruise-manager needs them again.
  private static void ignoreWebhooks(Cluster place) {
    for (var kind : List.of("mutating", "validating")) {
      var path =
          "/apis/admissionregistration.k8s.io/v1/%swebhookconfigurations/kruise-%s-webhook-configuration"
              .formatted(kind, kind);
      var webhooks =
          place.api().find(path).orElseThrow().items("webhooks").stream()
              .map(webhook -> ((Json.Obj) webhook).with("failurePolicy", Json.of("Ignore")))
              .toList();
      Api.required(
          place.api().patch(path, Api.Merge.PLAIN, Json.of("webhooks", Json.of(webhooks))),
          "relaxing the webhooks");
    }
  }
}
