package dev.ordinal.plan.inplace;

import dev.ordinal.model.InPlaceState;
import dev.ordinal.model.PodView;
import dev.ordinal.model.PodView.Container;

/// Whether an in-place update has arrived: judged by which container runs, not by what its image is
/// called, for the runtime may report another name for the same image.
public final class Completion {
  private Completion() {}

  /// A pod that was never updated in place, or whose containers have all been renewed and run.
  public static boolean isComplete(PodView pod) {
    return pod.inPlace().filter(state -> !isComplete(pod, state)).isEmpty();
  }

  private static boolean isComplete(PodView pod, InPlaceState state) {
    return !state.hasNext()
        && state.last().entrySet().stream()
            .allMatch(
                last ->
                    pod.containers().stream()
                        .filter(container -> container.name().equals(last.getKey()))
                        .allMatch(container -> isRenewed(container, last.getValue())));
  }

  private static boolean isRenewed(Container container, InPlaceState.Identity last) {
    var hasOtherImage =
        !container.imageId().isEmpty() && !container.imageId().equals(last.imageId());
    var hasOtherContainer =
        !last.containerId().isEmpty()
            && !container.containerId().isEmpty()
            && !container.containerId().equals(last.containerId());
    return container.isReady() && (hasOtherImage || hasOtherContainer);
  }
}
