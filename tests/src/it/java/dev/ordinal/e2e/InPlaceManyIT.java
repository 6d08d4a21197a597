package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.rig.Audit;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.OnCluster;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The cost of an in-place update of many pods, counted in the API server's own log, and its effect
/// on clients of the pods.
@Isolated("counts what is written per second")
@OnCluster
class InPlaceManyIT {
  private final Cluster cluster;
  @TempDir private Path folder;
  private Realm realm;

  InPlaceManyIT(Cluster cluster) {
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

  /// Three writes are the floor: gate closed, image with revision and state, gate opened. A grace
  /// period costs one more. The set's own status is counted.
  @ParameterizedTest(name = "grace period of {0} s")
  @CsvSource({"0, 3.1", "1, 4.1"})
  void twoHundredPodsCostLittleAndStayInService(int grace, double limit) {
    var name = "many" + grace;
    cluster.apply(set(name, 200, "app:1", grace));
    realm.awaitUpdated(name, 200);
    var before = places(name);
    var start = realm.writes().size();

    try (var census = Census.take(cluster, name)) {
      cluster.apply(set(name, 200, "app:2", grace));
      realm.awaitUpdated(name, 200);
      assertThat(census.mostUnready()).as("most pods unready at once").isBetween(2, 40);
    }

    var writes = realm.writes().stream().skip(start).toList();
    assertThat(writes.size() / 200.0).as("writes per pod").isLessThanOrEqualTo(limit);
    assertThat(conflicts(writes)).as("conflicts").isLessThanOrEqualTo(writes.size() / 100);
    assertThat(places(name)).isEqualTo(before);
    cluster.kubectl("delete", "asts", name, "--wait=false");
  }

  @Test
  void labelsOfAHundredPodsCostOneWriteEachAndNothingElse() {
    cluster.apply(set("named", 100, "app:1", 0));
    realm.awaitUpdated("named", 100);
    var before = places("named");
    var start = realm.writes().size();

    try (var census = Census.take(cluster, "named")) {
      cluster.kubectl(
          "patch",
          "asts",
          "named",
          "--type=merge",
          "-p",
          "{\"spec\":{\"template\":{\"metadata\":{\"labels\":{\"tier\":\"gold\"}}}}}");
      realm.awaitUpdated("named", 100);
      assertThat(census.mostUnready()).isZero();
    }

    var pods = realm.writes().stream().skip(start).filter(write -> write.resource().equals("pods"));
    assertThat(pods.map(Audit.Entry::toString).toList())
        .hasSize(100)
        .allMatch(write -> write.matches("patch pods named-\\d+ 200"));
    assertThat(places("named")).isEqualTo(before);
    cluster.kubectl("delete", "asts", "named", "--wait=false");
  }

  private static long conflicts(List<Audit.Entry> writes) {
    return writes.stream().filter(write -> write.code() == 409).count();
  }

  /// Which pod runs where, with its uid.
  private Map<String, String> places(String set) {
    var places = new TreeMap<String, String>();
    for (var pod : cluster.list("api/v1", "pods")) {
      var metadata = pod.object("metadata");
      if (metadata.object("labels").text("app").equals(set)) {
        places.put(
            metadata.text("name"), metadata.text("uid") + pod.object("spec").text("nodeName"));
      }
    }
    return places;
  }

  private static String set(String name, int replicas, String image, int grace) {
    var strategy =
        """
        podManagementPolicy: Parallel
          updateStrategy:
            rollingUpdate:
              podUpdatePolicy: InPlaceIfPossible
              maxUnavailable: "20%%"
              inPlaceUpdateStrategy: {gracePeriodSeconds: %d}"""
            .formatted(grace);
    var pod =
        """
        {readinessGates: [{conditionType: InPlaceUpdateReady}], \
        containers: [{name: app, image: "%s"}]}"""
            .formatted(image);
    return Realm.manifest(name, replicas, strategy, pod);
  }
}
