package dev.ordinal.sim.law;

import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.model.SetView;
import dev.ordinal.model.life.Hook;
import dev.ordinal.model.life.LifecycleState;
import dev.ordinal.plan.Action.Purpose;
import dev.ordinal.sim.virtual.RequestRecord;
import java.util.EnumSet;
import java.util.Optional;

/// A pod becomes Normal when its hook admits it, and is changed when its hook has released it.
final class NormalIsEarned implements Law {
  @Override
  public Optional<String> judge(ClusterHistory history, RequestRecord sent) {
    var pod = history.pods.get(sent.request().name());
    if (pod == null
        || RequestSorts.purpose(sent).isEmpty()
        || history.isContested
        || history.isJustRestored()) {
      return Optional.empty();
    }
    var set = sent.seen().orElseThrow();
    var next =
        sent.request().body().object("metadata").object("labels").text(Names.LIFECYCLE_LABEL);
    if (next.equals(LifecycleState.NORMAL.label()) && awaited(set, pod).isPresent()) {
      return Optional.of(pod.name() + " becomes Normal before its hook has admitted it");
    }
    return isChange(sent) && isHeld(set, pod)
        ? Optional.of(pod.name() + " is changed while its hook holds it")
        : Optional.empty();
  }

  private static boolean isChange(RequestRecord sent) {
    return RequestSorts.purpose(sent)
        .filter(EnumSet.of(Purpose.CLOSE_GATE, Purpose.BEGIN, Purpose.UPDATE)::contains)
        .isPresent();
  }

  private static boolean isHeld(SetView set, PodView pod) {
    return EnumSet.of(LifecycleState.NORMAL, LifecycleState.PREPARING_UPDATE)
            .contains(pod.lifecycleState())
        && set.spec().lifecycle().inPlaceUpdate().filter(hook -> isOn(hook, pod)).isPresent();
  }

  /// The hook that a pod in this state waits for.
  private static Optional<Hook> awaited(SetView set, PodView pod) {
    var hooks = set.spec().lifecycle();
    var hook =
        switch (pod.lifecycleState()) {
          case PREPARING_NORMAL -> hooks.preNormal();
          case UPDATING, UPDATED -> hooks.inPlaceUpdate();
          case NORMAL, PREPARING_UPDATE, PREPARING_DELETE -> Optional.<Hook>empty();
        };
    return hook.filter(found -> !isOn(found, pod));
  }

  private static boolean isOn(Hook hook, PodView pod) {
    return hook.isOn(pod.meta().labels(), pod.meta().finalizers());
  }
}
