package dev.ordinal.sim.law;

import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.model.SetSpec.PodManagement;
import dev.ordinal.model.UpdateStrategy.PodUpdate;
import dev.ordinal.model.UpdateStrategy.Rolling;
import dev.ordinal.plan.Action.Cause;
import dev.ordinal.sim.virtual.RequestRecord;
import java.util.Optional;

/// With `OrderedReady`, and no order of its own, an update takes no pod while a higher one that is
/// available has its turn before it. Pods that are down may be repaired at any time.
final class UpdatesGoInOrder implements Law {
  @Override
  public Optional<String> judge(ClusterHistory history, RequestRecord sent) {
    if (RequestSorts.cause(sent).filter(Cause.STUCK::equals).isPresent()
        || !RequestSorts.isUpdate(sent)
        || !history.isSurelyAvailable(sent.request().name(), sent)
        || !(sent.seen().orElseThrow().spec().update() instanceof Rolling rolling)) {
      return Optional.empty();
    }
    var set = sent.seen().orElseThrow();
    if (rolling.unordered().isPresent()
        || rolling.podUpdate() == PodUpdate.IN_PLACE_ONLY
        || set.spec().podManagement() != PodManagement.ORDERED_READY) {
      return Optional.empty();
    }
    var name = sent.request().name();
    // Those of one batch go side by side.
    var allowed = Math.max(1, rolling.maxUnavailable().of(set.spec().replicas()));
    var ordinal = Names.ordinal(set.name(), name);
    var passedOver =
        ClusterHistory.wanted(set.spec()).stream()
            .filter(higher -> higher > ordinal)
            .map(higher -> history.pods.get(set.name() + "-" + higher))
            .filter(higher -> higher != null && history.isSurelyAvailable(higher.name(), sent))
            .filter(higher -> !RequestSorts.isUpdated(history, set, higher))
            // Another reason has already made it due.
            .filter(higher -> !higher.meta().labels().containsKey(Names.SPECIFIED_DELETE_LABEL))
            .filter(higher -> !higher.meta().createdAt().isAfter(sent.asOf()))
            // Of pods that wait for a resize the lowest goes first: the others come back after it.
            .filter(higher -> higher.findCondition("PodResizePending").isEmpty())
            .map(PodView::name)
            .toList();
    return passedOver.size() < allowed
        ? Optional.empty()
        : Optional.of(name + " is updated before " + passedOver);
  }
}
