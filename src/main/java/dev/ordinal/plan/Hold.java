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

    /// Another's pod has the name; it is never touched.
    record NameTaken(String owner) implements Reason {}

    /// Another set's selector matches the same pods; neither touches the pods of the other.
    record SelectorOverlap(String set) implements Reason {
      String of(String target) {
        return "%s and StatefulSet %s select the same pods: give them labels of their own"
            .formatted(target, set);
      }
    }

    /// A claim keeps its name, and its volume, until it is gone.
    record ClaimTerminating(String claim) implements Reason {}

    /// The claim goes with a pod that was scaled away before; a new one comes after it.
    record StaleClaim(String claim) implements Reason {}

    /// The claim was asked to grow; the pod counts as down meanwhile, and is updated afterwards.
    record ClaimGrowing(String claim, String state) implements Reason {
      String of(String target) {
        return "%s waits for its claim %s, which is %s".formatted(target, claim, state);
      }
    }

    /// The claim is to grow, and the API server lets only bound ones do so.
    record ClaimUnbound(String claim, String size) implements Reason {
      String of(String target) {
        return "%s waits for its claim %s to be bound and then to grow to %s"
            .formatted(target, claim, size);
      }
    }

    /// The claim has less than its template asks for, and its volume may not grow.
    record ClaimCannotGrow(String claim, String because) implements Reason {
      String of(String target) {
        return "claim %s of %s cannot grow: %s".formatted(claim, target, because);
      }
    }

    /// The claim has something that no existing claim can change.
    record ClaimDiffers(String claim, String how) implements Reason {
      String of(String target) {
        return "claim %s of %s stays as it is: it has %s".formatted(claim, target, how);
      }
    }

    /// Pods carry the name of their revision, so it has to exist first.
    record RevisionMissing(String revision) implements Reason {}

    /// The API server is asked about the template before the first pod of it is touched.
    record TemplateUnchecked(String revision) implements Reason {}

    /// The API server would refuse pods of this template.
    record TemplateRefused(String words) implements Reason {}

    /// As many pods are down already as the set allows.
    record BudgetSpent(int used, int allowed) implements Reason {}

    /// Pods may only be changed in place, and this change needs a new pod.
    record InPlaceImpossible(String because) implements Reason {
      String of(String target) {
        return "%s cannot be updated in place, and podUpdatePolicy is InPlaceOnly: %s"
            .formatted(target, because);
      }
    }

    /// The user has paused updates.
    record Paused() implements Reason {}

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

  /// Whether someone has to do something about it: waiting alone will not help.
  public boolean isAlarm() {
    return switch (reason) {
      case Reason.InvalidSpec _,
          Reason.TemplateRefused _,
          Reason.NameTaken _,
          Reason.ClaimCannotGrow _,
          Reason.ClaimDiffers _,
          Reason.InPlaceImpossible _ ->
          true;
      case Reason.PodNotAvailable _,
          Reason.WaitsForPod _,
          Reason.PodTerminating _,
          Reason.SelectorOverlap _,
          Reason.ClaimTerminating _,
          Reason.StaleClaim _,
          Reason.ClaimGrowing _,
          Reason.ClaimUnbound _,
          Reason.RevisionMissing _,
          Reason.TemplateUnchecked _,
          Reason.BudgetSpent _,
          Reason.Paused _,
          Reason.BatchFull _,
          Reason.RequestFailed _,
          Reason.CreationsFail _,
          Reason.SetTerminating _ ->
          false;
    };
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
              ? target + " is terminating"
              : "%s waits for %s to terminate".formatted(target, pod);
      case Reason.NameTaken(var owner) ->
          "%s cannot be created: a pod of this name belongs to %s".formatted(target, owner);
      case Reason.SelectorOverlap overlap -> overlap.of(target);
      case Reason.ClaimTerminating(var claim) ->
          "%s waits for its claim %s to be gone".formatted(target, claim);
      case Reason.StaleClaim(var claim) ->
          "%s waits for the claim %s of its predecessor to be gone".formatted(target, claim);
      case Reason.ClaimGrowing growing -> growing.of(target);
      case Reason.ClaimUnbound unbound -> unbound.of(target);
      case Reason.ClaimCannotGrow small -> small.of(target);
      case Reason.ClaimDiffers other -> other.of(target);
      case Reason.RevisionMissing(var revision) ->
          "%s waits for its revision %s to be recorded".formatted(target, revision);
      case Reason.TemplateUnchecked(var revision) ->
          "%s waits until the API server has been asked about %s".formatted(target, revision);
      case Reason.TemplateRefused(var words) ->
          "%s is left as it is: the API server refuses the template: %s".formatted(target, words);
      case Reason.BudgetSpent(var used, var allowed) ->
          "%s waits: %d of %d pods that may be down are down".formatted(target, used, allowed);
      case Reason.InPlaceImpossible impossible -> impossible.of(target);
      case Reason.Paused() -> target + " is not updated: the update is paused";
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
