package dev.ordinal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.ClassView;
import dev.ordinal.model.PodView;
import dev.ordinal.model.SetKey;
import dev.ordinal.model.SetStatus;
import dev.ordinal.model.View;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Plan;
import dev.ordinal.plan.Snapshot.Failure;
import dev.ordinal.plan.draw.Sketch;
import dev.ordinal.plan.stage.Planner;
import dev.ordinal.run.ask.Kind;
import dev.ordinal.run.ask.Outcome;
import dev.ordinal.run.ask.UnconfirmedWrite;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EngineTest {
  private static final SetKey WEB = new SetKey("shop", "web");
  private final Engine engine = new Engine();

  @Test
  void nothingIsDecidedBeforeEverythingIsListed() {
    engine.sets().listed(List.of(Views.set("replicas=1")), 0);
    engine.pods().listed(List.of(), 0);
    engine.claims().listed(List.of(), 0);
    assertThat(engine.take(Views.NOW)).isEmpty();

    engine.revisions().listed(List.of(), 0);
    assertThat(engine.take(Views.NOW)).isEmpty();

    engine.classes().listed(List.of(), 0);
    assertThat(engine.take(Views.NOW)).contains(WEB);
  }

  @Test
  void withoutTheRightToReadClassesAllElseGoesOn() {
    engine.sets().listed(List.of(Views.set("replicas=1 claims=data")), 0);
    engine.pods().listed(List.of(), 0);
    engine.claims().listed(List.of(), 0);
    engine.revisions().listed(List.of(), 0);
    engine.makeClassesOptional();

    assertThat(engine.take(Views.NOW)).contains(WEB);
    assertThat(engine.snapshot(WEB, Views.NOW).orElseThrow().classes()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"replicas=1 claims=data", "replicas=1 claims=data grow"})
  void classesAreShownToSetsWithClaimsAndWakeThem(String rules) {
    start(rules);
    drain();
    engine.classes().changed(Views.storageClass("fast", 5));

    assertThat(engine.take(Views.NOW)).contains(WEB);
    assertThat(engine.snapshot(WEB, Views.NOW).orElseThrow().classes().orElseThrow())
        .extracting(ClassView::name)
        .containsExactly("fast");
  }

  @Test
  void otherSetsAreNotBotheredWithClasses() {
    start("replicas=1");
    drain();
    engine.classes().changed(Views.storageClass("fast", 5));

    assertThat(engine.take(Views.NOW)).isEmpty();
    assertThat(engine.snapshot(WEB, Views.NOW).orElseThrow().classes()).contains(List.of());
  }

  @Test
  void ownWriteIsKnownBeforeTheWatchShowsIt() {
    start("replicas=1");
    engine.acted(WEB, create("web-0"), new Outcome.Done(Optional.of(pod("web-0", 7))), Views.NOW);

    assertThat(engine.snapshot(WEB, Views.NOW).orElseThrow().pods())
        .extracting(PodView::name)
        .containsExactly("web-0");
  }

  @Test
  void ownDeleteIsKnownBeforeTheWatchShowsIt() {
    start("replicas=0");
    engine.pods().changed(pod("web-0", 3));
    engine.acted(WEB, delete("web-0"), new Outcome.Done(Optional.empty()), Views.NOW);
    engine.pods().changed(pod("web-0", 4));

    assertThat(engine.snapshot(WEB, Views.NOW).orElseThrow().pods()).isEmpty();
  }

  @Test
  void lostReplyIsLookedUpBeforeTheNextPlan() {
    start("replicas=1");
    engine.acted(WEB, create("web-0"), new Outcome.Unreachable("timeout", true), Views.NOW);
    var unconfirmed = new UnconfirmedWrite(Kind.POD, "web-0");
    assertThat(engine.unconfirmedWrites(WEB)).containsExactly(unconfirmed);

    engine.confirm(WEB, unconfirmed, Optional.<View>of(pod("web-0", 7)));
    assertThat(engine.unconfirmedWrites(WEB)).isEmpty();
    assertThat(engine.snapshot(WEB, Views.NOW).orElseThrow().pods()).hasSize(1);
  }

  @Test
  void doubtfulDeleteThatHappenedIsNoticed() {
    start("replicas=1");
    engine.pods().changed(pod("web-0", 3));
    engine.acted(WEB, delete("web-0"), new Outcome.Unreachable("reset", true), Views.NOW);
    assertThat(engine.unconfirmedWrites(WEB)).hasSize(1);
    engine.confirm(WEB, new UnconfirmedWrite(Kind.POD, "web-0"), Optional.empty());

    assertThat(engine.snapshot(WEB, Views.NOW).orElseThrow().pods()).isEmpty();
  }

  /// The answer "not found" took so long that its subject has come in the meantime.
  @Test
  void lateReplyDoesNotRemoveASuccessor() {
    start("replicas=1");
    engine.acted(WEB, create("web-0"), new Outcome.Unreachable("reset", true), Views.NOW);
    assertThat(engine.unconfirmedWrites(WEB)).hasSize(1);
    engine.pods().changed(pod("web-0", 5));
    engine.confirm(WEB, new UnconfirmedWrite(Kind.POD, "web-0"), Optional.empty());

    assertThat(engine.snapshot(WEB, Views.NOW).orElseThrow().pods()).hasSize(1);
  }

  @Test
  void refusedRequestBacksOffAndIsForgottenOnSuccess() {
    start("replicas=1");
    engine.acted(WEB, create("web-0"), new Outcome.Refused("quota"), Views.NOW);
    assertThat(engine.snapshot(WEB, Views.NOW).orElseThrow().findings().failures())
        .containsExactly(new Failure("Create", "web-0", "quota", Views.NOW.plusMillis(100), true));
    assertThat(engine.nextDue()).contains(Views.NOW.plusMillis(100));

    engine.acted(WEB, create("web-0"), new Outcome.Refused("quota"), Views.NOW);
    assertThat(engine.snapshot(WEB, Views.NOW).orElseThrow().findings().failures())
        .extracting(Failure::retryAt)
        .containsExactly(Views.NOW.plusMillis(200));

    engine.acted(WEB, create("web-0"), new Outcome.Done(Optional.empty()), Views.NOW);
    assertThat(engine.snapshot(WEB, Views.NOW).orElseThrow().findings().failures()).isEmpty();
  }

  /// Times that were remembered lie in the future then, and must not be waited for.
  @Test
  void clockThatIsSetBackDelaysNothing() {
    start("replicas=1");
    drain();
    engine.acted(WEB, create("web-0"), new Outcome.Refused("quota"), Views.NOW);
    engine.acted(WEB, create("web-1"), new Outcome.Unreachable("reset", true), Views.NOW);
    assertThat(engine.take(Views.NOW.minusMillis(900))).isEmpty();

    var hourAgo = Views.NOW.minusSeconds(3600);
    assertThat(engine.take(hourAgo)).contains(WEB);
    assertThat(engine.snapshot(WEB, hourAgo).orElseThrow().findings().failures()).isEmpty();
    assertThat(engine.unconfirmedWrites(WEB)).hasSize(1);
  }

  /// A list that began in an earlier term may not show what the leader before wrote last.
  @Test
  void listBegunBeforeEverythingWasForgottenIsNotTaken() {
    start("replicas=1");
    var pods = engine.pods();
    var before = pods.epoch();
    engine.forgetAll();
    assertThat(pods.listed(List.of(pod("web-0", 3)), 3, before)).isFalse();
    assertThat(pods.isListed()).isFalse();
    assertThat(pods.listed(List.of(), 4, pods.epoch())).isTrue();
    assertThat(pods.isListed()).isTrue();
  }

  @Test
  void backOffIsCapped() {
    start("replicas=1");
    for (var i = 0; i < 50; i++) {
      engine.acted(WEB, create("web-0"), new Outcome.Refused("quota"), Views.NOW);
    }
    assertThat(engine.snapshot(WEB, Views.NOW).orElseThrow().findings().failures())
        .extracting(Failure::retryAt)
        .containsExactly(Views.NOW.plusSeconds(60));
  }

  @Test
  void podWakesItsSetAndNoOther() {
    start("replicas=1");
    drain();
    engine.pods().changed(Views.pod("db-0", "x", 3, "foreign"));
    assertThat(engine.take(Views.NOW)).isEmpty();

    engine.pods().changed(pod("web-0", 4));
    assertThat(engine.take(Views.NOW)).contains(WEB);
  }

  @Test
  void setThatIsGoneIsForgotten() {
    start("replicas=1");
    engine.sets().deleted(Views.set("replicas=1"));

    assertThat(engine.take(Views.NOW)).contains(WEB);
    assertThat(engine.snapshot(WEB, Views.NOW)).isEmpty();
    engine.release(WEB, Optional.empty());
    assertThat(engine.take(Views.NOW)).isEmpty();
  }

  @Test
  void countersThatMoveAreWrittenOnceASecond() {
    start("replicas=3");
    engine.revisions().changed(Views.revision("v1"));
    engine.pods().changed(pod("web-0", 3));
    var first = Planner.plan(engine.snapshot(WEB, Views.NOW).orElseThrow());
    assertThat(engine.statusDue(WEB, first, Views.NOW)).isPresent();
    var seen = Views.set("replicas=3");
    engine.statusWritten(WEB, new Outcome.Done(Optional.of(withStatus(seen, first))), Views.NOW);

    engine.pods().changed(pod("web-1", 5));
    var second = Planner.plan(engine.snapshot(WEB, Views.NOW).orElseThrow());
    assertThat(engine.statusDue(WEB, second, Views.NOW.plusMillis(10))).isEmpty();
    assertThat(engine.nextDue()).contains(Views.NOW.plusSeconds(1));
    assertThat(engine.statusDue(WEB, second, Views.NOW.plusSeconds(1))).contains(second.status());
  }

  @Test
  void turnThatChangedSomethingIsFollowedByAnother() {
    start("replicas=1");
    engine.take(Views.NOW);
    var plan = new Plan<>(List.of(), List.of(), List.of(), SetStatus.NONE, Optional.empty());
    engine.finish(WEB, plan, true);
    assertThat(engine.take(Views.NOW)).contains(WEB);
    engine.finish(WEB, plan, false);
    assertThat(engine.take(Views.NOW)).isEmpty();
  }

  @Test
  void setsThatSelectTheSamePodsAreRivalsUntilOneGoes() {
    start("replicas=1");
    var other = Views.setNamed("db");
    engine.sets().changed(other);
    assertThat(engine.snapshot(WEB, Views.NOW).orElseThrow().overlaps()).containsExactly("db");

    engine.sets().deleted(other);
    assertThat(engine.snapshot(WEB, Views.NOW).orElseThrow().overlaps()).isEmpty();
  }

  @Test
  void firstPlanRecordsTheRevision() {
    start("replicas=1");
    assertThat(Sketch.show(Planner.plan(engine.snapshot(WEB, Views.NOW).orElseThrow())))
        .startsWith("revision web-6466b89fb\n");
  }

  /// A pod that is new is changed by scheduler and kubelet as well.
  @Test
  void firstConflictIsLookedIntoAndTriedAgainAtOnce() {
    start("replicas=1");
    drain();
    engine.acted(WEB, create("web-0"), new Outcome.Conflict("modified"), Views.NOW);
    assertThat(engine.take(Views.NOW)).contains(WEB);
    var first = engine.snapshot(WEB, Views.NOW).orElseThrow();
    assertThat(first.findings().failures()).isEmpty();
    assertThat(engine.unconfirmedWrites(WEB))
        .containsExactly(new UnconfirmedWrite(Kind.POD, "web-0"));

    engine.acted(WEB, create("web-0"), new Outcome.Conflict("modified"), Views.NOW);
    var second = engine.snapshot(WEB, Views.NOW).orElseThrow();
    assertThat(second.findings().failures())
        .extracting(Failure::retryAt)
        .containsExactly(Views.NOW.plusMillis(100));
  }

  /// The garbage collector deletes it before the watch shows that the set is gone.
  @Test
  void revisionThatSomeoneDeletesIsMadeAgainWithAPause() {
    start("replicas=1");
    var revision = new Action.CreateRevision("web-6466b89fb", Json.EMPTY);
    engine.acted(WEB, revision, new Outcome.Done(Optional.empty()), Views.NOW);
    assertThat(Sketch.show(Planner.plan(engine.snapshot(WEB, Views.NOW).orElseThrow())))
        .startsWith("revision web-6466b89fb\n");

    engine.acted(WEB, revision, new Outcome.Done(Optional.empty()), Views.NOW);
    engine.acted(WEB, revision, new Outcome.Done(Optional.empty()), Views.NOW);
    var paused = Planner.plan(engine.snapshot(WEB, Views.NOW).orElseThrow());
    assertThat(paused.chains()).isEmpty();
    assertThat(paused.wake()).contains(Views.NOW.plusMillis(200));
  }

  /// Another controller that knows another template makes its own the newest.
  @Test
  void numberThatSomeoneTakesBackIsGivenAgainWithAPause() {
    start("replicas=1");
    var number = new Action.PatchRevision("web-1", Action.Purpose.NUMBER, Json.EMPTY);
    engine.acted(WEB, number, new Outcome.Done(Optional.empty()), Views.NOW);
    assertThat(engine.snapshot(WEB, Views.NOW).orElseThrow().findings().failures()).isEmpty();

    engine.acted(WEB, number, new Outcome.Done(Optional.empty()), Views.NOW);
    assertThat(engine.snapshot(WEB, Views.NOW).orElseThrow().findings().failures())
        .extracting(Failure::message)
        .containsExactly("someone undid it");
  }

  private void start(String rules) {
    engine.sets().listed(List.of(Views.set(rules)), 0);
    engine.pods().listed(List.of(), 0);
    engine.claims().listed(List.of(), 0);
    engine.revisions().listed(List.of(), 0);
    engine.classes().listed(List.of(), 0);
    engine.snapshot(WEB, Views.NOW);
  }

  private void drain() {
    engine.take(Views.NOW).ifPresent(key -> engine.release(key, Optional.empty()));
  }

  private static dev.ordinal.model.SetView withStatus(
      dev.ordinal.model.SetView set, Plan<SetStatus> plan) {
    var meta = Views.meta("web", "set", 2, List.of());
    return new dev.ordinal.model.SetView(meta, set.spec(), plan.status(), List.of());
  }

  private static PodView pod(String name, long version) {
    return Views.pod(name, "uid-" + name, version);
  }

  private static Action create(String name) {
    return new Action.CreatePod(name, "v1", dev.ordinal.model.json.Json.EMPTY);
  }

  private static Action delete(String name) {
    return new Action.DeletePod(name, "uid-" + name, OptionalLong.empty(), Action.Cause.SCALE_DOWN);
  }
}
