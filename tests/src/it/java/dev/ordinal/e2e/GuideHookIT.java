package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.OnCluster;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What Kruise's documentation says about deleting chosen pods, and about hooks.
@OnCluster
class GuideHookIT {
  private static final String DELETE = "apps.kruise.io/specified-delete=true";
  private static final String HOOK = "example.io/block-unready";

  private final Guide guide;

  GuideHookIT(Cluster home, @TempDir Path folder) {
    this.guide = Guide.open(home, folder);
  }

  @AfterEach
  void close() {
    guide.close();
  }

  @Test
  void chosenPodsAreRebuiltWithinTheBudget() {
    guide.bringUp("max-unavailable.yaml");
    var before = guide.pods();
    try (var scenario = guide.scenario()) {
      guide.cluster().kubectl("label", "pod", "sample-1", "sample-3", DELETE);
      guide
          .realm()
          .await(
              "both to be ready again",
              () -> scenario.lines("ready").size() == 2 && guide.pods().size() == 5);

      assertThat(scenario.lines("gone")).containsExactlyInAnyOrder("sample-1", "sample-3");
      assertThat(scenario.mostDown()).isOne();
    }
    guide.awaitPods("sample-0", "sample-1", "sample-2", "sample-3", "sample-4");
    before.remove("sample-1");
    before.remove("sample-3");
    assertThat(guide.pods()).containsAllEntriesOf(before);
  }

  @Test
  void chosenPodOfAReservedOrdinalIsNotRebuilt() {
    guide.bringUp("max-unavailable.yaml");

    guide.label("sample-3", DELETE);
    guide.merge("{\"spec\":{\"reserveOrdinals\":[3],\"replicas\":4}}");

    guide.awaitPods("sample-0", "sample-1", "sample-2", "sample-4");
  }

  @Test
  void podIsUpdatedInPlaceWhenItsLabelLetsGo() {
    guide.bringUp("hook-by-label.yaml");
    var before = guide.places();
    try (var scenario = guide.scenario()) {
      guide.updateImage();
      for (var pod : before.reversed().keySet()) {
        guide.awaitState(pod, "PreparingUpdate");
        assertThat(guide.image(pod)).isEqualTo("nginx:alpine");
        guide.label(pod, HOOK + "=false");
        guide.awaitState(pod, "Updated");
        assertThat(guide.image(pod)).isEqualTo(Guide.NEW_IMAGE);
        guide.label(pod, HOOK + "=true");
        guide.awaitState(pod, "Normal");
      }
      guide.realm().awaitReady("sample");
      scenario.catchUp();

      assertThat(guide.places()).isEqualTo(before);
      assertThat(scenario.mostDown()).isOne();
      assertThat(scenario.lines("state"))
          .containsExactly(
              "sample-1 PreparingUpdate",
              "sample-1 Updating",
              "sample-1 Updated",
              "sample-1 Normal",
              "sample-0 PreparingUpdate",
              "sample-0 Updating",
              "sample-0 Updated",
              "sample-0 Normal");
    }
  }

  @Test
  void podIsScaledAwayWhenItsFinalizerLetsGo() {
    guide.bringUp("hook-by-finalizer.yaml");

    guide.merge("{\"spec\":{\"replicas\":2}}");
    guide.awaitState("sample-2", "PreparingDelete");
    assertThat(guide.cluster().pod("sample-2").object("metadata").find("deletionTimestamp"))
        .isEmpty();
    letGo("sample-2");

    guide.awaitPods("sample-0", "sample-1");
    letGo("sample-0");
    letGo("sample-1");
  }

  @Test
  void podThatIsWantedAgainIsKept() {
    guide.bringUp("hook-by-finalizer.yaml");
    var before = guide.pods();

    guide.merge("{\"spec\":{\"replicas\":2}}");
    guide.awaitState("sample-2", "PreparingDelete");
    guide.merge("{\"spec\":{\"replicas\":3}}");
    guide.awaitState("sample-2", "Normal");
    guide.realm().awaitReady("sample");

    assertThat(guide.pods()).isEqualTo(before);
    before.keySet().forEach(this::letGo);
  }

  @Test
  void chosenPodIsDeletedWhenItsFinalizerLetsGo() {
    guide.bringUp("hook-by-finalizer.yaml");
    var before = guide.pods();

    guide.label("sample-1", DELETE);
    guide.awaitState("sample-1", "PreparingDelete");
    letGo("sample-1");
    guide
        .realm()
        .await(
            "a new sample-1",
            () -> !guide.pods().getOrDefault("sample-1", "").equals(before.get("sample-1")));
    guide.awaitPods("sample-0", "sample-1", "sample-2");

    assertThat(guide.pods())
        .containsEntry("sample-0", before.get("sample-0"))
        .containsEntry("sample-2", before.get("sample-2"));
    before.keySet().forEach(this::letGo);
  }

  /// What the program behind the hook does; without it a namespace would never be empty again.
  private void letGo(String pod) {
    guide
        .cluster()
        .kubectl("patch", "pod", pod, "--type=merge", "-p", "{\"metadata\":{\"finalizers\":null}}");
  }
}
