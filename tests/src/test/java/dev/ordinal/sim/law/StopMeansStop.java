package dev.ordinal.sim.law;

import dev.ordinal.model.UpdateStrategy.OnDelete;
import dev.ordinal.model.UpdateStrategy.PodUpdate;
import dev.ordinal.model.UpdateStrategy.Rolling;
import dev.ordinal.model.life.LifecycleState;
import dev.ordinal.plan.Action.Cause;
import dev.ordinal.plan.Action.Purpose;
import dev.ordinal.sim.virtual.RequestRecord;
import java.util.Optional;

/// Paused sets and those of `OnDelete` start no update, and `InPlaceOnly` deletes no pod for one.
final class StopMeansStop implements Law {
  @Override
  public Optional<String> judge(ClusterHistory history, RequestRecord sent) {
    var update = sent.seen().map(set -> set.spec().update()).orElse(null);
    var isDelete = RequestSorts.cause(sent).filter(Cause.UPDATE::equals).isPresent();
    var isClose = RequestSorts.purpose(sent).filter(Purpose.CLOSE_GATE::equals).isPresent();
    var isStopped =
        update instanceof OnDelete || (update instanceof Rolling rolling && rolling.isPaused());
    var isOnlyInPlace =
        update instanceof Rolling rolling && rolling.podUpdate() == PodUpdate.IN_PLACE_ONLY;
    // An update for which the hook was asked is finished. PreparingDelete proves no update: a
    // scale-down that was taken back leaves it as well.
    var isPreparing =
        Optional.ofNullable(history.pods.get(sent.request().name()))
            .filter(pod -> pod.lifecycleState() == LifecycleState.PREPARING_UPDATE)
            .isPresent();
    return (isStopped && !isPreparing && (isDelete || isClose)) || (isOnlyInPlace && isDelete)
        ? Optional.of(sent.request().name() + " is updated, which the spec does not allow")
        : Optional.empty();
  }
}
