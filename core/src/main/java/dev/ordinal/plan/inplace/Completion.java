package dev.ordinal.plan.inplace;

import dev.ordinal.model.InPlaceState;
import dev.ordinal.model.InPlaceState.Identity;
import dev.ordinal.model.PodView;
import dev.ordinal.model.PodView.Container;
import java.util.SortedMap;
import java.util.TreeMap;

/// Whether an in-place update has arrived: judged by which container runs, not by what its image is
/// called, for the runtime may report another name for the same image.
public final class Completion {
  private Completion() {}

  /// A pod that was never updated in place, or has all of its update.
  public static boolean isComplete(PodView pod) {
    return pod.inPlace().filter(state -> state.isPending() || !hasArrived(pod, state)).isEmpty();
  }

  /// What has been written to the pod so far shows on its containers.
  public static boolean hasArrived(PodView pod, InPlaceState state) {
    return (isProven(pod) || areRenewed(pod, state))
        && (!state.scope().resources() || pod.containers().stream().allMatch(Container::isSized));
  }

  /// No container is still to be restarted. Resources that the node has yet to give do not keep a
  /// pod from serving.
  public static boolean isRestarted(PodView pod) {
    return isProven(pod) || pod.inPlace().filter(state -> !areRenewed(pod, state)).isEmpty();
  }

  /// The batch that was written last is ready where the next one waits for that.
  public static boolean isReadyForNext(PodView pod, InPlaceState state) {
    return pod.containers().stream()
        .filter(container -> state.readyBeforeNext().contains(container.name()))
        .allMatch(Container::isReady);
  }

  /// The gate is closed before a container changes and opened on proof alone.
  private static boolean isProven(PodView pod) {
    return pod.hasGate(PodPatch.GATE)
        && pod.findCondition(PodPatch.GATE).filter(PodView.Condition::isTrue).isPresent();
  }

  private static boolean areRenewed(PodView pod, InPlaceState state) {
    return awaited(pod, state).isEmpty();
  }

  /// The containers that have not been renewed yet, as they were before.
  public static SortedMap<String, Identity> awaited(PodView pod, InPlaceState state) {
    var awaited = new TreeMap<String, Identity>();
    for (var container : pod.containers()) {
      var last = state.last().get(container.name());
      if (last != null && !isRenewed(container, last)) {
        awaited.put(container.name(), last);
      }
    }
    return awaited;
  }

  private static boolean isRenewed(Container container, Identity last) {
    var hasOtherImage =
        !container.imageId().isEmpty() && !container.imageId().equals(last.imageId());
    var hasOtherContainer =
        !last.containerId().isEmpty()
            && !container.containerId().isEmpty()
            && !container.containerId().equals(last.containerId());
    // Kruise keeps no container, and goes by the name where the image has not changed.
    var hasName = last.containerId().isEmpty() && container.isNamed();
    return container.isReady() && (hasOtherImage || hasOtherContainer || hasName);
  }

  /// Whether the pod waits for resources that its node can never give it.
  public static boolean isInfeasible(PodView pod) {
    return pod.inPlace().filter(state -> isInfeasible(pod, state)).isPresent();
  }

  /// Whether the pod's node can never give it the resources that it waits for.
  public static boolean isInfeasible(PodView pod, InPlaceState state) {
    return state.grace().isEmpty()
        && state.scope().resources()
        && !hasArrived(pod, state)
        && pod.findCondition("PodResizePending")
            .filter(pending -> pending.reason().equals("Infeasible"))
            .isPresent();
  }
}
