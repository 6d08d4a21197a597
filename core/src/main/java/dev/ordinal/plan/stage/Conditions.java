package dev.ordinal.plan.stage;

import dev.ordinal.model.ClaimView;
import dev.ordinal.model.PodView;
import dev.ordinal.model.SetStatus.Condition;
import dev.ordinal.model.UpdateStrategy.OnDelete;
import dev.ordinal.model.UpdateStrategy.Rolling;
import dev.ordinal.model.common.PlainText;
import dev.ordinal.plan.Hold;
import dev.ordinal.plan.HoldReason;
import dev.ordinal.plan.HoldReason.PodNotAvailable;
import dev.ordinal.plan.Severity;
import dev.ordinal.plan.Snapshot;
import dev.ordinal.plan.Snapshot.Failure;
import dev.ordinal.plan.build.PlanBuilder;
import dev.ordinal.plan.inplace.Completion;
import dev.ordinal.plan.life.Health;
import dev.ordinal.plan.order.Roster;
import dev.ordinal.plan.report.HoldList;
import dev.ordinal.plan.stage.RevisionStage.Revisions;
import dev.ordinal.plan.volume.VolumeForecast;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// The set's conditions: `Ready`, `Progressing` and `Stalled` as kstatus reads them, and Kruise's
/// `FailedCreatePod` and `FailedUpdatePod` while requests fail; `ClaimsDiffer` while a replaced pod
/// would not get the volume that users may expect. Those of other writers are kept.
final class Conditions {
  private static final List<String> OURS =
      List.of(
          "Ready", "Progressing", "Stalled", "FailedCreatePod", "FailedUpdatePod", "ClaimsDiffer");

  private static final Duration SHORT_HALT = Duration.ofSeconds(30);
  private static final String DEADLINE = "ProgressDeadlineExceeded";

  private final Snapshot seen;
  private final PlanBuilder plan;
  private final Roster roster;
  private final Optional<Revisions> revisions;

  Conditions(Snapshot seen, PlanBuilder plan, Roster roster, Optional<Revisions> revisions) {
    this.seen = seen;
    this.plan = plan;
    this.roster = roster;
    this.revisions = revisions;
  }

  List<Condition> next() {
    var conditions = new ArrayList<Condition>();
    seen.set().status().conditions().stream()
        .filter(condition -> !OURS.contains(condition.type()))
        .forEach(conditions::add);
    var state = state();
    conditions.add(condition("Ready", state.isReady(), state));
    conditions.add(condition("Progressing", state.isProgressing(), state));
    conditions.add(condition("Stalled", state.isStalled(), state));
    failed("FailedCreatePod", "Create").ifPresent(conditions::add);
    failed("FailedUpdatePod", "Update", "UpdateStatus", "Resize").ifPresent(conditions::add);
    var forecast = VolumeForecast.of(seen, roster.desired(), roster::findClaim);
    forecast
        .map(found -> isTrue("ClaimsDiffer", found.reason(), found.message()))
        .ifPresent(conditions::add);
    forecast.ifPresent(this::warn);
    tellBroken();
    tellHalted();
    return conditions;
  }

  /// One event, however many claims it is about. The claims of a set that is deleted may go.
  private void warn(VolumeForecast forecast) {
    if (!seen.set().meta().isTerminating()) {
      plan.notice(forecast.reason(), forecast.first());
    }
  }

  /// One word and one sentence for all three conditions.
  private record State(
      boolean isReady, boolean isProgressing, boolean isStalled, String reason, String message) {}

