package dev.ordinal.plan;

import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.model.UpdateStrategy;
import dev.ordinal.plan.Action.Cause;
import dev.ordinal.plan.RevisionStage.Revisions;
import dev.ordinal.plan.life.Health;
import java.util.List;
import java.util.function.Predicate;

/// Replaces outdated pods above the partition, highest ordinal first, and never takes more pods
/// down than the user allowed.
///
/// `template=v2 max=1 0:v1:ready 1:v1:ready` → `delete web-1 UPDATE`, `hold web-0 BudgetSpent`
final class UpdateStage {
  private final Draft draft;
  private final Roster roster;
  private final Revisions revisions;
  private final int allowed;
  private final List<PodView> inRange;
  private final List<PodView> due;
  private final InPlaceStage renewal;
  private final VolumeStage volumes;

  private UpdateStage(
      Draft draft, Roster roster, Revisions revisions, UpdateStrategy.Rolling rolling) {
    this.draft = draft;
    this.roster = roster;
    this.revisions = revisions;
    this.allowed = rolling.maxUnavailable().of(draft.set().spec().replicas());
    this.renewal = new InPlaceStage(draft, revisions, rolling.podUpdate());
    this.volumes = new VolumeStage(draft);
    this.inRange =
        roster.desired().reversed().stream()
            .filter(pod -> roster.wanted().rank(ordinal(pod)) >= rolling.partition())
            .filter(pod -> !pod.isTerminating() && !pod.isTerminal())
            .toList();
    this.due = inRange.stream().filter(pod -> isOutdated(pod) || volumes.isDue(pod)).toList();
  }

  static void apply(Draft draft, Roster roster, Revisions revisions, TemplateGate gate) {
    if (!(draft.set().spec().update() instanceof UpdateStrategy.Rolling rolling)) {
      return;
    }
    var stage = new UpdateStage(draft, roster, revisions, rolling);
    if (rolling.isPaused()) {
      stage.due.forEach(pod -> draft.hold(pod.name(), new Hold.Reason.Paused()));
      return;
    }
    stage.inRange.forEach(stage.volumes::report);
    if (!stage.due.isEmpty() && stage.mayReplace(gate)) {
      stage.replace();
    }
  }

  /// Asked for each pod, so that each is held when the gate is closed.
  private boolean mayReplace(TemplateGate gate) {
    var isOpen = true;
    for (var pod : due) {
      isOpen &= !isOutdated(pod) || gate.isOpenFor(pod.name());
    }
    return isOpen;
  }

  private void replace() {
    switch (draft.set().spec().podManagement()) {
      case ORDERED_READY -> draft.blocker().ifPresentOrElse(this::unstick, this::batch);
      case PARALLEL -> slide();
    }
  }

  /// Everything is available here: a batch goes together, and the next one waits for all of it.
  private void batch() {
    var used = count(volumes::isGrowing);
    for (var pod : due) {
      used = take(pod, Cause.UPDATE, used);
    }
  }

  /// Takes a pod that counts already, or for which there is room. Answers how many count then.
  private long take(PodView pod, Cause cause, long used) {
    var isCounted = isMoving(pod);
    if (!isCounted && used >= allowed) {
      hold(pod, used);
      return used;
    }
    renew(pod, cause);
    return isCounted ? used : used + 1;
  }

  private void renew(PodView pod, Cause cause) {
    if (volumes.isDue(pod)) {
      volumes.grow(pod);
    } else {
      renewal.renew(pod, cause);
    }
  }

  /// A newer template ends the wait for a pod that stands in its way: at once where the pod's own
  /// template is neither where the set was nor where it goes, and otherwise only on proof that the
  /// pod cannot start. Such pods are down already, so that replacing them takes nothing from anyone
  /// (kubernetes/kubernetes#67250).
  private void unstick(Hold blocker) {
    var used = count(this::isMoving);
    for (var pod : due) {
      if (isStuck(pod) || volumes.isGrowing(pod)) {
        used = take(pod, Cause.STUCK, used);
      } else if (!pod.name().equals(blocker.target())) {
        draft.hold(pod.name(), blocker.reason());
      }
    }
  }

  /// A pod that is down may be so because its volume is full.
  private boolean isStuck(PodView pod) {
    return !isAvailable(pod)
        && (volumes.isDue(pod) || isOvertaken(pod) || Health.broken(pod).isPresent());
  }

  private boolean isOvertaken(PodView pod) {
    return !pod.revision().equals(revisions.current().name()) && !pod.isReady();
  }

  /// Pods that are down come first and cost no one who is up; a pod that is up is taken only while
  /// fewer pods are down than allowed.
  private void slide() {
    var missing = roster.missing(draft.set().spec().replicas());
    var moving = missing + count(this::isMoving);
    var down = missing + count(pod -> !isAvailable(pod) || volumes.isGrowing(pod));
    for (var pod : due.stream().filter(pod -> !isAvailable(pod)).toList()) {
      moving = take(pod, Cause.STUCK, moving);
    }
    var used = Math.max(down, moving);
    for (var pod : due.stream().filter(this::isAvailable).toList()) {
      used = take(pod, Cause.UPDATE, used);
    }
  }

  /// On its way out, or new and not there yet. A finished pod is neither before its turn comes.
  private boolean isMoving(PodView pod) {
    return pod.isTerminating()
        || draft.isMoving(pod.name())
        || volumes.isGrowing(pod)
        || (!pod.isTerminal() && !isOutdated(pod) && !isAvailable(pod));
  }

  private void hold(PodView pod, long used) {
    var shown = (int) Math.min(used, Integer.MAX_VALUE);
    draft.hold(pod.name(), new Hold.Reason.BudgetSpent(shown, allowed));
  }

  private long count(Predicate<PodView> test) {
    return roster.desired().stream().filter(test).count();
  }

  private boolean isAvailable(PodView pod) {
    return pod.isAvailable(draft.set().spec().minReady(), draft.now());
  }

  /// Also outdated is a pod without a volume that the set has been given since: volumes of a
  /// running pod cannot change.
  private boolean isOutdated(PodView pod) {
    return !pod.revision().equals(revisions.update().name())
        || !ClaimStage.hasAll(draft.set(), pod);
  }

  private int ordinal(PodView pod) {
    return Names.ordinal(draft.set().name(), pod.name());
  }
}
