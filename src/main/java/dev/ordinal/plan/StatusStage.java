package dev.ordinal.plan;

import dev.ordinal.model.PodView;
import dev.ordinal.model.SetStatus;
import dev.ordinal.model.SetStatus.Condition;
import dev.ordinal.model.SetStatus.Counts;
import dev.ordinal.plan.RevisionStage.Revisions;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Predicate;

/// Folds the next status from one snapshot, from scratch; nothing is corrected by increments.
final class StatusStage {
  private static final String READY = "Ready";

  private StatusStage() {}

  static SetStatus apply(Draft draft, Roster roster, Optional<Revisions> revisions) {
    var set = draft.set();
    var old = set.status();
    var update = revisions.map(r -> r.update().name()).orElse(old.updateRevision());
    var current = revisions.map(r -> r.current().name()).orElse(old.currentRevision());
    var counts = count(draft, roster, current, update);
    if (isComplete(draft, roster, update)) {
      current = update;
      counts = count(draft, roster, current, update);
    }
    var conditions = new ArrayList<Condition>();
    old.conditions().stream().filter(c -> !c.type().equals(READY)).forEach(conditions::add);
    conditions.add(ready(draft, counts));
    return new SetStatus(
        set.meta().generation(),
        counts,
        current,
        update,
        revisions.map(Revisions::collisions).orElse(old.collisionCount()),
        set.spec().selector().toString(),
        conditions,
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

  private static Condition ready(Draft draft, Counts counts) {
    var wanted = draft.set().spec().replicas();
    var isReady = !draft.hasActions() && draft.holds().isEmpty() && counts.available() == wanted;
    var text = "%d of %d pods are available".formatted(counts.available(), wanted);
    if (isReady) {
      return condition(draft, true, READY, text);
    }
    return draft.holds().stream()
        .findFirst()
        .map(hold -> condition(draft, false, hold.reasonName(), hold.sentence()))
        .orElseGet(() -> condition(draft, false, "Progressing", text));
  }

  /// The time moves only when the status does, and has whole seconds, as the API server keeps it.
  private static Condition condition(Draft draft, boolean isTrue, String reason, String message) {
    var status = isTrue ? "True" : "False";
    var since =
        draft
            .set()
            .status()
            .findCondition(READY)
            .filter(old -> old.status().equals(status))
            .map(Condition::since)
            .orElse(draft.now().truncatedTo(ChronoUnit.SECONDS));
    return new Condition(READY, status, reason, message, since);
  }
}
