package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.rig.Audit;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.OnCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What Kruise's documentation says about updates in place.
@OnCluster
class GuideInPlaceIT {
  private final Guide guide;

  GuideInPlaceIT(Cluster home, @TempDir Path folder) {
    this.guide = Guide.open(home, folder);
  }

  @AfterEach
  void close() {
    guide.close();
  }

  @Test
  void imageChangesAndThePodStaysWhereItIs() {
    guide.bringUp("in-place.yaml");
    var before = guide.places();
    try (var scenario = guide.scenario()) {
      guide.updateImage();
      guide.realm().awaitReady("sample");
      scenario.catchUp();

      assertThat(guide.places()).isEqualTo(before);
      assertThat(scenario.lines("image"))
          .containsExactlyInAnyOrder(
              "sample-0 " + Guide.NEW_IMAGE,
              "sample-1 " + Guide.NEW_IMAGE,
              "sample-2 " + Guide.NEW_IMAGE);
      assertThat(scenario.lines("unready"))
          .containsExactlyInAnyOrder("sample-0", "sample-1", "sample-2");
      assertThat(scenario.mostDown()).isBetween(1, 2);
    }
  }

  @Test
  void podIsOutOfServiceForTheGracePeriodBeforeItsImageChanges() {
    guide.bringUp("grace-period.yaml");
    var before = guide.places();
    try (var scenario = guide.scenario()) {
      guide.updateImage();
      guide.realm().awaitReady("sample");
      scenario.catchUp();

      assertThat(guide.places()).isEqualTo(before);
      assertThat(scenario.mostDown()).isOne();
      assertThat(scenario.lines().stream().filter(line -> !line.startsWith("state ")))
          .containsExactly(
              "unready sample-1",
              "image sample-1 " + Guide.NEW_IMAGE,
              "ready sample-1",
              "unready sample-0",
              "image sample-0 " + Guide.NEW_IMAGE,
              "ready sample-0");
    }
    for (var pod : before.keySet()) {
      assertThat(Duration.between(outOfService(pod), imageChange(pod)))
          .isBetween(Duration.ofSeconds(10), Duration.ofSeconds(60));
    }
  }

  /// When the controller first wrote the pod's status after the update began.
  private Instant outOfService(String pod) {
    var begin = guide.cluster().audit().named("sample").writes().of("statefulsets").entries();
    var update = begin.stream().filter(entry -> entry.verb().equals("patch"));
    var since = update.filter(entry -> entry.user().equals("admin")).findFirst().orElseThrow().at();
    return guide.realm().writes("patch", "pods", "sample").stream()
        .filter(entry -> entry.name().equals(pod) && entry.subresource().equals("status"))
        .map(Audit.Entry::at)
        .filter(at -> at.isAfter(since))
        .findFirst()
        .orElseThrow();
  }

  /// The controller's last write to the pod itself.
  private Instant imageChange(String pod) {
    return guide.realm().writes("patch", "pods", "sample").stream()
        .filter(entry -> entry.name().equals(pod) && entry.subresource().isEmpty())
        .map(Audit.Entry::at)
        .reduce((_, later) -> later)
        .orElseThrow();
  }

  @Test
  void changeThatNeedsANewPodReplacesItIfThatIsAllowed() {
    guide.bringUp("in-place.yaml");
    var before = guide.pods();

    addVariable();
    guide.realm().awaitReady("sample");

    assertThat(guide.pods().values()).doesNotContainAnyElementsOf(before.values());
  }

  @Test
  void changeThatNeedsANewPodIsHeldBackIfItIsNot() {
    guide.cluster().apply(Guide.read("in-place.yaml").replace("InPlaceIfPossible", "InPlaceOnly"));
    guide.realm().awaitReady("sample");
    var before = guide.places();

    addVariable();
    guide
        .realm()
        .await(
            "a reason",
            () ->
                guide
                    .realm()
                    .condition("sample", "Ready")
                    .filter(ready -> ready.text("reason").equals("InPlaceImpossible"))
                    .isPresent());

    assertThat(guide.places()).isEqualTo(before);
    assertThat(guide.realm().condition("sample", "Ready").orElseThrow().text("message"))
        .contains("env");
  }

  private void addVariable() {
    var patch =
        """
        [{"op": "add", "path": "/spec/template/spec/containers/0/env", \
        "value": [{"name": "A", "value": "b"}]}]""";
    guide.cluster().kubectl("patch", "asts", "sample", "--type=json", "-p=" + patch);
  }
}
