package dev.ordinal.plan;

import dev.ordinal.plan.life.PodState;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// What is waited for. The type's name is the word users see and search for.
public sealed interface HoldReason {
  /// The reason as a sentence for people, about the object that waits.
  String of(String target);

  /// The pod is there and has still to start, to become ready, or to stay ready long enough.
  record PodNotAvailable(PodState state) implements HoldReason {
    @Override
    public String of(String target) {
      return target + " is " + state;
    }
  }

  /// Pods come one after the other, and the one before is not available yet.
  record WaitsForPod(String pod, String state) implements HoldReason {
    @Override
    public String of(String target) {
      return "%s waits for %s, which is %s".formatted(target, pod, state);
    }
  }

  /// Pods go one after the other, and not while another is unwell, which may have to go as well.
  record ScaleDownHalted(String pod, String state, boolean isCondemned) implements HoldReason {
    @Override
    public String of(String target) {
      var end = isCondemned ? ", or after kubectl delete pod " + pod : "";
      return "%s stays: the scale-down halts while %s is %s, and goes on when %s is available%s"
          .formatted(target, pod, state, pod, end);
    }
  }

  /// A pod keeps its name until it is gone.
  record PodTerminating(String pod) implements HoldReason {
    @Override
    public String of(String target) {
      return pod.equals(target)
          ? target + " is terminating"
          : "%s waits for %s to terminate".formatted(target, pod);
    }
  }

  /// The pod's grace period is long over, and the pod is still there.
  record TerminationStuck(String by) implements HoldReason {
    @Override
    public String of(String target) {
      return "%s is terminating and still there after its grace period: %s".formatted(target, by);
    }
  }

  /// Another's pod has the name; it is never touched.
  record NameTaken(String owner) implements HoldReason {
    @Override
    public String of(String target) {
      return "%s cannot be created: a pod of this name belongs to %s".formatted(target, owner);
    }
  }

  /// Another set's selector matches the same pods; neither touches the pods of the other.
  record SelectorOverlap(String set) implements HoldReason {
    @Override
    public String of(String target) {
      return "%s and StatefulSet %s select the same pods: give them labels of their own"
          .formatted(target, set);
    }
  }

  /// Two controllers look after one set, and each undoes what the other does.
  record KruiseStillRuns() implements HoldReason {
    @Override
    public String of(String target) {
      return target + " is written to by kruise-manager as well: stop it, or uninstall Ordinal";
    }
  }

  /// A claim keeps its name, and its volume, until it is gone.
  record ClaimTerminating(String claim) implements HoldReason {
    @Override
    public String of(String target) {
      return "%s waits until its claim %s has been deleted".formatted(target, claim);
    }
  }

  /// The claim goes with a pod that was scaled away before; a new one comes after it.
  record StaleClaim(String claim) implements HoldReason {
    @Override
    public String of(String target) {
      return "%s waits until the claim %s of its predecessor has been deleted"
          .formatted(target, claim);
    }
  }

  /// The claim was asked to grow; the pod counts as down meanwhile, and is updated afterwards.
  record ClaimGrowing(String claim, String state) implements HoldReason {
    @Override
    public String of(String target) {
      return "%s waits for its claim %s, which is %s".formatted(target, claim, state);
    }
  }

  /// The claim is to grow, and the API server lets only bound ones do so.
  record ClaimUnbound(String claim, String size) implements HoldReason {
    @Override
    public String of(String target) {
      return "%s waits for its claim %s to be bound and then to grow to %s"
          .formatted(target, claim, size);
    }
  }

  /// The claim has less than its template asks for, and may not grow: `isKnown`, or only supposed.
  record ClaimCannotGrow(String claim, String because, boolean isKnown) implements HoldReason {
    @Override
    public String of(String target) {
      return "claim %s of %s cannot grow: %s".formatted(claim, target, because);
    }
  }

  /// The claim has something that no existing claim can change.
  record ClaimDiffers(String claim, String how) implements HoldReason {
    @Override
    public String of(String target) {
      return "claim %s of %s stays as it is: it has %s".formatted(claim, target, how);
    }
  }

  /// The claim lacks the owner that the retention policy asks for, and the API server refuses it.
  record ClaimOwnerRefused(String claim, String risk, String words) implements HoldReason {
    @Override
    public String of(String target) {
      return "claim %s of %s %s: the API server refuses to change its owner: %s"
          .formatted(claim, target, risk, words);
    }
  }

  /// A scale-down that was taken back gave the claim to the pod; it has to be taken back first.
  record ClaimGoesWithPod(String claim) implements HoldReason {
    @Override
    public String of(String target) {
      return "%s stays: its claim %s would be deleted with it".formatted(target, claim);
    }
  }

