package dev.ordinal.sim.law;

import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.model.SetSpec.PodManagement;
import dev.ordinal.plan.Action.Cause;
import dev.ordinal.sim.virtual.RequestRecord;
import java.util.Optional;

/// Scaling down deletes only pods that the spec does not ask for. With `OrderedReady` the highest
/// is deleted first, alone, and while all that stay are available. If it is not available itself,
/// it waits for lower ones that have become unavailable and may recover.
final class PodsGoInOrder implements Law {
  @Override
  public Optional<String> judge(ClusterHistory history, RequestRecord sent) {
    if (RequestSorts.cause(sent).filter(Cause.SCALE_DOWN::equals).isEmpty()) {
      return Optional.empty();
    }
    var name = sent.call().name();
    var set = sent.seen().orElseThrow();
    var wanted = ClusterHistory.wanted(set.spec());
    var ordinal = Names.ordinal(set.name(), name);
    if (wanted.contains(ordinal)) {
      return Optional.of(name + " is scaled down though the spec asks for it");
    }
    if (set.spec().podManagement() != PodManagement.ORDERED_READY || history.isContested) {
      return Optional.empty();
    }
    var higher =
        history.membersOf(set).stream()
            .map(pod -> Names.ordinal(set.name(), pod.name()))
            .filter(other -> other > ordinal && !wanted.contains(other))
            .findFirst();
    if (higher.isPresent()) {
      return Optional.of(name + " is deleted before " + set.name() + "-" + higher.get());
    }
    return wanted.stream()
        .map(stays -> set.name() + "-" + stays)
        .filter(stays -> !history.mayHaveBeenAvailable(stays, sent))
        .map(stays -> name + " is deleted while " + stays + " is not available")
        .findFirst()
        .or(() -> passedOver(history, sent));
  }

  private static Optional<String> passedOver(ClusterHistory history, RequestRecord sent) {
    var set = sent.seen().orElseThrow();
    var name = sent.call().name();
    return history.membersOf(set).stream()
        .filter(_ -> !history.mayHaveBeenAvailable(name, sent))
        .filter(pod -> Names.ordinal(set.name(), pod.name()) < Names.ordinal(set.name(), name))
        .filter(pod -> mayRecover(pod) && history.hasSurelyFallenIll(pod, sent))
        .map(pod -> name + " is deleted before " + pod.name() + " has recovered")
        .findFirst();
  }

  /// It runs, and none of its containers has ever ended.
  private static boolean mayRecover(PodView pod) {
    return pod.phase() == PodView.Phase.RUNNING
        && !pod.isTerminating()
        && pod.isNormal()
        && pod.containers().stream()
            .allMatch(each -> each.restarts() == 0 && each.waiting().isEmpty());
  }
}
