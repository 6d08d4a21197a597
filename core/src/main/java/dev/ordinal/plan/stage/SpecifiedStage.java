package dev.ordinal.plan.stage;

import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.plan.Action.Cause;
import dev.ordinal.plan.build.PlanBuilder;
import java.util.List;

/// Deletes pods that the user has labelled for it, highest first, and never more at a time than may
/// be down. They come back under the same name, unless their ordinal is reserved.
///
/// `max=1 0:v1:ready:specified 1:v1:ready` → `delete web-0 SPECIFIED`
final class SpecifiedStage {
  private SpecifiedStage() {}

  static void apply(Round round) {
    var plan = round.plan();
    for (var pod : round.roster().desired().reversed()) {
      if (!isAsked(plan, pod)) {
        continue;
      }
      var hold = round.budget().findHoldOnDeletion(pod);
      if (hold.isPresent()) {
        plan.hold(pod.name(), hold.get());
      } else {
        delete(round, pod);
      }
    }
  }

  /// A deletion that waits for its hook or its back-off leaves the room to the next pod.
  private static void delete(Round round, PodView pod) {
    round.life().delete(pod, Cause.SPECIFIED, List.of());
    if (round.plan().isMoving(pod.name())) {
      round.budget().take(pod);
    }
  }

  private static boolean isAsked(PlanBuilder plan, PodView pod) {
    return pod.meta().labels().containsKey(Names.SPECIFIED_DELETE_LABEL)
        && !pod.isTerminating()
        && !plan.isMoving(pod.name());
  }
}