  private State state() {
    var wanted = seen.set().spec().replicas();
    var available = available();
    var text = "%d of %d pods are available".formatted(available, wanted);
    // What follows from a movement of this plan says less than the movement.
    var hold =
        plan.headline(HoldList.order(seen.set()))
            .filter(found -> !plan.isMovingPods() || found.severity() != Severity.CONSEQUENCE);
    if (hold.isEmpty() && !plan.isMovingPods()) {
      return new State(available == wanted, false, false, "Ready", text + kept());
    }
    var reason = hold.map(Hold::reasonName).orElse(isUpdating() ? "Updating" : "Scaling");
    var message = hold.map(Hold::sentence).orElse(isUpdating() ? updating(available) : text);
    if (hold.filter(found -> found.severity() == Severity.ALARM).isPresent()) {
      return new State(false, false, true, reason, message);
    }
    var isPaused = hold.filter(found -> found.reason() instanceof HoldReason.Paused).isPresent();
    if (isPaused && !plan.isMovingPods()) {
      return new State(available == wanted, false, false, reason, text + kept());
    }
    return moving(reason, message);
  }

  private String updating(long available) {
    var newest = revisions.map(found -> found.update().name()).orElse("");
    var updated =
        roster.desired().stream()
            .filter(pod -> pod.revision().equals(newest) && !Completion.isInfeasible(pod))
            .count();
    return "%d of %d pods are updated, %d are available"
        .formatted(updated, seen.set().spec().replicas(), available);
  }

  /// A set at rest may still have outdated pods, because the user wants it so.
  private String kept() {
    var newest = revisions.map(found -> found.update().name()).orElse("");
    var old =
        roster.desired().stream()
            .map(PodView::revision)
            .filter(revision -> !newest.isEmpty() && !revision.equals(newest))
            .toList();
    if (old.isEmpty()) {
      return "";
    }
    var revision = old.stream().distinct().count() == 1 ? old.getFirst() : "older revisions";
    return switch (seen.set().spec().update()) {
      case OnDelete _ ->
          "; %d at %s until %s deleted"
              .formatted(old.size(), revision, old.size() == 1 ? "it is" : "they are");
      case Rolling rolling when rolling.isPaused() ->
          "; %d kept at %s while the update is paused".formatted(old.size(), revision);
      case Rolling rolling ->
          "; %d kept at %s by partition %d".formatted(old.size(), revision, rolling.partition());
    };
  }

  /// One event for each kind of trouble, however many pods have it.
  private void tellBroken() {
    var states = new TreeSet<String>();
    for (var hold : plan.told()) {
      if (hold.reason() instanceof PodNotAvailable reason
          && reason.state().isBroken()
          && states.add(reason.state().words())) {
        plan.notice(hold.reasonName(), hold.sentence());
      }
    }
  }

  /// A scale-down that halts for longer than pods usually take to become ready.
  private void tellHalted() {
    for (var hold : plan.told()) {
      if (hold.reason() instanceof HoldReason.ScaleDownHalted) {
        var end = HoldList.since(hold, seen.set(), seen.now()).plus(SHORT_HALT);
        if (end.isAfter(seen.now())) {
          plan.wakeAt(end);
        } else {
          plan.notice(hold.reasonName(), hold.sentence());
        }
        return;
      }
    }
  }

  private long available() {
    return roster.desired().stream().filter(seen::isAvailable).count();
  }

  private boolean isUpdating() {
    return revisions.filter(Revisions::isUpdateDue).isPresent();
  }

  /// Only reports: a rollout that makes no progress is never stopped by it.
  private State moving(String reason, String message) {
    var limit = seen.set().spec().progressDeadline();
    var deadline = lastProgress(limit).plus(limit);
    if (!deadline.isAfter(seen.now())) {
      var words =
          findStalled()
              .filter(_ -> plan.headline().isEmpty())
              .orElse("no progress for %d s: %s".formatted(limit.toSeconds(), message));
      plan.notice(DEADLINE, words);
      return new State(false, false, true, DEADLINE, words);
    }
    plan.wakeAt(deadline);
    return new State(false, true, false, reason, message);
  }

