package dev.ordinal.plan.life;

import dev.ordinal.model.Hook;
import dev.ordinal.model.Meta;
import dev.ordinal.model.SetSpec.Lifecycle;
import java.util.Optional;

/// What the table asks about a pod: what is wanted of it, and which hooks hold it.
public record Situation(Wish wish, Lifecycle hooks, Meta pod, boolean isUpdateComplete) {

  /// What the plan wants of the pod.
  public enum Wish {
    STAY,
    UPDATE,
    DELETE
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
    return hook.isEmpty() || hasAll(hook.get());
  }

  private boolean hasAny(Hook hook) {
    return hook.finalizers().stream().anyMatch(pod.finalizers()::contains)
        || hook.labels().entrySet().stream()
            .anyMatch(label -> label.getValue().equals(pod.labels().get(label.getKey())));
  }

  private boolean hasAll(Hook hook) {
    return pod.finalizers().containsAll(hook.finalizers())
        && pod.labels().entrySet().containsAll(hook.labels().entrySet());
  }
}
