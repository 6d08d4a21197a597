package dev.ordinal.sim.law;

import dev.ordinal.model.PodView;
import dev.ordinal.model.RevisionView;
import dev.ordinal.model.SetView;
import dev.ordinal.model.View;
import dev.ordinal.plan.Action;
import dev.ordinal.sim.virtual.RequestRecord;
import java.util.Optional;

/// The content of a revision never changes, no two are the same, numbers only grow, and none is
/// deleted that a pod or the status names, or that the history limit keeps.
final class RevisionsLast implements Law {
  @Override
  public Optional<String> judge(ClusterHistory history, RequestRecord sent) {
    var name = sent.call().name();
    if (history.isContested || !(sent.action().orElse(null) instanceof Action.DeleteRevision)) {
      return Optional.empty();
    }
    var set = history.sets.get(sent.seen().orElseThrow().name());
    var isInStatus =
        set != null
            && set.meta().version() == sent.seen().orElseThrow().meta().version()
            && (set.status().currentRevision().equals(name)
                || set.status().updateRevision().equals(name));
    var isOnPod =
        set != null
            && history.membersOf(set).stream().map(PodView::revision).anyMatch(name::equals);
    if (set != null && hasRoom(history, set, sent.seen().orElseThrow())) {
      return Optional.of(
          "revision %s is deleted though the history limit keeps it".formatted(name));
    }
    return isInStatus || isOnPod
        ? Optional.of(
            "revision %s is deleted and still in use by %s"
                .formatted(name, isOnPod ? "a pod" : "the status"))
        : Optional.empty();
  }

  /// At least one of them is in use, and is not history. Those of a set that is being deleted may
  /// have been orphaned already.
  private static boolean hasRoom(ClusterHistory history, SetView set, SetView seen) {
    var all =
        history.revisions.values().stream()
            .filter(revision -> revision.meta().isControlledBy(seen.uid()))
            .count();
    return set.uid().equals(seen.uid())
        && !set.meta().isTerminating()
        && all < seen.spec().historyLimit() + 2;
  }

  @Override
  public Optional<String> judge(ClusterHistory history, View now) {
    if (!(now instanceof RevisionView revision)) {
      return Optional.empty();
    }
    var was = history.revisions.get(revision.name());
    if (was != null) {
      return was.payload().equals(revision.payload()) && was.number() <= revision.number()
          ? Optional.empty()
          : Optional.of("revision " + revision.name() + " has changed");
    }
    if (history.isContested) {
      return Optional.empty();
    }
    return history.revisions.values().stream()
        .filter(other -> other.meta().owners().equals(revision.meta().owners()))
        .filter(other -> isWrong(other, revision))
        .map(other -> "revision %s comes after %s".formatted(revision.name(), other.name()))
        .findFirst();
  }

  private static boolean isWrong(RevisionView old, RevisionView fresh) {
    return old.number() >= fresh.number() || old.payload().equals(fresh.payload());
  }
}
