package dev.ordinal.plan;

import dev.ordinal.model.PodView;
import dev.ordinal.model.SetStatus.Condition;
import dev.ordinal.plan.RevisionStage.Revisions;
import dev.ordinal.plan.Snapshot.Failure;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The set's conditions: `Ready`, `Progressing` and `Stalled` as kstatus reads them, and Kruise's
/// `FailedCreatePod` and `FailedUpdatePod` while requests fail. Those of other writers are kept.
final class Conditions {
  private static final List<String> OURS =
      List.of("Ready", "Progressing", "Stalled", "FailedCreatePod", "FailedUpdatePod");

  private final Draft draft;
  private final Roster roster;
  private final Optional<Revisions> revisions;

  Conditions(Draft draft, Roster roster, Optional<Revisions> revisions) {
    this.draft = draft;
    this.roster = roster;
    this.revisions = revisions;
  }

  List<Condition> next(int available) {
    var conditions = new ArrayList<Condition>();
    draft.set().status().conditions().stream()
        .filter(condition -> !OURS.contains(condition.type()))
        .forEach(conditions::add);
    var state = state(available);
    conditions.add(condition("Ready", state.isReady(), state));
    conditions.add(condition("Progressing", state.isProgressing(), state));
    conditions.add(condition("Stalled", state.isStalled(), state));
    failed("FailedCreatePod", "Create").ifPresent(conditions::add);
    failed("FailedUpdatePod", "Update").ifPresent(conditions::add);
    return conditions;
  }

  /// One word and one sentence for all three conditions.
  private record State(
      boolean isReady, boolean isProgressing, boolean isStalled, String reason, String message) {}

  private State state(int available) {
    var wanted = draft.set().spec().replicas();
    var text = "%d of %d pods are available".formatted(available, wanted);
    var hold = draft.holds().stream().findFirst();
    if (hold.isEmpty() && !draft.isMovingPods()) {
      return new State(available == wanted, false, false, "Ready", text);
    }
    var reason = hold.map(Hold::reasonName).orElse(isUpdating() ? "Updating" : "Scaling");
    var message = hold.map(Hold::sentence).orElse(text);
    return switch (hold.map(Hold::reason).orElse(null)) {
      case Hold.Reason.InvalidSpec _, Hold.Reason.TemplateRefused _, Hold.Reason.NameTaken _ ->
          new State(false, false, true, reason, message);
      case Hold.Reason.Paused _ -> new State(available == wanted, false, false, reason, message);
      case null, default -> moving(reason, message);
    };
  }

  private boolean isUpdating() {
    return revisions.filter(Revisions::isUpdateDue).isPresent();
  }

  /// Only reports: a rollout that makes no progress is never stopped by it.
  private State moving(String reason, String message) {
    var limit = draft.set().spec().progressDeadline();
    var deadline = lastProgress().plus(limit);
    if (!deadline.isAfter(draft.now())) {
      var words = "no progress for %d s: %s".formatted(limit.toSeconds(), message);
      return new State(false, false, true, "ProgressDeadlineExceeded", words);
    }
    draft.wakeAt(deadline);
    return new State(false, true, false, reason, message);
  }

  /// The latest moment at which anything moved, read off the objects: a restart of ours must not
  /// start the clock again.
  private Instant lastProgress() {
    var pods =
        roster.desired().stream()
            .flatMap(
                pod ->
                    Stream.concat(
                        Stream.of(pod.meta().createdAt()),
                        pod.findCondition("Ready").flatMap(PodView.Condition::since).stream()));
    var began =
        draft.set().status().findCondition("Progressing").stream()
            .map(condition -> condition.isTrue() ? condition.since() : draft.now());
    var revision = revisions.stream().map(found -> found.update().meta().createdAt());
    return Stream.of(pods, began, revision)
        .flatMap(moments -> moments)
        .max(Instant::compareTo)
        .orElse(draft.now());
  }

  private Condition condition(String type, boolean isTrue, State state) {
    var status = isTrue ? "True" : "False";
    return new Condition(type, status, state.reason(), state.message(), since(type, status));
  }

  /// The time moves only when the status does, and has whole seconds, as the API server keeps it.
  private Instant since(String type, String status) {
    return draft
        .set()
        .status()
        .findCondition(type)
        .filter(old -> old.status().equals(status))
        .map(Condition::since)
        .orElse(draft.now().truncatedTo(ChronoUnit.SECONDS));
  }

  private Optional<Condition> failed(String type, String verb) {
    return draft.seen().recall().failures().stream()
        .filter(failure -> failure.verb().equals(verb))
        .map(Failure::message)
        .findFirst()
        .map(message -> new Condition(type, "True", type, message, since(type, "True")));
  }
}
