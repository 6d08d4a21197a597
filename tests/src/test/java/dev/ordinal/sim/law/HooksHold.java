package dev.ordinal.sim.law;

import dev.ordinal.model.PodView;
import dev.ordinal.model.View;
import dev.ordinal.model.life.Hook;
import dev.ordinal.model.life.LifecycleState;
import dev.ordinal.plan.Action.Cause;
import dev.ordinal.sim.virtual.RequestRecord;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;

/// No pod is deleted while its hook holds it, and no pod skips a lifecycle state.
final class HooksHold implements Law {
  private static final Map<LifecycleState, EnumSet<LifecycleState>> NEXT =
      Map.of(
          LifecycleState.PREPARING_NORMAL,
          EnumSet.of(
              LifecycleState.NORMAL,
              LifecycleState.PREPARING_DELETE,
              LifecycleState.PREPARING_UPDATE,
              LifecycleState.UPDATING),
          LifecycleState.NORMAL,
          EnumSet.of(
              LifecycleState.PREPARING_UPDATE,
              LifecycleState.UPDATING,
              LifecycleState.PREPARING_DELETE,
              LifecycleState.PREPARING_NORMAL),
          LifecycleState.PREPARING_UPDATE,
          // Back into service, when its hook had released it for nothing.
          EnumSet.of(
              LifecycleState.UPDATING,
              LifecycleState.NORMAL,
              LifecycleState.UPDATED,
              LifecycleState.PREPARING_DELETE),
          LifecycleState.UPDATING,
          EnumSet.of(
              LifecycleState.UPDATED,
              LifecycleState.NORMAL,
              LifecycleState.PREPARING_DELETE,
              LifecycleState.PREPARING_UPDATE),
          LifecycleState.UPDATED,
          EnumSet.of(
              LifecycleState.NORMAL,
              LifecycleState.PREPARING_UPDATE,
              LifecycleState.UPDATING,
              LifecycleState.PREPARING_DELETE),
          LifecycleState.PREPARING_DELETE,
          EnumSet.of(
              LifecycleState.NORMAL, LifecycleState.PREPARING_UPDATE, LifecycleState.UPDATING));

  @Override
  public Optional<String> judge(ClusterHistory history, RequestRecord sent) {
    var pod = history.pods.get(sent.call().name());
    if (pod == null
        || RequestSorts.cause(sent).filter(cause -> cause != Cause.FINISHED).isEmpty()) {
      return Optional.empty();
    }
    return sent.seen()
        .flatMap(set -> set.spec().lifecycle().preDelete())
        .filter(hook -> !isEmpty(hook))
        .filter(hook -> hook.isOn(pod.meta().labels(), pod.meta().finalizers()))
        .map(_ -> pod.name() + " is deleted while its hook holds it");
  }

  private static boolean isEmpty(Hook hook) {
    return hook.labels().isEmpty() && hook.finalizers().isEmpty();
  }

  @Override
  public Optional<String> judge(ClusterHistory history, View now) {
    var before = history.pods.get(now.name());
    if (!(now instanceof PodView pod) || before == null || !before.uid().equals(pod.uid())) {
      return Optional.empty();
    }
    var was = before.lifecycleState();
    var is = pod.lifecycleState();
    return was == is || NEXT.getOrDefault(was, EnumSet.noneOf(LifecycleState.class)).contains(is)
        ? Optional.empty()
        : Optional.of("%s goes from %s to %s".formatted(pod.name(), was, is));
  }
}
