package dev.ordinal.plan.stage;

import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.model.UpdateStrategy.Rolling;
import dev.ordinal.model.life.LifecycleState;
import dev.ordinal.plan.Action.Cause;
import dev.ordinal.plan.Hold;
import dev.ordinal.plan.HoldReason;
import dev.ordinal.plan.Snapshot;
import dev.ordinal.plan.build.PlanBuilder;
import dev.ordinal.plan.order.UpdateOrder;
import dev.ordinal.plan.volume.ClaimGrowth;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Renews outdated pods above the partition, highest ordinal first or by priority, and never takes
/// more pods down than the user allowed. Claims that are too small grow first.
///
/// `template=v2 max=1 0:v1:ready 1:v1:ready` → `delete web-1 UPDATE`, `hold web-0 BudgetSpent`
final class UpdateStage {
  private final Round round;
  private final Snapshot seen;
  private final PlanBuilder plan;
  private final Budget budget;
  private final List<PodView> inRange;
  private final List<PodView> due;
  private final InPlaceStage renewal;
  private final ClaimGrowth volumes;

  private UpdateStage(Round round, Rolling rolling) {
    this.round = round;
    this.seen = round.seen();
    this.plan = round.plan();
    this.budget = round.budget();
    this.renewal = new InPlaceStage(round);
    this.volumes = round.volumes();
    this.inRange = inRange(round, rolling);
    this.due =
        inRange.stream()
            .filter(round::isFree)
            .filter(pod -> round.isToBeRenewed(pod) || volumes.isDue(pod))
            .toList();
  }

  static void apply(Round round) {
    if (!(round.seen().set().spec().update() instanceof Rolling rolling)) {
      return;
    }
    var stage = new UpdateStage(round, rolling);
    if (rolling.isPaused()) {
      stage.finish();
      return;
    }
    var outdated = stage.due.stream().filter(round::isToBeRenewed).toList();
    if (!outdated.isEmpty() && round.template().findHold().isPresent()) {
      outdated.forEach(pod -> stage.holdForTemplate(pod, isPreparing(pod)));
    } else if (!stage.due.isEmpty()) {
      stage.replace();
    }
  }

  /// Pods at or above the partition, or, when ordinals do not decide, all but as many as it says:
  /// the last ones in the order of their priority. What has begun comes first.
  static List<PodView> inRange(Round round, Rolling rolling) {
    var pods = round.roster().desired().reversed();
    if (rolling.unordered().isEmpty()) {
      var wanted = round.roster().wanted();
      var set = round.seen().set().name();
      return pods.stream()
          .filter(pod -> wanted.rank(Names.ordinal(set, pod.name())) >= rolling.partition())
          .filter(UpdateStage::isStaying)
          .toList();
    }
    return pods.stream()
        .sorted(
            Comparator.<PodView, Boolean>comparing(pod -> isStaying(pod) && round.isOutdated(pod))
                .thenComparing(pod -> !isPreparing(pod))
                .thenComparing(UpdateOrder.of(rolling.unordered().get())))
        .limit(Math.max(0, pods.size() - rolling.partition()))
        .filter(UpdateStage::isStaying)
        .toList();
  }

  private static boolean isStaying(PodView pod) {
    return !pod.isTerminating() && !pod.isTerminal();
  }

  /// Nothing begins while updates are paused; what has begun is not left half-way. A pod that is
  /// prepared for its deletion may be so for a scale-down that was taken back: that is no update.
  /// The template is checked all the same, so that a refusal is known before the pause ends.
  private void finish() {
    var isOpen = round.template().findHold().isEmpty();
    for (var pod : inRange.stream().filter(round::isFree).toList()) {
      var isPrepared = pod.lifecycleState() == LifecycleState.PREPARING_UPDATE;
      if (!round.isToBeRenewed(pod)) {
        if (volumes.isLacking(pod)) {
          plan.hold(pod.name(), new HoldReason.Paused());
        }
      } else if (!isOpen) {
        holdForTemplate(pod, isPrepared);
      } else if (isPrepared) {
        take(pod, cause(pod), budget.findHoldOnUpdateBeside(pod));
      } else {
        plan.hold(pod.name(), new HoldReason.Paused());
      }
    }
  }

  private static boolean isPreparing(PodView pod) {
    return pod.lifecycleState().isPreparing();
  }

