package dev.ordinal.plan.stage;

import dev.ordinal.model.InPlaceState;
import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.model.SetSpec.PodManagement;
import dev.ordinal.model.UpdateStrategy.OnDelete;
import dev.ordinal.model.UpdateStrategy.PodUpdate;
import dev.ordinal.model.UpdateStrategy.Rolling;
import dev.ordinal.model.life.LifecycleState;
import dev.ordinal.plan.HoldReason;
import dev.ordinal.plan.Snapshot;
import dev.ordinal.plan.build.PlanBuilder;
import dev.ordinal.plan.inplace.Completion;
import dev.ordinal.plan.inplace.Pending;
import dev.ordinal.plan.life.Health;
import dev.ordinal.plan.order.Roster;
import dev.ordinal.plan.report.Diagnosis;
import dev.ordinal.plan.stage.RevisionStage.Revisions;
import dev.ordinal.plan.volume.ClaimGrowth;
import java.time.Instant;
import java.util.Optional;

/// What the stages share while one plan is made: what was seen, the plan so far, and the rules that
/// several stages ask.
record Round(
    Snapshot seen,
    PlanBuilder plan,
    Roster roster,
    Revisions revisions,
    Budget budget,
    TemplateCheck template,
    LifeStage life,
    ClaimGrowth volumes) {

  static Round of(Snapshot seen, PlanBuilder plan, Roster roster, Revisions revisions) {
    var volumes = new ClaimGrowth(seen, roster::findClaim);
    var criteria =
        new Budget.Criteria(
            seen::isAvailable,
            seen::isServing,
            pod -> isToBeRenewed(seen, revisions, pod),
            volumes::isGrowing);
    return new Round(
        seen,
        plan,
        roster,
        revisions,
        new Budget(seen.set(), roster, criteria),
        new TemplateCheck(seen, plan, roster, revisions),
        new LifeStage(seen, plan, roster),
        volumes);
  }

  /// No other stage has it in hand: a pod that is to be deleted, and waits for its hook, is not
  /// updated meanwhile.
  boolean isFree(PodView pod) {
    return !plan.isMoving(pod.name()) && !life.isAttended(pod);
  }

  /// Also outdated is a pod without a volume that the set has been given since: volumes of a
  /// running pod cannot change.
  boolean isOutdated(PodView pod) {
    return isOutdated(seen, revisions, pod);
  }

  /// Also to be renewed is a pod of the newest revision that cannot get what it is to have where it
  /// runs, and may be replaced for that.
  boolean isToBeRenewed(PodView pod) {
    return isToBeRenewed(seen, revisions, pod);
  }

  private static boolean isToBeRenewed(Snapshot seen, Revisions revisions, PodView pod) {
    return isOutdated(seen, revisions, pod) || isHopeless(seen, pod);
  }

  /// Waiting does not bring the pod what it was to have; a newer template, or a new pod, may.
  boolean isHopeless(PodView pod) {
    return isHopeless(seen, pod);
  }

  private static boolean isHopeless(Snapshot seen, PodView pod) {
    return seen.set().spec().update() instanceof Rolling rolling
        && rolling.podUpdate() != PodUpdate.IN_PLACE_ONLY
        && pod.inPlace().filter(state -> isImpossible(seen, pod, state)).isPresent();
  }

  private static boolean isImpossible(Snapshot seen, PodView pod, InPlaceState state) {
    return Completion.isInfeasible(pod, state)
        || seen.findings().findRefusedResize(pod, Pending.of(state)).isPresent();
  }

  private static boolean isOutdated(Snapshot seen, Revisions revisions, PodView pod) {
    return !pod.revision().equals(revisions.update().name()) || !ClaimStage.hasAll(seen.set(), pod);
  }

  /// A newer template need not wait for the pod to become ready: the pod's own template is neither
  /// where the set was nor where it goes, the pod has never started, or it cannot recover. One that
  /// is down may be so because its volume is full.
  boolean isStuck(PodView pod) {
    return !pod.isReady()
        && (volumes.isDue(pod)
            || isOvertaken(pod)
            || (isWaitedFor(pod) && !Health.hasStarted(pod))
            || Health.broken(pod).isPresent());
  }

  /// In order, pods above the first that is unwell would not come back before it is well: they are
  /// left to start.
  private boolean isWaitedFor(PodView pod) {
    return budget.blocker().filter(first -> !first.target().equals(pod.name())).isEmpty();
  }

  private boolean isOvertaken(PodView pod) {
    return !pod.revision().equals(revisions.current().name());
  }

  /// In order, a pod that may still become ready is waited for, and gets its update then. Those
  /// above the first that is unwell would not come back if they were deleted by hand.
  private boolean isUpdateWaiting(PodView pod) {
    var ordinal = Names.ordinal(seen.set().name(), pod.name());
    return seen.set().spec().podManagement() == PodManagement.ORDERED_READY
        && budget.blocker().isEmpty()
        && seen.set().spec().update() instanceof Rolling rolling
        && !rolling.isPaused()
        && roster.wanted().contains(ordinal)
        && roster.wanted().rank(ordinal) >= rolling.partition()
        && pod.isNormal()
        && !pod.isReady()
        && isOutdated(pod)
        && template.findHold().isEmpty()
        && !isStuck(pod)
        && !isHopeless(pod);
  }

  /// What brings a newer template to a pod that is down and is not updated as it is.
  private Optional<String> findUpdateAdvice(PodView pod) {
    if (pod.isReady() || !pod.isNormal() || !isOutdated(pod) || template.findHold().isPresent()) {
      return Optional.empty();
    }
    var delete = "after kubectl delete pod " + pod.name();
    return switch (seen.set().spec().update()) {
      case OnDelete _ -> Optional.of("it gets the new template " + delete);
      case Rolling rolling when isKept(pod, rolling) ->
          Optional.of("partition %d keeps its template".formatted(rolling.partition()));
      case Rolling rolling when rolling.isPaused() ->
          Optional.of("it gets the new template when the update is no longer paused, or " + delete);
      case Rolling _ when isUpdateWaiting(pod) ->
          Optional.of("it gets the new template when it is ready, or " + delete);
      case Rolling _ -> Optional.empty();
    };
  }

  private boolean isKept(PodView pod, Rolling rolling) {
    var ordinal = Names.ordinal(seen.set().name(), pod.name());
    return rolling.unordered().isEmpty() && roster.wanted().rank(ordinal) < rolling.partition();
  }

  /// Tells why a pod that exists, and has not finished, is not available.
  void report(PodView pod) {
    if (pod.isTerminating()) {
      hold(pod, new HoldReason.PodTerminating(pod.name()));
    } else if (!pod.isTerminal()
        && !seen.isAvailable(pod)
        && (pod.isNormal() || pod.lifecycleState() == LifecycleState.UPDATING)) {
      Health.startLateAt(pod).filter(seen.now()::isBefore).ifPresent(plan::wakeAt);
      var state = new Diagnosis(seen, roster::findClaim).of(pod, findUpdateAdvice(pod));
      plan.hold(pod.name(), new HoldReason.PodNotAvailable(state));
    }
  }

  /// A pod that should be gone by now is kept by something, which says more than that it goes.
  void hold(PodView pod, HoldReason reason) {
    var end =
        reason instanceof HoldReason.PodTerminating
            ? Health.terminationLateAt(pod)
            : Optional.<Instant>empty();
    end.filter(seen.now()::isBefore).ifPresent(plan::wakeAt);
    var isLate = end.filter(at -> !at.isAfter(seen.now())).isPresent();
    plan.hold(pod.name(), isLate ? new HoldReason.TerminationStuck(Health.blocker(pod)) : reason);
  }
}
