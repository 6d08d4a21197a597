package dev.ordinal.plan;

/// Work that is needed and was not done, and why. Log, event, condition, CLI and page all print it.
public record Hold(String target, Reason reason) {

  /// What is waited for. The type's name is the word users see and search for.
  public sealed interface Reason {
    /// The pod is there and has still to start, to become ready, or to stay ready long enough.
    record PodNotAvailable(String state) implements Reason {}

    /// Pods come one after the other, and the one before is not available yet.
    record WaitsForPod(String pod, String state) implements Reason {}

    /// A pod keeps its name until it is gone.
    record PodTerminating(String pod) implements Reason {}

    /// A claim keeps its name, and its volume, until it is gone.
    record ClaimTerminating(String claim) implements Reason {}

    /// Pods carry the name of their revision, so it has to exist first.
    record RevisionMissing(String revision) implements Reason {}

    /// More pods are wanted than one plan may create; the rest follows.
    record BatchFull(int allowed) implements Reason {}

    /// The API server did not do what we asked; it is asked again after a pause.
    record RequestFailed(String message) implements Reason {}

    /// So many creations fail that the next one waits until they succeed again.
    record CreationsFail(int failures) implements Reason {}

    /// The spec contradicts itself in a way the schema cannot refuse.
    record InvalidSpec(String fault) implements Reason {}

    /// The set is being deleted; the garbage collector takes its pods.
    record SetTerminating() implements Reason {}
  }

  public String reasonName() {
    return reason.getClass().getSimpleName();
  }

  /// The hold as a sentence for people.
  public String sentence() {
    return switch (reason) {
      case Reason.PodNotAvailable(var state) -> target + " is " + state;
      case Reason.WaitsForPod(var pod, var state) ->
          "%s waits for %s, which is %s".formatted(target, pod, state);
      case Reason.PodTerminating(var pod) ->
          pod.equals(target)
              ? "%s is terminating and comes back when it is gone".formatted(target)
              : "%s waits for %s to terminate".formatted(target, pod);
      case Reason.ClaimTerminating(var claim) ->
          "%s waits for its claim %s to be gone".formatted(target, claim);
      case Reason.RevisionMissing(var revision) ->
          "%s waits for its revision %s to be recorded".formatted(target, revision);
      case Reason.BatchFull(var allowed) ->
          "%s waits for its turn: %d pods are created at a time".formatted(target, allowed);
      case Reason.RequestFailed(var message) -> "%s is tried again: %s".formatted(target, message);
      case Reason.CreationsFail(var failures) ->
          "%s waits because %d other requests fail".formatted(target, failures);
      case Reason.InvalidSpec(var fault) -> "nothing is changed: " + fault;
      case Reason.SetTerminating() -> target + " is being deleted";
    };
  }
}
