package dev.ordinal.view;

import dev.ordinal.model.SetView;
import dev.ordinal.model.common.PlainText;
import dev.ordinal.plan.Hold;
import dev.ordinal.plan.HoldReason;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What would end a wait, and the command to run for that.
///
/// @param ends the end of a sentence that begins with "It ends when"
/// @param command empty where waiting alone helps
public record Advice(String ends, String command) {
  private static final Pattern CONTAINER = Pattern.compile(" in container ([a-z0-9-]+)");
  private static final Pattern KUBECTL =
      Pattern.compile("kubectl [a-z].*?(?=$|,|;| makes | shows )");
  private static final Pattern UNTIL_AT = Pattern.compile("it is available at (\\S+?),");

  public Advice {
    ends = PlainText.of(ends);
    command = PlainText.of(command);
  }

  static Advice of(Hold hold, SetView set) {
    return new Words(hold.target(), set.meta().namespace(), set.name()).of(hold.reason());
  }

  /// What is said of one target.
  private record Words(String target, String namespace, String set) {
    Advice of(HoldReason reason) {
      return switch (reason) {
        case HoldReason.PodNotAvailable(var state) ->
            state.isBroken() ? broken(state.words(), state.advice()) : pending(state.toString());
        case HoldReason.WaitsForPod(var pod, _) -> wait(pod + " is available");
        case HoldReason.ScaleDownHalted(var pod, _, _) ->
            run(pod + " is available, or deleted", "kubectl delete pod " + pod);
        case HoldReason.PodTerminating(var pod) -> wait("the node has stopped " + pod);
        case HoldReason.TerminationStuck(var by) -> stuck(by);
        case HoldReason.BudgetSpent _ -> wait("one of the pods that are down is available");
        case HoldReason.BatchFull _ -> wait("the pods before it have been created");
        case HoldReason.NameTaken _,
            HoldReason.SelectorOverlap _,
            HoldReason.KruiseStillRuns _,
            HoldReason.Paused _,
            HoldReason.SetTerminating _,
            HoldReason.InvalidSpec _,
            HoldReason.SlotTaken _,
            HoldReason.ImagePulling _,
            HoldReason.NodesUnread _ ->
            ofSet(reason);
        case HoldReason.ClaimTerminating _,
            HoldReason.StaleClaim _,
            HoldReason.ClaimGrowing _,
            HoldReason.ClaimUnbound _,
            HoldReason.ClaimCannotGrow _,
            HoldReason.ClaimDiffers _,
            HoldReason.ClaimOwnerRefused _,
            HoldReason.ClaimGoesWithPod _ ->
            ofClaim(reason);
        case HoldReason _ -> ofUpdate(reason);
      };
    }

    private Advice ofSet(HoldReason reason) {
      return switch (reason) {
        // It belongs to another owner: its user decides what becomes of it.
        case HoldReason.NameTaken _ ->
            run("the other pod is gone", "kubectl get pod %s -o yaml".formatted(target));
        // The selector of a set cannot be changed.
        case HoldReason.SelectorOverlap(var other) ->
            run(
                "one of the two sets is replaced by one with labels of its own",
                "kubectl get asts %s %s -o wide".formatted(set, other));
        case HoldReason.KruiseStillRuns _ ->
            new Advice(
                "one of the two controllers stops",
                "kubectl scale deployment kruise-controller-manager -n kruise-system --replicas=0");
        case HoldReason.Paused _ -> ordinal("rollingUpdate.paused is false", "resume " + set);
        case HoldReason.SetTerminating _ ->
            run("the garbage collector has deleted its pods", "kubectl get pods,asts");
        case HoldReason.InvalidSpec _ -> run("the spec is corrected", "kubectl edit asts " + set);
        case HoldReason _ -> wait("its turn comes");
      };
    }

