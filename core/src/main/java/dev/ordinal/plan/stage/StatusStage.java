package dev.ordinal.plan.stage;

import dev.ordinal.model.PodView;
import dev.ordinal.model.SetStatus;
import dev.ordinal.model.SetStatus.Counts;
import dev.ordinal.plan.Hold.Reason.RequestFailed;
import dev.ordinal.plan.report.HoldList;
import dev.ordinal.plan.stage.RevisionStage.Revisions;
import dev.ordinal.plan.volume.ClaimCounts;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Predicate;

/// Folds the next status from one snapshot, from scratch; nothing is corrected by increments.
final class StatusStage {
  private StatusStage() {}

  static SetStatus apply(Draft draft, Roster roster, Optional<Revisions> revisions) {
    var set = draft.set();
    var old = set.status();
    if (revisions.isEmpty() && draft.isClosed()) {
      return unread(draft, roster);
    }
    wakeForAvailability(draft, roster);
    var newest = revisions.map(found -> found.update().name()).orElse(old.updateRevision());
    var current =
        isComplete(draft, roster, newest)
            ? newest
            : revisions.map(found -> found.current().name()).orElse(old.currentRevision());
    return new SetStatus(
        set.meta().generation(),
        count(draft, roster, current, newest),
        current,
        newest,
        revisions.map(Revisions::collisions).orElse(old.collisionCount()),
        set.spec().selector().toString(),
        new Conditions(draft, roster, revisions).next(),
        ClaimCounts.of(set, roster.desired(), draft::findClaim),
        HoldList.of(draft.told(), old.holds(), draft.now()));
  }

  /// Acknowledging a template before its revision exists would look like a finished rollout. So the
  /// status stays as it was, and only tells when a request fails on the way.
  private static SetStatus unread(Draft draft, Roster roster) {
    var old = draft.set().status();
    var isFailing =
        draft.headline().filter(hold -> hold.reason() instanceof RequestFailed).isPresent();
    return new SetStatus(
        old.observedGeneration(),
        old.counts(),
        old.currentRevision(),
        old.updateRevision(),
        old.collisionCount(),
        old.labelSelector(),
        isFailing ? new Conditions(draft, roster, Optional.empty()).next() : old.conditions(),
        old.volumeClaims(),
        isFailing ? HoldList.of(draft.told(), old.holds(), draft.now()) : old.holds());
  }

  /// Nobody tells when a ready pod has been so for long enough.
  private static void wakeForAvailability(Draft draft, Roster roster) {
    var minReady = draft.set().spec().minReady();
    roster.pods().values().stream()
        .flatMap(pod -> pod.availableAt(minReady).stream())
        .filter(at -> at.isAfter(draft.now()))
        .min(Comparator.naturalOrder())
        .ifPresent(draft::wakeAt);
  }

  private static Counts count(Draft draft, Roster roster, String current, String update) {
    var pods = roster.pods().values();
    var minReady = draft.set().spec().minReady();
    Predicate<PodView> isServing = pod -> pod.isServing(minReady, draft.now());
    Predicate<PodView> isUpdated = pod -> pod.revision().equals(update);
    Predicate<PodView> isStaying = pod -> pod.isCreated() && !pod.isTerminating();
    return new Counts(
        count(pods, PodView::isCreated),
        count(pods, PodView::isReady),
        count(pods, isServing),
        count(pods, isStaying.and(pod -> pod.revision().equals(current))),
        count(pods, isStaying.and(isUpdated)),
        count(pods, isUpdated.and(PodView::isReady)),
        count(pods, isUpdated.and(isServing)));
  }

  private static int count(Collection<PodView> pods, Predicate<PodView> test) {
    return (int) pods.stream().filter(test).count();
  }

  /// Every wanted pod is there, at the newest revision and available, and no other is left.
  private static boolean isComplete(Draft draft, Roster roster, String update) {
    var spec = draft.set().spec();
    return !update.isEmpty()
        && roster.pods().size() == spec.replicas()
        && roster.desired().size() == spec.replicas()
        && roster.desired().stream()
            .allMatch(pod -> pod.revision().equals(update) && draft.isAvailable(pod));
  }
}
