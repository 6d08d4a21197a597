package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.OnCluster;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What Kruise's documentation says about the pace and the order of updates.
@OnCluster
class GuideUpdateIT {
  private final Guide guide;

  GuideUpdateIT(Cluster home, @TempDir Path folder) {
    this.guide = Guide.open(home, folder);
  }

  @AfterEach
  void close() {
    guide.close();
  }

  @Test
  void twentyPercentOfFivePodsAreUpdatedAtATime() {
    guide.bringUp("max-unavailable.yaml");
    try (var scenario = guide.scenario()) {
      guide.updateImage();
      guide.realm().awaitReady("sample");
      scenario.catchUp();

      assertThat(scenario.mostDown()).isOne();
      assertThat(scenario.lines("going"))
          .containsExactly("sample-4", "sample-3", "sample-2", "sample-1", "sample-0");
    }
  }

  /// New pods are not ready before the test says so.
  @Test
  void canaryComesFirstThenThreeTogetherAndTheLastAsSoonAsOneOfThemIsDone() {
    guide.bringUp("max-unavailable.yaml");
    try (var scenario = guide.scenario()) {
      guide.mergeRolling("{\"maxUnavailable\":3,\"partition\":4}");
      guide.merge(
          "{\"spec\":{\"template\":{\"metadata\":{\"annotations\":"
              + "{\"sim.ordinal.dev/ready\":\"false\"}}}}}");
      awaitCreated(scenario, "sample-4");
      guide.annotate("sample-4", "sim.ordinal.dev/ready=true");
      awaitUpdatedReady(1);
      scenario.catchUp();
      assertThat(scenario.lines("going")).containsExactly("sample-4");

      guide.mergeRolling("{\"partition\":0}");
      awaitCreated(scenario, "sample-4", "sample-3", "sample-2", "sample-1");
      assertThat(scenario.lines("going")).doesNotContain("sample-0");
      assertThat(scenario.lines("ready")).containsExactly("sample-4");

      guide.annotate("sample-2", "sim.ordinal.dev/ready=true");
      awaitCreated(scenario, "sample-4", "sample-3", "sample-2", "sample-1", "sample-0");
      assertThat(scenario.lines("ready")).containsExactly("sample-4", "sample-2");

      Stream.of("sample-0", "sample-1", "sample-3")
          .forEach(pod -> guide.annotate(pod, "sim.ordinal.dev/ready=true"));
      guide.realm().awaitReady("sample");
      scenario.catchUp();
      assertThat(scenario.mostDown()).isEqualTo(3);
      assertThat(scenario.lines("going")).hasSize(5).startsWith("sample-4").endsWith("sample-0");
    }
  }

  @Test
  void heavierPodsAreUpdatedFirst() {
    guide.bringUp("weight-priority.yaml");
    guide.label("sample-0", "test-key=bar");
    guide.label("sample-2", "test-key=foo");

    assertThat(orderOfUpdate()).containsExactly("sample-2", "sample-0", "sample-3", "sample-1");
  }

  @Test
  void podsAreUpdatedByTheNumberInTheirLabel() {
    guide.bringUp("order-priority.yaml");
    guide.label("sample-0", "some-label-key=7");
    guide.label("sample-1", "some-label-key=sts-10");
    guide.label("sample-2", "some-label-key=5");

    assertThat(orderOfUpdate()).containsExactly("sample-1", "sample-0", "sample-2");
  }

  @Test
  void pausedSetKeepsItsReplicasAndUpdatesNothing() {
    guide.bringUp("paused.yaml");
    var before = guide.pods();

    guide.updateImage();
    guide.merge("{\"spec\":{\"replicas\":5}}");
    guide.awaitPods("sample-0", "sample-1", "sample-2", "sample-3", "sample-4");
    assertThat(guide.pods()).containsAllEntriesOf(before);
    guide.cluster().kubectl("delete", "pod", "sample-4");
    guide.awaitPods("sample-0", "sample-1", "sample-2", "sample-3", "sample-4");
    guide.merge("{\"spec\":{\"replicas\":3}}");
    guide.awaitPods("sample-0", "sample-1", "sample-2");
    assertThat(guide.pods()).isEqualTo(before);
    assertThat(images()).containsExactly("nginx:alpine");

    guide.mergeRolling("{\"paused\":false}");
    guide.realm().awaitReady("sample");
    assertThat(images()).containsExactly(Guide.NEW_IMAGE);
  }

  private List<String> orderOfUpdate() {
    try (var scenario = guide.scenario()) {
      guide.updateImage();
      guide.realm().awaitReady("sample");
      assertThat(images()).containsExactly(Guide.NEW_IMAGE);
      scenario.catchUp();
      return scenario.lines("going");
    }
  }

  private Set<String> images() {
    return Set.copyOf(guide.pods().keySet().stream().map(guide::image).toList());
  }

  /// New pods of exactly these names, since the recording began.
  private void awaitCreated(PodHistory scenario, String... names) {
    guide
        .realm()
        .await(
            "new pods " + String.join(", ", names),
            () -> Set.copyOf(scenario.lines("created")).equals(Set.of(names)));
  }

  private void awaitUpdatedReady(int pods) {
    guide
        .realm()
        .await(
            pods + " updated and ready",
            () ->
                guide
                    .realm()
                    .status("sample", "updatedReadyReplicas")
                    .equals(Integer.toString(pods)));
  }
}
