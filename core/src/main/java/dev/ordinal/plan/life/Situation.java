package dev.ordinal.plan.life;

import dev.ordinal.model.PodView;
import dev.ordinal.model.SetSpec.Lifecycle;
import dev.ordinal.model.life.Hook;
import dev.ordinal.plan.body.ReadinessGate;
import dev.ordinal.plan.inplace.Completion;
import java.util.Optional;

/// What the table asks about a pod: what is wanted of it, and which hooks hold it.
public record Situation(Goal wanted, Lifecycle hooks, PodView pod) {

  /// What the plan wants of the pod.
  public enum Goal {
    STAY,
    UPDATE,
    DELETE
  }

  boolean isUpdateComplete() {
    return Completion.isComplete(pod);
  }

  boolean isMarked() {
    return ReadinessGate.isOurs(pod);
  }

  boolean isHeldFromDeletion() {
    return hooks.preDelete().filter(this::hasAny).isPresent();
  }

  boolean isHeldFromUpdate() {
    return hooks.inPlaceUpdate().filter(this::hasAny).isPresent();
  }

  boolean hasUpdateHook() {
    return hooks.inPlaceUpdate().isPresent();
  }

  /// Everything the update took off has been put back.
  boolean isAttached() {
    return isSatisfied(hooks.inPlaceUpdate());
  }

  boolean isAdmitted() {
    return isSatisfied(hooks.preNormal());
  }

  private boolean isSatisfied(Optional<Hook> hook) {
    return hook.filter(found -> !found.isOn(pod.meta().labels(), pod.meta().finalizers()))
        .isEmpty();
  }

  private boolean hasAny(Hook hook) {
    return hook.finalizers().stream().anyMatch(pod.meta().finalizers()::contains)
        || hook.labels().entrySet().stream()
            .anyMatch(label -> label.getValue().equals(pod.meta().label(label.getKey())));
  }
}
