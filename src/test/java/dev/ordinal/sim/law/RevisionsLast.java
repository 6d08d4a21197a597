package dev.ordinal.sim.law;

import dev.ordinal.model.PodView;
import dev.ordinal.model.RevisionView;
import dev.ordinal.model.View;
import dev.ordinal.plan.Action;
import dev.ordinal.sim.world.Move;
import java.util.Optional;

/// What a revision says never changes, no two say the same, numbers only grow, and none is
/// forgotten that a pod or the status still names.
final class RevisionsLast implements Law {
  @Override
  public Optional<String> judge(Truth truth, Move move) {
    var name = move.call().name();
    if (!(move.action().orElse(null) instanceof Action.DeleteRevision)) {
      return Optional.empty();
    }
    var set = truth.sets.get(move.seen().orElseThrow().name());
    var isInStatus =
        set != null
            && set.meta().version() == move.seen().orElseThrow().meta().version()
            && (set.status().currentRevision().equals(name)
                || set.status().updateRevision().equals(name));
    var isOnPod =
        set != null && truth.podsOf(set).stream().map(PodView::revision).anyMatch(name::equals);
    return isInStatus || isOnPod
        ? Optional.of(
            "revision %s is forgotten and still in use by %s"
                .formatted(name, isOnPod ? "a pod" : "the status"))
        : Optional.empty();
  }

  @Override
  public Optional<String> judge(Truth truth, View now) {
    if (!(now instanceof RevisionView revision)) {
      return Optional.empty();
    }
    var was = truth.revisions.get(revision.name());
    if (was != null) {
      return was.payload().equals(revision.payload()) && was.number() <= revision.number()
          ? Optional.empty()
          : Optional.of("revision " + revision.name() + " has changed");
    }
    if (truth.isContested) {
      return Optional.empty();
    }
    return truth.revisions.values().stream()
        .filter(other -> other.meta().owners().equals(revision.meta().owners()))
        .filter(other -> isWrong(other, revision))
        .map(other -> "revision %s comes after %s".formatted(revision.name(), other.name()))
        .findFirst();
  }

  private static boolean isWrong(RevisionView old, RevisionView fresh) {
    return old.number() >= fresh.number() || old.payload().equals(fresh.payload());
  }
}
