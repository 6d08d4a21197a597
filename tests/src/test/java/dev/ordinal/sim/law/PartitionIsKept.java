package dev.ordinal.sim.law;

import dev.ordinal.model.InPlaceState;
import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.model.UpdateStrategy.Rolling;
import dev.ordinal.plan.Action.Purpose;
import dev.ordinal.sim.virtual.RequestRecord;
import java.util.Optional;

/// No pod below the partition is updated by the controller; what has begun before is finished.
final class PartitionIsKept implements Law {
  @Override
  public Optional<String> judge(ClusterHistory history, RequestRecord sent) {
    if (!RequestSorts.isUpdate(sent)
        || !(sent.seen().orElseThrow().spec().update() instanceof Rolling rolling)
        || rolling.unordered().isPresent()) {
      return Optional.empty();
    }
    var set = sent.seen().orElseThrow();
    var rank =
        ClusterHistory.wanted(set.spec()).indexOf(Names.ordinal(set.name(), sent.call().name()));
    return rank >= 0 && rank < rolling.partition() && !hasBegun(history, sent)
        ? Optional.of(sent.call().name() + " is updated below the partition")
        : Optional.empty();
  }

  private static boolean hasBegun(ClusterHistory history, RequestRecord sent) {
    return RequestSorts.purpose(sent).filter(Purpose.UPDATE::equals).isPresent()
        && Optional.ofNullable(history.pods.get(sent.call().name()))
            .flatMap(PodView::inPlace)
            .filter(InPlaceState::isPending)
            .isPresent();
  }
}
