package dev.ordinal.plan.stage;

import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.plan.Action.Cause;
import dev.ordinal.plan.Hold;
import dev.ordinal.plan.stage.Planner.Round;
import java.util.List;

/// Deletes pods that the user has labelled for it, highest first, and never more at a time than may
/// be down. They come back under the same name, unless their ordinal is reserved.
///
/// `max=1 0:v1:ready:specified 1:v1:ready` → `delete web-0 SPECIFIED`
final class SpecifiedStage {
  private SpecifiedStage() {}

  static void apply(Round round) {
    var draft = round.draft();
    var allowed = draft.allowed();
    var down = round.down();
    var leaving = leaving(round);
    for (var pod : round.roster().desired().reversed()) {
      if (!isAsked(draft, pod)) {
        continue;
      }
      var isDown = !draft.isAvailable(pod) || round.volumes().isGrowing(pod);
      var away = round.missingBeside(pod) + leaving;
      if (isDown ? away < allowed : down < allowed) {
        round.life().delete(pod, Cause.SPECIFIED, List.of());
        down += isDown ? 0 : 1;
        leaving += draft.isMoving(pod.name()) ? 1 : 0;
      } else {
        draft.hold(pod.name(), Hold.Reason.BudgetSpent.of(isDown ? away : down, allowed));
      }
    }
  }

  /// A pod that is down costs nobody a pod that is up, but once gone it may not come back.
  private static long leaving(Round round) {
    return round.roster().desired().stream()
        .filter(pod -> pod.isTerminating() || round.draft().isMoving(pod.name()))
        .count();
  }

  private static boolean isAsked(Draft draft, PodView pod) {
    return pod.meta().labels().containsKey(Names.SPECIFIED_DELETE_LABEL)
        && !pod.isTerminating()
        && !draft.isMoving(pod.name());
  }
}
