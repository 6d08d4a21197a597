package dev.ordinal.plan.stage;

import dev.ordinal.model.Names;
import dev.ordinal.model.SetStatus;
import dev.ordinal.model.SetStatus.Counts;
import dev.ordinal.plan.Hold;
import dev.ordinal.plan.HoldReason.RequestFailed;
import dev.ordinal.plan.Severity;
import dev.ordinal.plan.Snapshot;
import dev.ordinal.plan.build.PlanBuilder;
import dev.ordinal.plan.inplace.Completion;
import dev.ordinal.plan.order.Roster;
import dev.ordinal.plan.report.HoldList;
import dev.ordinal.plan.stage.Planner.Decision;
import dev.ordinal.plan.stage.RevisionStage.Revisions;
import dev.ordinal.plan.volume.ClaimCounts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Folds the next status from one snapshot, from scratch; nothing is corrected by increments.
final class StatusStage {
  private StatusStage() {}

  static SetStatus apply(Snapshot seen, PlanBuilder plan, Roster roster, Decision decision) {
    var revisions = decision.revisions();
    var set = seen.set();
    var old = set.status();
    if (revisions.isEmpty() && !decision.isHalted()) {
      return unread(seen, plan, roster);
    }
    wakeForAvailability(seen, plan, roster);
    var newest = revisions.map(found -> found.update().name()).orElse(old.updateRevision());
    var current =
        isComplete(seen, roster, newest)
            ? newest
            : revisions.map(found -> found.current().name()).orElse(old.currentRevision());
    var isUnsettled = revisions.filter(found -> !found.isSettled()).isPresent();
    var generation = isUnsettled ? old.observedGeneration() : set.meta().generation();
    return new SetStatus(
        generation,
        count(seen, roster, current, newest),
        current,
        newest,
        revisions.map(Revisions::collisions).orElse(old.collisionCount()),
        set.spec().selector().toString(),
        new Conditions(seen, plan, roster, revisions).next(),
        ClaimCounts.of(set, roster.desired(), roster::findClaim),
        HoldList.of(waiting(seen, plan, roster), set, seen.now()));
  }

  /// Acknowledging a template before its revision exists would look like a finished rollout. So the
  /// status stays as it was, and only tells when a request fails on the way.
  private static SetStatus unread(Snapshot seen, PlanBuilder plan, Roster roster) {
    var old = seen.set().status();
    var isFailing =
        plan.headline().filter(hold -> hold.reason() instanceof RequestFailed).isPresent();
    return new SetStatus(
        old.observedGeneration(),
        old.counts(),
        old.currentRevision(),
        old.updateRevision(),
        old.collisionCount(),
        old.labelSelector(),
        isFailing ? new Conditions(seen, plan, roster, Optional.empty()).next() : old.conditions(),
        old.volumeClaims(),
        isFailing ? HoldList.of(plan.told(), seen.set(), seen.now()) : old.holds());
  }

  /// Only the first missing pod that waits for others is held. Those above it wait for the same,
  /// and users look for them too: as many are added as the list can show.
  private static List<Hold> waiting(Snapshot seen, PlanBuilder plan, Roster roster) {
    var set = seen.set().name();
    var told = new ArrayList<>(plan.told());
    var last =
        told.stream()
            .filter(hold -> hold.severity() == Severity.CONSEQUENCE)
            .filter(hold -> isMissing(roster, Names.ordinal(set, hold.target())))
            .max(Comparator.comparingInt(hold -> Names.ordinal(set, hold.target())));
    last.ifPresent(
        hold ->
            roster
                .wanted()
                .ascending()
                .filter(ordinal -> isMissing(roster, ordinal))
                .mapToObj(ordinal -> Names.pod(set, ordinal))
                .filter(pod -> !plan.isHeld(pod) && !plan.isMoving(pod))
                .limit(HoldList.LONGEST)
                .forEach(pod -> told.add(new Hold(pod, hold.reason()))));
    return told;
  }

  private static boolean isMissing(Roster roster, int ordinal) {
    return ordinal >= 0 && roster.find(ordinal).isEmpty();
  }

  /// No event comes when a ready pod has been ready for long enough.
  private static void wakeForAvailability(Snapshot seen, PlanBuilder plan, Roster roster) {
    var minReady = seen.set().spec().minReady();
    for (var pod : roster.pods().values()) {
      pod.availableAt(minReady).filter(seen.now()::isBefore).ifPresent(plan::wakeAt);
    }
  }

  private static Counts count(Snapshot seen, Roster roster, String current, String update) {
    var minReady = seen.set().spec().minReady();
    var total = new Total();
    for (var pod : roster.pods().values()) {
      var revision = pod.revision();
      var isReady = pod.isReady();
      var isServing = isReady && pod.isServing(minReady, seen.now());
      var isUpdated = revision.equals(update) && !Completion.isInfeasible(pod);
      var isStaying = pod.isCreated() && !pod.isTerminating();
      total.created += pod.isCreated() ? 1 : 0;
      total.ready += isReady ? 1 : 0;
      total.serving += isServing ? 1 : 0;
      total.current += isStaying && revision.equals(current) ? 1 : 0;
      total.updated += isStaying && isUpdated ? 1 : 0;
      total.updatedReady += isUpdated && isReady ? 1 : 0;
      total.updatedServing += isUpdated && isServing ? 1 : 0;
    }
    return total.counts();
  }

  /// One pass over the pods, since every plan counts them.
  private static final class Total {
    private int created;
    private int ready;
    private int serving;
    private int current;
    private int updated;
    private int updatedReady;
    private int updatedServing;

    private Counts counts() {
      return new Counts(created, ready, serving, current, updated, updatedReady, updatedServing);
    }
  }

  /// Every wanted pod is there, at the newest revision and available, and no other is left.
  private static boolean isComplete(Snapshot seen, Roster roster, String update) {
    var spec = seen.set().spec();
    return !update.isEmpty()
        && roster.pods().size() == spec.replicas()
        && roster.desired().size() == spec.replicas()
        && roster.desired().stream()
            .allMatch(pod -> pod.revision().equals(update) && seen.isAvailable(pod));
  }
}
