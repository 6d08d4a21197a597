package dev.ordinal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.PodView;
import dev.ordinal.model.SetKey;
import dev.ordinal.model.View;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Snapshot.Failure;
import dev.ordinal.run.ask.Outcome;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// What is known after the API server's store was restored from a backup.
class RestoredStoreTest {
  private static final SetKey WEB = new SetKey("shop", "web");
  private final Store<PodView> store = new Store<>(_ -> {});
  private final Engine engine = new Engine();

  @Test
  void ghostsWithNewerVersionsGo() {
    store.listed(List.of(Views.pod("web-0", "a", 5)), 6);
    store.changed(Views.pod("web-1", "b", 90));
    store.applyReply(Views.pod("web-2", "c", 95));
    store.restored(List.of(Views.pod("web-0", "a", 5)), 40);

    assertThat(store.all()).extracting(PodView::name).containsExactly("web-0");
  }

  @Test
  void deletedObjectsAreBack() {
    store.listed(List.of(Views.pod("web-0", "a", 5), Views.pod("web-1", "b", 6)), 7);
    store.deleted(Views.pod("web-0", "a", 80));
    store.markDeleted("b");
    store.reached(100);
    store.restored(List.of(Views.pod("web-0", "a", 5), Views.pod("web-1", "b", 6)), 40);

    assertThat(store.all()).extracting(PodView::name).containsExactly("web-0", "web-1");
  }

  @Test
  void newsGoesOnFromTheVersionThatWasRestored() {
    store.listed(List.of(Views.pod("web-0", "a", 5)), 6);
    store.changed(Views.pod("web-0", "a", 90));
    store.restored(List.of(Views.pod("web-0", "a", 5)), 40);
    store.changed(Views.pod("web-0", "a", 41));
    store.changed(Views.pod("web-1", "b", 42));

    assertThat(store.all()).extracting(view -> view.meta().version()).containsExactly(41L, 42L);
  }

  /// The store has caught up with the versions that were known, so that only its content tells.
  @Test
  void listIsTheTruthAtItsVersion() {
    store.listed(List.of(Views.pod("web-0", "a", 5), Views.pod("web-1", "b", 6)), 7);
    store.changed(Views.pod("web-0", "a", 90));
    store.deleted(Views.pod("web-1", "b", 91));
    store.listed(List.of(Views.pod("web-0", "a", 5), Views.pod("web-1", "b", 6)), 120);

    assertThat(store.all()).extracting(view -> view.meta().version()).containsExactly(5L, 6L);
  }

  @Test
  void listThatIsOlderThanWhatIsKnownIsNot() {
    store.listed(List.of(Views.pod("web-0", "a", 5), Views.pod("web-1", "b", 6)), 7);
    store.changed(Views.pod("web-0", "a", 90));
    store.deleted(Views.pod("web-1", "b", 91));
    store.listed(List.of(Views.pod("web-0", "a", 5), Views.pod("web-1", "b", 6)), 89);

    assertThat(store.all()).extracting(view -> view.meta().version()).containsExactly(90L);
  }

  private void list() {
    engine.sets().listed(List.of(Views.set("replicas=2")), 90);
    engine.pods().listed(List.of(Views.pod("web-0", "a", 80)), 90);
    engine.claims().listed(List.of(), 90);
    engine.revisions().listed(List.of(), 90);
    engine.classes().listed(List.of(), 90);
  }

  /// Pods of one history must not be judged by a set of another.
  @Test
  void nothingIsDecidedUntilEveryKindHasBeenListedAgain() {
    list();
    assertThat(engine.take(Views.NOW)).contains(WEB);
    engine.release(WEB, Optional.empty());
    engine.pods().restored(List.of(), 40);
    assertThat(engine.pods().isListed()).isTrue();
    assertThat(engine.sets().isListed()).isFalse();
    assertThat(engine.take(Views.NOW)).isEmpty();

    engine.claims().restored(List.of(), 40);
    engine.revisions().listed(List.of(), 40);
    engine.classes().listed(List.of(), 40);
    assertThat(engine.take(Views.NOW)).isEmpty();

    engine.sets().listed(List.of(Views.set("replicas=2")), 40);
    assertThat(engine.pods().isListed()).isTrue();
    assertThat(engine.take(Views.NOW)).contains(WEB);
    assertThat(engine.snapshot(WEB, Views.NOW).orElseThrow().pods()).isEmpty();
  }

  @Test
  void failuresOfTheOtherHistoryAreForgotten() {
    list();
    var delete = new Action.DeletePod("web-0", "a", OptionalLong.empty(), Action.Cause.UPDATE);
    engine.acted(WEB, delete, new Outcome.Unreachable("timeout", true), Views.NOW);
    engine.pods().restored(List.of(), 40);

    assertThat(engine.unconfirmedWrites(WEB)).isEmpty();
  }

  private static final Action PATCH =
      new Action.PatchPod("web-0", Action.Purpose.UPDATE, Json.EMPTY);

  private List<Failure> failuresAfter(long... versions) {
    list();
    engine.snapshot(WEB, Views.NOW);
    for (var version : versions) {
      var reply = Optional.<View>of(Views.pod("web-0", "a", version));
      engine.acted(WEB, PATCH, new Outcome.Done(reply), Views.NOW);
    }
    return engine.snapshot(WEB, Views.NOW).orElseThrow().findings().failures();
  }

  /// Until the restore is noticed each plan starts from the newer state that is known, and asks for
  /// the same again.
  @Test
  void writeWhoseReplyIsOlderThanWhatIsKnownIsRepeatedWithAPause() {
    assertThat(failuresAfter(41, 42))
        .containsExactly(
            new Failure(
                "Update",
                "web-0",
                "the API server answers with an older state than it has shown before",
                Views.NOW.plusMillis(100)));
  }

  @Test
  void pauseGrows() {
    assertThat(failuresAfter(41, 42, 43, 44))
        .extracting(Failure::retryAt)
        .containsExactly(Views.NOW.plusMillis(400));
  }

  /// The watch may have been faster than the reply, with the write of another client.
  @Test
  void oneReplyThatIsLateIsNoFailure() {
    assertThat(failuresAfter(79)).isEmpty();
  }

  @Test
  void replyThatIsNewEndsIt() {
    assertThat(failuresAfter(41, 42, 91)).isEmpty();
    assertThat(failuresAfter(41, 91, 42)).isEmpty();
  }

  /// Its reader has not heard yet that another kind was restored.
  @Test
  void lateEventOfTheOldHistoryLeavesNothingBehind() {
    engine.pods().listed(List.of(), 90);
    engine.sets().listed(List.of(), 90);
    engine.sets().restored(List.of(Views.set("replicas=1")), 40);
    engine.pods().changed(Views.pod("web-1", "b", 95));
    engine.pods().listed(List.of(), 41);
    engine.pods().changed(Views.pod("web-0", "a", 42));

    assertThat(engine.snapshot(WEB, Views.NOW).orElseThrow().pods())
        .extracting(PodView::name)
        .containsExactly("web-0");
  }
}
