package dev.ordinal.run;

import dev.ordinal.plan.Action;
import dev.ordinal.plan.Action.Purpose;
import dev.ordinal.plan.Plan;
import dev.ordinal.run.ask.Outcome;
import java.util.Optional;

/// The text of an event on a set or job, in the words that users of Kruise and of native
/// StatefulSets search for.
public record EventText(boolean isWarning, String reason, String message) {

  public static EventText of(Plan.Notice notice) {
    return new EventText(true, notice.reason(), notice.message());
  }

  /// Conflicts and lost replies cause no event: they are retried, and users cannot act on them.
  public static Optional<EventText> of(String set, Action action, Outcome outcome) {
    var subject = subject(set, action);
    if (subject.isEmpty()) {
      return Optional.empty();
    }
    return switch (outcome) {
      case Outcome.Done _ ->
          Optional.of(
              new EventText(false, "Successful" + reason(action), success(action, subject)));
      case Outcome.Refused(var message) ->
          Optional.of(
              new EventText(true, "Failed" + reason(action), failure(action, subject) + message));
      case Outcome.Checked _,
          Outcome.Compared _,
          Outcome.Unfinished _,
          Outcome.Conflict _,
          Outcome.Gone _,
          Outcome.Unreachable _ ->
          Optional.empty();
    };
  }

  /// The pods of a job are many and short-lived: only a failure is worth an event.
  public static Optional<EventText> ofJob(String job, Action action, Outcome outcome) {
    return action instanceof Action.CreatePuller(var pod, var node, _)
            && outcome instanceof Outcome.Refused(var message)
        ? Optional.of(
            new EventText(
                true,
                "FailedCreate",
                "Create Pod %s on node %s for ImagePullJob %s failed error: %s"
                    .formatted(pod, node, job, message)))
        : Optional.empty();
  }

  private static String reason(Action action) {
    return isInPlace(action) ? "UpdatePodInPlace" : action.verb();
  }

  private static boolean isInPlace(Action action) {
    return action instanceof Action.PatchPod(_, var purpose, _) && purpose == Purpose.UPDATE;
  }

  /// The words of the native controller, except that a volume has still to grow, and containers
  /// have still to change.
  private static String success(Action action, String subject) {
    if (action instanceof Action.GrowClaim(_, _, var size, _)) {
      return "%s to %s requested".formatted(subject, size);
    }
    if (isInPlace(action)) {
      return subject + " requested";
    }
    return subject + (isAboutClaim(action) ? " success" : " successful");
  }

  private static String failure(Action action, String subject) {
    var named = isAboutClaim(action) ? subject.replace(" Pod ", " for Pod ") : subject;
    return named + " failed error: ";
  }

  private static boolean isAboutClaim(Action action) {
    return action instanceof Action.CreateClaim || action instanceof Action.GrowClaim;
  }

  /// Only objects that users know by name are worth an event.
  private static String subject(String set, Action action) {
    return switch (action) {
      case Action.CreatePod(var pod, _, _) -> "Create Pod %s in StatefulSet %s".formatted(pod, set);
      case Action.PatchPod(var pod, var purpose, _) -> patched(set, pod, purpose);
      case Action.DeletePod(var pod, _, _, _) ->
          "Delete Pod %s in StatefulSet %s".formatted(pod, set);
      case Action.CreateClaim(var claim, var pod, _) ->
          "Create Claim %s Pod %s in StatefulSet %s".formatted(claim, pod, set);
      case Action.GrowClaim(var claim, var pod, _, _) ->
          "Resize Claim %s Pod %s in StatefulSet %s".formatted(claim, pod, set);
      case Action.CreateJob(var job, _) ->
          "Create ImagePullJob %s in StatefulSet %s".formatted(job, set);
      case Action.ConfirmSet _,
          Action.CreatePuller _,
          Action.UnlockJob _,
          Action.DeleteJob _,
          Action.CheckTemplate _,
          Action.CompareTemplates _,
          Action.CreateRevision _,
          Action.PatchRevision _,
          Action.DeleteRevision _,
          Action.PatchClaim _,
          Action.PatchPodStatus _,
          Action.CheckResize _,
          Action.ResizePod _ ->
          "";
    };
  }

  /// A change of a label, an owner or a hook alone is not worth an event.
  private static String patched(String set, String pod, Purpose purpose) {
    return switch (purpose) {
      case UPDATE -> "Update Pod %s in StatefulSet %s in place".formatted(pod, set);
      case IDENTITY -> "Update Pod %s in StatefulSet %s".formatted(pod, set);
      case ADOPT, RELEASE, NUMBER, BEGIN, CLOSE_GATE, OPEN_GATE, PREPARE, SETTLE, AHEAD -> "";
    };
  }
}