  /// Pods carry the name of their revision, so it has to exist first.
  record RevisionMissing(String revision) implements HoldReason {
    @Override
    public String of(String target) {
      return "%s waits for its revision %s to be recorded".formatted(target, revision);
    }
  }

  /// The API server is asked about the template before the first pod of it is touched.
  record TemplateUnchecked(String revision) implements HoldReason {
    @Override
    public String of(String target) {
      return "%s waits until the API server has checked revision %s in a dry run"
          .formatted(target, revision);
    }
  }

  /// The API server would refuse pods of this template.
  record TemplateRefused(String words) implements HoldReason {
    @Override
    public String of(String target) {
      return "%s waits: the API server, asked every 30 s, refuses the template: %s"
          .formatted(target, words);
    }
  }

  /// As many pods are down as the set allows. The sentence omits how many: that keeps changing.
  record BudgetSpent(int used, int allowed) implements HoldReason {
    @Override
    public String of(String target) {
      return "%s waits: no more than %d may be down at a time".formatted(target, allowed);
    }
  }

  /// A hook has to be satisfied before the pod's life goes on.
  record HookHolds(String stage, String until) implements HoldReason {
    @Override
    public String of(String target) {
      return "%s is %s and waits until %s".formatted(target, stage, until);
    }
  }

  /// A hook wants traffic kept away from a pod that was made without the gate for it.
  record GateMissing(String gate) implements HoldReason {
    @Override
    public String of(String target) {
      return "%s cannot be marked not ready: it was made without the readiness gate %s"
          .formatted(target, gate);
    }
  }

  /// Traffic is given time to leave the pod before its containers change.
  record GracePeriod(Instant until) implements HoldReason {
    @Override
    public String of(String target) {
      return "%s is out of service and is updated at %s, when its grace period ends"
          .formatted(target, until.truncatedTo(ChronoUnit.SECONDS));
    }
  }

  /// The node has no room for the resources, now or ever; the kubelet tries again.
  record ResizeDeferred(boolean isInfeasible) implements HoldReason {
    @Override
    public String of(String target) {
      var node = isInfeasible ? "is too small for them" : "has no room for them now";
      var end = isInfeasible ? "" : "when there is room, or ";
      return "%s waits for its new resources: its node %s; it gets them %safter kubectl delete pod %s"
          .formatted(target, node, end, target);
    }
  }

  /// Pods may only be changed in place, and this change needs a new pod.
  record InPlaceImpossible(String because) implements HoldReason {
    @Override
    public String of(String target) {
      return "%s cannot be updated in place, and podUpdatePolicy is InPlaceOnly: %s"
          .formatted(target, because);
    }
  }

  /// The user has paused updates.
  record Paused() implements HoldReason {
    @Override
    public String of(String target) {
      return target + " is not updated: the update is paused until rollingUpdate.paused is false";
    }
  }

  /// More pods are wanted than one plan may create; the rest follows.
  record BatchFull(int allowed) implements HoldReason {
    @Override
    public String of(String target) {
      return "%s waits for its turn: %d pods are created at a time".formatted(target, allowed);
    }
  }

  /// The API server did not do what we asked; it is asked again after a pause.
  record RequestFailed(String message) implements HoldReason {
    @Override
    public String of(String target) {
      return "the request for %s failed and is repeated: %s".formatted(target, message);
    }
  }

  /// So many creations fail that the next one waits until they succeed again.
  record CreationsFail(int failures) implements HoldReason {
    @Override
    public String of(String target) {
      return "%s waits because %d other creations fail".formatted(target, failures);
    }
  }

  /// The spec asks for what cannot be, in a way the schema cannot refuse.
  record InvalidSpec(String sentence) implements HoldReason {
    @Override
    public String of(String target) {
      return sentence;
    }
  }

  /// As many nodes pull the image already as the job allows at a time; 0 pauses it.
  record SlotTaken(int parallelism) implements HoldReason {
    @Override
    public String of(String target) {
      return "%s waits for its turn: parallelism is %d".formatted(target, parallelism);
    }
  }

  /// The image is on its way to the node.
  record ImagePulling(int attempt, String state) implements HoldReason {
    @Override
    public String of(String target) {
      return "%s pulls the image, attempt %d: %s".formatted(target, attempt, state);
    }
  }

  /// Which nodes, or pods on them, there are is not known yet, or the controller may not know.
  record NodesUnread() implements HoldReason {
    @Override
    public String of(String target) {
      return target + " waits until the controller has read the nodes, or the pods on them";
    }
  }

  /// The set or job is being deleted; the garbage collector takes its pods.
  record SetTerminating() implements HoldReason {
    @Override
    public String of(String target) {
      return target + " is being deleted";
    }
  }
}
