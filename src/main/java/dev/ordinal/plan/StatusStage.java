package dev.ordinal.plan;

import dev.ordinal.model.PodView;
import dev.ordinal.model.RevisionView;
import dev.ordinal.model.SetStatus;
import dev.ordinal.model.SetStatus.Counts;
import dev.ordinal.plan.RevisionStage.Revisions;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Predicate;

/// Folds the next status from one snapshot, from scratch; nothing is corrected by increments.
final class StatusStage {
  private StatusStage() {}

  static SetStatus apply(Draft draft, Roster roster, Optional<Revisions> revisions) {
    var set = draft.set();
    var old = set.status();
    if (revisions.isEmpty() && draft.isClosed()) {
      // Acknowledging a template before its revision exists would look like a finished rollout.
      return old;
    }
    var update = revisions.map(Revisions::update).map(RevisionView::name);
    var newest = update.orElse(old.updateRevision());
    var current =
        isComplete(draft, roster, newest)
            ? newest
            : revisions.map(r -> r.current().name()).orElse(old.currentRevision());
    var counts = count(draft, roster, current, newest);
    return new SetStatus(
        set.meta().generation(),
        counts,
        current,
        newest,
        revisions.map(Revisions::collisions).orElse(old.collisionCount()),
        set.spec().selector().toString(),
        new Conditions(draft, roster, revisions).next(counts.available()),
        old.volumeClaims());
  }

  private static Counts count(Draft draft, Roster roster, String current, String update) {
    var pods = roster.pods().values();
    var minReady = draft.set().spec().minReady();
    Predicate<PodView> isAvailable = pod -> pod.isAvailable(minReady, draft.now());
    Predicate<PodView> isUpdated = pod -> pod.revision().equals(update);
    Predicate<PodView> isStaying = pod -> pod.isCreated() && !pod.isTerminating();
    return new Counts(
        count(pods, PodView::isCreated),
        count(pods, PodView::isReady),
        count(pods, isAvailable),
        count(pods, isStaying.and(pod -> pod.revision().equals(current))),
        count(pods, isStaying.and(isUpdated)),
        count(pods, isUpdated.and(PodView::isReady)),
        count(pods, isUpdated.and(isAvailable)));
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
            .allMatch(
                pod ->
                    pod.revision().equals(update) && pod.isAvailable(spec.minReady(), draft.now()));
  }
}