  /// What was said of the standstill so far: a pod that is created once more is no other cause.
  private Optional<String> findStalled() {
    return seen.set()
        .status()
        .findCondition("Ready")
        .filter(ready -> ready.reason().equals(DEADLINE))
        .map(Condition::message);
  }

  /// The latest moment at which anything moved, read off the objects: a restart of ours must not
  /// start the clock again.
  private Instant lastProgress(Duration limit) {
    var latest = new Latest();
    roster.pods().values().forEach(pod -> look(pod, latest));
    seen.claims().forEach(claim -> look(claim, latest));
    revisions.ifPresent(found -> latest.add(found.update().meta().createdAt()));
    beginning(limit).ifPresent(latest::add);
    return latest.moment.orElse(seen.now());
  }

  /// The latest of many moments: several of each pod, in every plan.
  private static final class Latest {
    private Optional<Instant> moment = Optional.empty();

    private void add(Instant next) {
      if (moment.isEmpty() || next.isAfter(moment.get())) {
        moment = Optional.of(next);
      }
    }
  }

  /// A pod that is told to go has until its deletion time, and one that is ready has until it has
  /// been so for `minReadySeconds`: that is no standstill. One that its node has not taken is
  /// collected, and created again, every 40 seconds if there is no such node.
  private void look(PodView pod, Latest latest) {
    if (!Health.isUntaken(pod)) {
      latest.add(pod.meta().createdAt());
      pod.findCondition("Ready").flatMap(PodView.Condition::since).ifPresent(latest::add);
      pod.availableAt(seen.set().spec().minReady()).ifPresent(latest::add);
      pod.meta().deletedAt().ifPresent(latest::add);
    }
  }

  /// A volume that has begun to grow, or has grown and waits for its file system. One that fails to
  /// does so again and again, and that is no progress.
  private static void look(ClaimView claim, Latest latest) {
    for (var condition : claim.conditions()) {
      if (!condition.isTrouble()) {
        condition.since().ifPresent(latest::add);
      }
    }
  }

  /// When the wait began, by our own condition: now, if the set was at rest, paused, changed, or in
  /// other hands. One that has stalled goes on being stalled until something moves.
  private Optional<Instant> beginning(Duration limit) {
    var status = seen.set().status();
    var progressing = status.findCondition("Progressing");
    if (progressing.isEmpty()) {
      return status.observedGeneration() > 0 ? Optional.of(seen.now()) : Optional.empty();
    }
    if (progressing.get().isTrue()) {
      return progressing.map(Condition::since);
    }
    var isKnown = status.observedGeneration() == seen.set().meta().generation();
    return isKnown && progressing.get().reason().equals(DEADLINE)
        ? progressing.map(stalled -> stalled.since().minus(limit))
        : Optional.of(seen.now());
  }

  private Condition condition(String type, boolean isTrue, State state) {
    var status = isTrue ? "True" : "False";
    return new Condition(
        type, status, state.reason(), PlainText.of(state.message()), since(type, status));
  }

  /// The time moves only when the status does, and has whole seconds, as the API server keeps it.
  private Instant since(String type, String status) {
    return seen.set()
        .status()
        .findCondition(type)
        .filter(old -> old.status().equals(status))
        .map(Condition::since)
        .orElse(seen.now().truncatedTo(ChronoUnit.SECONDS));
  }

  /// What failed, waits to be tried again, or is tried again now. What is no longer needed, such
  /// as a pod that was there already, is no failure.
  private Optional<Condition> failed(String type, String... verbs) {
    return seen.findings().failures().stream()
        .filter(failure -> List.of(verbs).contains(failure.verb()))
        .filter(failure -> failure.retryAt().isAfter(seen.now()) || plan.isRetrying(failure))
        .map(Failure::message)
        .findFirst()
        .map(message -> isTrue(type, type, message));
  }

  private Condition isTrue(String type, String reason, String message) {
    return new Condition(type, "True", reason, PlainText.of(message), since(type, "True"));
  }
}
