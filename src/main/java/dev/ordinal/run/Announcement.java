package dev.ordinal.run;

import dev.ordinal.plan.Action;
import java.util.Optional;

/// An event on the set, in the words that users of the peers search for.
public record Announcement(boolean isWarning, String reason, String message) {

  /// Nothing is said of conflicts and lost replies: they are retried and concern nobody.
  public static Optional<Announcement> of(String set, Action action, Outcome outcome) {
    var subject = subject(set, action);
    if (subject.isEmpty()) {
      return Optional.empty();
    }
    return switch (outcome) {
      case Outcome.Done _ ->
          Optional.of(
              new Announcement(false, "Successful" + verb(action), subject + " successful"));
      case Outcome.Refused(var message) ->
          Optional.of(
              new Announcement(
                  true, "Failed" + verb(action), subject + " failed error: " + message));
      case Outcome.Conflict _, Outcome.Gone _, Outcome.Unreachable _ -> Optional.empty();
    };
  }

  public static String verb(Action action) {
    return switch (action) {
      case Action.CreateRevision _, Action.CreateClaim _, Action.CreatePod _ -> "Create";
      case Action.DeletePod _ -> "Delete";
    };
  }

  private static String subject(String set, Action action) {
    return switch (action) {
      case Action.CreatePod(var pod, _, _) -> "Create Pod %s in StatefulSet %s".formatted(pod, set);
      case Action.DeletePod(var pod, _, _) -> "Delete Pod %s in StatefulSet %s".formatted(pod, set);
      case Action.CreateClaim(var claim, _) ->
          "Create Claim %s in StatefulSet %s".formatted(claim, set);
      case Action.CreateRevision _ -> "";
    };
  }
}
