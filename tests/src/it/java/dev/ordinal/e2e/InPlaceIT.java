package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Audit;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.OnCluster;
import dev.ordinal.rig.User;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Pods that change where they run, on the real API server with a kubelet that follows images.
@OnCluster
class InPlaceIT {
  private final Cluster cluster;
  @TempDir private Path folder;
  private Realm realm;

  InPlaceIT(Cluster cluster) {
    this.cluster = cluster;
  }

  @BeforeEach
  void open() {
    realm = Realm.open(cluster, folder);
  }

  @AfterEach
  void close() {
    realm.close();
  }

  @Test
  void imageChangesWhereThePodRunsInThreeWrites() {
    cluster.apply(set("swift", 20, "app:1"));
    realm.awaitUpdated("swift", 20);
    var before = realm.pods("swift");
    var start = writes().size();

    cluster.apply(set("swift", 20, "app:2"));
    realm.awaitUpdated("swift", 20);

    assertThat(realm.pods("swift")).isEqualTo(before);
    assertThat(images("swift")).containsOnly("app:2");
    assertThat(verbs("swift", start))
        .containsEntry("patch pods", 20L)
        .containsEntry("patch pods/status", 40L)
        .doesNotContainKeys("delete pods", "create pods");
  }

  @Test
  void labelsChangeWithOneWriteAndNoRestart() {
    cluster.apply(set("named", 5, "app:1"));
    realm.awaitUpdated("named", 5);
    var before = realm.pods("named");
    var start = writes().size();

    cluster.kubectl(
        "patch",
        "asts",
        "named",
        "--type=merge",
        "-p",
        "{\"spec\":{\"template\":{\"metadata\":{\"labels\":{\"app\":\"named\",\"tier\":\"gold\"}}}}}");
    cluster.await(
        "the new label everywhere",
        () ->
            cluster
                    .kubectl("get", "pods", "-l", "app=named,tier=gold", "--no-headers")
                    .lines()
                    .count()
                == 5);
    realm.awaitUpdated("named", 5);

    assertThat(realm.pods("named")).isEqualTo(before);
    assertThat(verbs("named", start))
        .containsEntry("patch pods", 5L)
        .doesNotContainKeys("patch pods/status", "delete pods", "create pods");
  }

  @Test
  void imageThatDoesNotExistIsTakenBackWithoutLosingAPod() {
    cluster.apply(set("careful", 3, "app:1"));
    realm.awaitUpdated("careful", 3);
    var before = realm.pods("careful");

    cluster.apply(set("careful", 3, "app:missing"));
    cluster.await("a pod in trouble", () -> images("careful").contains("app:missing"));
    cluster.apply(set("careful", 3, "app:1"));
    cluster.await(
        "the old image everywhere",
        Duration.ofMinutes(4),
        () -> images("careful").stream().allMatch("app:1"::equals));
    realm.awaitUpdated("careful", 3);

    assertThat(realm.pods("careful")).isEqualTo(before);
  }

  private List<String> images(String set) {
    return pods(set)
        .map(pod -> (Json.Obj) pod.object("spec").items("containers").getFirst())
        .map(container -> container.text("image"))
        .toList();
  }

  private Stream<Json.Obj> pods(String set) {
    return IntStream.range(0, 100)
        .mapToObj(ordinal -> cluster.findPod(set + "-" + ordinal))
        .takeWhile(Optional::isPresent)
        .flatMap(Optional::stream);
  }

  private List<Audit.Entry> writes() {
    return cluster.audit().by(User.ORDINAL).writes().entries();
  }

  /// How often each verb was used on each resource of the set's pods since then.
  private Map<String, Long> verbs(String set, int since) {
    return writes().stream()
        .skip(since)
        .filter(entry -> entry.name().startsWith(set + "-") && entry.resource().equals("pods"))
        .map(
            entry ->
                entry.verb()
                    + " pods"
                    + (entry.subresource().isEmpty() ? "" : "/" + entry.subresource()))
        .collect(Collectors.groupingBy(verb -> verb, Collectors.counting()));
  }

  private static String set(String name, int replicas, String image) {
    var strategy =
        """
        podManagementPolicy: Parallel
          updateStrategy:
            rollingUpdate: {podUpdatePolicy: InPlaceIfPossible, maxUnavailable: "20%"}""";
    var pod =
        """
        {readinessGates: [{conditionType: InPlaceUpdateReady}], \
        containers: [{name: app, image: "%s"}]}"""
            .formatted(image);
    return Realm.manifest(name, replicas, strategy, pod);
  }
}