    private Advice ofUpdate(HoldReason reason) {
      return switch (reason) {
        case HoldReason.RevisionMissing _ -> wait("the controller has recorded the revision");
        case HoldReason.TemplateUnchecked _ -> wait("the API server has answered");
        case HoldReason.TemplateRefused _ ->
            ordinal("the template changes, or the API server accepts it", "undo " + set);
        case HoldReason.HookHolds(_, var until) -> ordinal(until, "hooks " + set);
        case HoldReason.GateMissing _ ->
            run("the pod is made anew", "kubectl delete pod " + target);
        case HoldReason.GracePeriod(var until) -> wait("it is " + until);
        case HoldReason.ResizeDeferred(var isInfeasible) ->
            run(
                isInfeasible ? "the pod moves to another node" : "its node has room, or it moves",
                "kubectl delete pod " + target);
        case HoldReason.InPlaceImpossible _ ->
            ordinal(
                "podUpdatePolicy allows to replace it, or the template goes back", "undo " + set);
        case HoldReason.RequestFailed(var message) when message.contains("exceeded quota") ->
            run("the quota has room; it is tried again by itself", "kubectl describe quota");
        case HoldReason.RequestFailed _ ->
            wait("the API server accepts the request; it is tried again by itself");
        case HoldReason.CreationsFail _ -> wait("the other creations succeed");
        case HoldReason _ -> wait("its turn comes");
      };
    }

    private Advice ofClaim(HoldReason reason) {
      return switch (reason) {
        case HoldReason.ClaimTerminating(var claim) ->
            run("the claim is gone", "kubectl describe pvc " + claim);
        case HoldReason.StaleClaim(var claim) ->
            run("the claim is gone", "kubectl describe pvc " + claim);
        case HoldReason.ClaimGrowing(var claim, _) ->
            run("its volume has grown", "kubectl describe pvc " + claim);
        case HoldReason.ClaimUnbound(var claim, _) ->
            run("the claim is bound", "kubectl describe pvc " + claim);
        case HoldReason.ClaimCannotGrow(var claim, _, _) ->
            run(
                "its template asks for no more, or the volume may grow",
                "kubectl describe pvc " + claim);
        case HoldReason.ClaimDiffers(var claim, _) ->
            run("its template asks for what it has", "kubectl describe pvc " + claim);
        case HoldReason.ClaimOwnerRefused(var claim, _, _) ->
            run("the API server lets its owner change", "kubectl describe pvc " + claim);
        case HoldReason.ClaimGoesWithPod _ -> wait("the claim has been taken from the pod");
        case HoldReason _ -> wait("its turn comes");
      };
    }

    private Advice broken(String words, String advice) {
      if (advice.contains("kubectl ")) {
        return advised(advice);
      }
      var container = CONTAINER.matcher(words);
      var name = container.find() ? container.group(1) : "";
      if (words.contains("ImagePull") || words.contains("InvalidImageName")) {
        return ordinal(
            "the image can be pulled, or the template names another one",
            "set-image %s %s=IMAGE".formatted(set, name));
      }
      if (words.contains("CrashLoopBackOff")) {
        return run(
            "the container stays up", "kubectl logs %s -c %s --previous".formatted(target, name));
      }
      return words.startsWith("unschedulable")
          ? run("a node has room for it and is allowed", "kubectl describe pod " + target)
          : run("the container can start", "kubectl describe pod " + target);
    }

    private Advice pending(String words) {
      var at = UNTIL_AT.matcher(words);
      if (at.find()) {
        return wait("it is " + at.group(1));
      }
      var semicolon = words.indexOf("; ");
      if (semicolon >= 0 && words.contains("kubectl ")) {
        return advised(words.substring(semicolon + 2));
      }
      return words.startsWith("not ready") || words.startsWith("out of reach")
          ? run("it is ready", "kubectl describe pod " + target)
          : wait(words.startsWith("being updated") ? "the update has arrived" : "it is ready");
    }

    /// The planner's own advice often names the command.
    private Advice advised(String advice) {
      var command = Optional.of(KUBECTL.matcher(advice)).filter(Matcher::find);
      return new Advice(
          ends(advice), command.map(found -> found.group() + " -n " + namespace).orElse(""));
    }

    private static String ends(String advice) {
      if (advice.startsWith("claim ")) {
        return "the StorageClass exists, or the claim asks for another one";
      }
      return advice.startsWith("no container has started")
          ? "what its containers need is there"
          : "it is ready, or deleted";
    }

    private Advice stuck(String by) {
      return by.startsWith("kept by finalizer")
          ? run("its finalizers are removed", "kubectl get pod %s -o yaml".formatted(target))
          : new Advice("its node answers again, or is deleted", "kubectl get nodes");
    }

    private static Advice wait(String ends) {
      return new Advice(ends, "");
    }

    private Advice run(String ends, String command) {
      return new Advice(ends, command + " -n " + namespace);
    }

    private Advice ordinal(String ends, String command) {
      return run(ends, "ordinal " + command);
    }
  }
}
