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
  private final List<PodView> outdated;
  private final InPlaceStage renewal;

  private UpdateStage(
      Draft draft, Roster roster, Revisions revisions, UpdateStrategy.Rolling rolling) {
    this.draft = draft;
    this.roster = roster;
    this.revisions = revisions;
    this.allowed = rolling.maxUnavailable().of(draft.set().spec().replicas());
    this.renewal = new InPlaceStage(draft, revisions, rolling.podUpdate());
    this.outdated =
        roster.desired().reversed().stream()
            .filter(pod -> roster.wanted().rank(ordinal(pod)) >= rolling.partition())
            .filter(pod -> !pod.isTerminating() && !pod.isTerminal() && isOutdated(pod))
            .toList();
  }

  static void apply(Draft draft, Roster roster, Revisions revisions, TemplateGate gate) {
    if (!(draft.set().spec().update() instanceof UpdateStrategy.Rolling rolling)) {
      return;
    }
    var stage = new UpdateStage(draft, roster, revisions, rolling);
    if (stage.outdated.isEmpty()) {
      return;
    }
    if (rolling.isPaused()) {
      stage.outdated.forEach(pod -> draft.hold(pod.name(), new Hold.Reason.Paused()));
    } else if (stage.mayReplace(gate)) {
      stage.replace();
    }
  }

  /// Asked for each pod, so that each is held when the gate is closed.
  private boolean mayReplace(TemplateGate gate) {
    var isOpen = true;
    for (var pod : outdated) {
      isOpen = gate.isOpenFor(pod.name());
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
    outdated.stream().limit(allowed).forEach(pod -> renewal.renew(pod, Cause.UPDATE));
    outdated.stream().skip(allowed).forEach(pod -> hold(pod, allowed));
  }

  /// A newer template ends the wait for a pod that stands in its way: at once where the pod's own
  /// template is neither where the set was nor where it goes, and otherwise only on proof that the
  /// pod cannot start. Such pods are down already, so that replacing them takes nothing from anyone
  /// (kubernetes/kubernetes#67250).
  private void unstick(Hold blocker) {
    var used = count(this::isMoving);
    for (var pod : outdated) {
      if (isStuck(pod) && used < allowed) {
        renewal.renew(pod, Cause.STUCK);
        used++;
      } else if (isStuck(pod)) {
        hold(pod, used);
      } else if (!pod.name().equals(blocker.target())) {
        draft.hold(pod.name(), blocker.reason());
      }
    }
  }

  private boolean isStuck(PodView pod) {
    return !isAvailable(pod) && (isOvertaken(pod) || Health.broken(pod).isPresent());
  }

  private boolean isOvertaken(PodView pod) {
    return !pod.revision().equals(revisions.current().name()) && !pod.isReady();
  }

  /// Pods that are down come first and cost no one who is up; a pod that is up is taken only while
  /// fewer pods are down than allowed.
  private void slide() {
    var missing = roster.missing(draft.set().spec().replicas());
    var moving = missing + count(this::isMoving);
    var down = missing + count(pod -> !isAvailable(pod));
    for (var pod : outdated.stream().filter(pod -> !isAvailable(pod)).toList()) {
      if (moving < allowed) {
        renewal.renew(pod, Cause.STUCK);
        moving++;
      } else {
        hold(pod, moving);
      }
    }
    for (var pod : outdated.stream().filter(this::isAvailable).toList()) {
      if (down < allowed && moving < allowed) {
        renewal.renew(pod, Cause.UPDATE);
        down++;
        moving++;
      } else {
        hold(pod, Math.max(down, moving));
      }
    }
  }

  /// On its way out, or new and not there yet. A finished pod is neither before its turn comes.
  private boolean isMoving(PodView pod) {
    return pod.isTerminating()
        || draft.isMoving(pod.name())
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
