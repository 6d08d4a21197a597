package dev.ordinal.sim.law;

import dev.ordinal.model.Meta;
import dev.ordinal.model.PodView;
import dev.ordinal.model.View;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Action.Purpose;
import dev.ordinal.run.ask.Call;
import dev.ordinal.run.ask.Kind;
import dev.ordinal.sim.virtual.RequestRecord;
import java.util.Optional;

/// No pod or revision of another controller is touched, one without a controller only to adopt it,
/// and a pod that the selector does not match only to release it, perhaps once more.
final class OthersAreLeftAlone implements Law {
  @Override
  public Optional<String> judge(ClusterHistory history, RequestRecord sent) {
    var target = find(history, sent);
    if (target.isEmpty() || sent.call().verb() == Call.Verb.CREATE || !isWrite(sent)) {
      return Optional.empty();
    }
    var owner = target.get().meta().controller().map(Meta.Owner::uid);
    var isOwned = owner.filter(sent.seen().orElseThrow().uid()::equals).isPresent();
    var isOurs = isOwned && matches(sent, target.get());
    var isAdopted = owner.isEmpty() && isAdoption(sent.action().orElseThrow());
    var isReleased = RequestSorts.purpose(sent).filter(Purpose.RELEASE::equals).isPresent();
    var isRace = history.hasJustChangedHands(sent.call().name(), sent);
    if (isOurs || isAdopted || isRace || ((owner.isEmpty() || isOwned) && isReleased)) {
      return Optional.empty();
    }
    return Optional.of(
        isOwned
            ? sent.call().name() + " is touched and does not match"
            : sent.call().name() + " is touched and belongs to " + owner.orElse("no controller"));
  }

  private static boolean matches(RequestRecord sent, View target) {
    return !(target instanceof PodView pod)
        || sent.seen().orElseThrow().spec().selector().matches(pod.meta().labels());
  }

  private static boolean isWrite(RequestRecord sent) {
    return sent.call().verb() != Call.Verb.GET && sent.call().verb() != Call.Verb.DRY_RUN;
  }

  private static boolean isAdoption(Action action) {
    return switch (action) {
      case Action.PatchPod patch -> patch.purpose() == Purpose.ADOPT;
      case Action.PatchRevision patch -> patch.purpose() == Purpose.ADOPT;
      default -> false;
    };
  }

  private static Optional<? extends View> find(ClusterHistory history, RequestRecord sent) {
    if (sent.call().kind() == Kind.POD) {
      return Optional.ofNullable(history.pods.get(sent.call().name()));
    }
    return sent.call().kind() == Kind.REVISION
        ? Optional.ofNullable(history.revisions.get(sent.call().name()))
        : Optional.empty();
  }
}