  /// What has begun stays as it is while the API server is asked.
  private void holdForTemplate(PodView pod, boolean hasBegun) {
    round.template().hold(pod.name());
    if (hasBegun && !round.template().isRefused()) {
      round.life().leave(pod);
    }
  }

  private void replace() {
    switch (seen.set().spec().podManagement()) {
      case ORDERED_READY -> budget.blocker().ifPresentOrElse(this::unstick, this::batch);
      case PARALLEL -> slide();
    }
  }

  /// Everything serves here: a batch goes together, and the next one waits for all of it.
  /// Pods that were labelled for deletion take their part of it.
  private void batch() {
    due.forEach(pod -> take(pod, Cause.UPDATE, budget.findHoldOnUpdate(pod)));
  }

  /// A pod that is taken counts, even where its request waits for its back-off: pods are updated in
  /// their order, and none overtakes it.
  private void take(PodView pod, Cause cause, Optional<HoldReason> hold) {
    if (hold.isPresent()) {
      plan.hold(pod.name(), hold.get());
      leave(pod);
    } else {
      budget.take(pod);
      renew(pod, cause);
    }
  }

  private void renew(PodView pod, Cause cause) {
    if (volumes.isDue(pod)) {
      new VolumeStage(round).grow(pod);
      leave(pod);
    } else if (round.isOutdated(pod)) {
      renewal.renew(pod, cause);
    } else {
      round.life().delete(pod, cause, List.of());
    }
  }

  /// A newer template ends the wait for a pod that stands in its way: at once where the pod's own
  /// template is neither where the set was nor where it goes, or where none of its containers has
  /// ever started, and otherwise only on proof that the pod cannot start. Such pods are down
  /// already, so that replacing them costs no availability (kubernetes/kubernetes#67250). Pods that
  /// their hook has let go, and those that serve and wait for what an older template was to bring,
  /// are taken too. The pod that all others wait for comes first: until it is well none of them
  /// would come back.
  private void unstick(Hold blocker) {
    var blockerFirst =
        Comparator.<PodView, Boolean>comparing(pod -> !pod.name().equals(blocker.target()));
    for (var pod : due.stream().sorted(blockerFirst).toList()) {
      if (round.isStuck(pod)
          || isPreparing(pod)
          || isSuperseded(pod)
          || round.isHopeless(pod)
          || volumes.isGrowing(pod)) {
        var hold = budget.findHoldOnUpdateBeside(pod);
        if (hold.isPresent() && pod.isReady() && pod.name().equals(blocker.target())) {
          // Pods that are down wait for this one: it serves, and goes back to normal for them.
          plan.hold(pod.name(), hold.get());
        } else {
          take(pod, cause(pod), hold);
        }
      } else if (!pod.name().equals(blocker.target())) {
        plan.hold(pod.name(), blocker.reason());
      }
    }
  }

  /// The pod serves, and waits for what an older template was to bring it, such as a resize for
  /// which its node has no room. Only the newer template can end that wait.
  private boolean isSuperseded(PodView pod) {
    return round.isOutdated(pod)
        && !seen.isAvailable(pod)
        && pod.isAvailable(seen.set().spec().minReady(), seen.now());
  }

  /// A pod that is ready, and not yet for long enough, is not stuck.
  private Cause cause(PodView pod) {
    return isPreparing(pod) || pod.isReady() || round.isHopeless(pod) ? Cause.UPDATE : Cause.STUCK;
  }

  /// Pods that are down come first, then those that are not ready for long enough: they cost no
  /// available pod; a pod that is up is taken only while fewer pods are down than allowed. Pods
  /// that wait for those that are down are not on their way.
  private void slide() {
    var idle = due.stream().filter(pod -> !seen.isAvailable(pod));
    var order = Comparator.<PodView, Boolean>comparing(pod -> !isPreparing(pod));
    idle.sorted(order.thenComparing(PodView::isReady))
        .forEach(pod -> take(pod, cause(pod), budget.findHoldOnUpdate(pod)));
    due.stream()
        .filter(seen::isAvailable)
        .forEach(pod -> take(pod, Cause.UPDATE, budget.findHoldOnUpdate(pod)));
  }

  /// What waits for its update stays prepared for it.
  private void leave(PodView pod) {
    if (round.isToBeRenewed(pod) && isPreparing(pod)) {
      round.life().leave(pod);
    }
  }
}
