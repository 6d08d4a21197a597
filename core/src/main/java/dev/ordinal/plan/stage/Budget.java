package dev.ordinal.plan.stage;

import dev.ordinal.model.PodView;
import dev.ordinal.model.SetView;
import dev.ordinal.model.UpdateStrategy.Rolling;
import dev.ordinal.model.number.Amount;
import dev.ordinal.plan.Hold;
import dev.ordinal.plan.HoldReason;
import dev.ordinal.plan.HoldReason.BatchFull;
import dev.ordinal.plan.HoldReason.BudgetSpent;
import dev.ordinal.plan.order.Roster;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;

/// Counts the wanted pods that are down, missing or moving, together with those that this plan has
/// taken, and answers whether one more pod may be taken or created, and if not, which hold it gets.
/// Nothing else in the planner counts unavailable pods.
///
/// A wanted pod that exists is *unavailable* while it is not available or its claims grow, *moving*
/// while it terminates, grows, or is updated and not yet available, and *leaving* while it
/// terminates. A pod that the plan takes is all three from then on. One that is unavailable only
/// because its node has yet to give it other resources is *serving*: to take it takes one more pod
/// down.
final class Budget {
  /// Creating more pods than this in one plan only makes the next look at the cluster later.
  static final int BATCH = 500;

  private final int allowed;
  private final Optional<Integer> allowedToStart;
  private final long missing;
  private final TreeSet<String> unavailable = new TreeSet<>();
  private final TreeSet<String> moving = new TreeSet<>();
  private final TreeSet<String> leaving = new TreeSet<>();
  private final TreeSet<String> serving = new TreeSet<>();
  private final TreeSet<String> growing = new TreeSet<>();

  /// Unavailable, and moving or not serving.
  private final TreeSet<String> down = new TreeSet<>();

  /// Not ready, and not moving.
  private final TreeSet<String> still = new TreeSet<>();

  private long starting;
  private int created;
  private long withheld;
  private Optional<Hold> blocker = Optional.empty();

  /// What is true of one pod and the budget has to know.
  record Criteria(
      Predicate<PodView> isAvailable,
      Predicate<PodView> isServing,
      Predicate<PodView> isToBeRenewed,
      Predicate<PodView> isGrowing) {}

  Budget(SetView set, Roster roster, Criteria criteria) {
    var replicas = set.spec().replicas();
    var max =
        set.spec().update() instanceof Rolling rolling
            ? rolling.maxUnavailable()
            : new Amount.Count(1);
    this.allowed = max.of(replicas);
    this.allowedToStart = set.spec().scaleMaxUnavailable().map(amount -> amount.of(replicas));
    this.missing = roster.missing();
    roster.desired().forEach(pod -> count(pod, criteria));
  }

  private void count(PodView pod, Criteria criteria) {
    var isAvailable = criteria.isAvailable().test(pod);
    var isGrowing = criteria.isGrowing().test(pod);
    // A finished pod is not on its way to anything before it is deleted.
    var isComing = !isAvailable && !pod.isTerminal() && !criteria.isToBeRenewed().test(pod);
    if (!isAvailable || isGrowing) {
      unavailable.add(pod.name());
    }
    if (pod.isTerminating() || isGrowing || isComing) {
      moving.add(pod.name());
    }
    if (pod.isTerminating()) {
      leaving.add(pod.name());
    }
    if (!pod.isReady() && !moving.contains(pod.name())) {
      still.add(pod.name());
    }
    var isServing = criteria.isServing().test(pod);
    if (isServing && isGrowing) {
      growing.add(pod.name());
    }
    if (isServing && !isGrowing) {
      serving.add(pod.name());
    } else if (!isAvailable && !pod.isTerminating()) {
      starting++;
    }
    if (unavailable.contains(pod.name())
        && (moving.contains(pod.name()) || !serving.contains(pod.name()))) {
      down.add(pod.name());
    }
  }

  /// Why a pod that the user has labelled for deletion has to wait. One that serves is deleted
  /// while fewer pods are down than allowed. One that does not serve costs nothing, but once
  /// deleted it may not come back: what counts then is how many are missing or leaving.
  Optional<HoldReason> findHoldOnDeletion(PodView pod) {
    return spent(isIdle(pod) ? missingBeside(pod) + leaving.size() : downBeside(pod));
  }

  /// Why an outdated pod has to wait for its update. One that serves is taken while fewer pods are
  /// down than allowed, one that does not while fewer are moving. One that is moving counts
  /// already.
  Optional<HoldReason> findHoldOnUpdate(PodView pod) {
    if (moving.contains(pod.name())) {
      return Optional.empty();
    }
    return spent(isIdle(pod) ? missingBeside(pod) + moving.size() : downBeside(pod));
  }

  /// Why an outdated pod has to wait for its update while others are down or updates are paused.
  /// It is taken while fewer pods are missing or moving than allowed. Where it still serves, others
  /// that do not serve count too.
  Optional<HoldReason> findHoldOnUpdateBeside(PodView pod) {
    if (moving.contains(pod.name())) {
      return Optional.empty();
    }
    var idle = pod.isReady() ? still.size() : 0;
    return spent(missingBeside(pod) + moving.size() + idle);
  }

  /// Why no further missing pod is created by this plan. With `scaleStrategy` the pods that exist
  /// and do not serve count, whatever their ordinal; those that terminate make room for their
  /// successors.
  Optional<HoldReason> findHoldOnCreation() {
    if (created >= BATCH) {
      return Optional.of(new BatchFull(BATCH));
    }
    return allowedToStart
        .filter(most -> starting + created >= most)
        .map(most -> new BudgetSpent(most, most));
  }

  private Optional<HoldReason> spent(long used) {
    var most = (int) Math.min(used, Integer.MAX_VALUE);
    return used < allowed ? Optional.empty() : Optional.of(new BudgetSpent(most, allowed));
  }

  /// Whether nothing is lost by taking the pod. One whose claims grow counts as down, but runs.
  private boolean isIdle(PodView pod) {
    return unavailable.contains(pod.name())
        && !serving.contains(pod.name())
        && !growing.contains(pod.name());
  }

  /// How many wanted pods are down beside one that serves. Where that one has itself an update that
  /// cannot end, others like it do not count: each would wait for the other.
  private long downBeside(PodView pod) {
    if (!unavailable.contains(pod.name())) {
      return missing + unavailable.size();
    }
    return missing + down.size() - (down.contains(pod.name()) ? 1 : 0);
  }

  /// How many wanted pods are missing whose return does not depend on this one. In order, all pods
  /// above the first that is unwell wait for it; so do those that streaming scale-up withholds. One
  /// that is ready goes back to normal for them, where it is prepared for something else.
  private long missingBeside(PodView pod) {
    var isBlocker = blocker.filter(first -> first.target().equals(pod.name())).isPresent();
    var waiting = serving.contains(pod.name()) ? 0 : withheld;
    return isBlocker && !pod.isReady() ? 0 : missing - waiting;
  }

  /// This plan takes the pod.
  void take(PodView pod) {
    unavailable.add(pod.name());
    moving.add(pod.name());
    leaving.add(pod.name());
    down.add(pod.name());
    still.remove(pod.name());
  }

  /// This plan creates one of the missing pods.
  void create() {
    created++;
  }

  /// So many of the missing pods are not created as long as others are down.
  void withhold(long pods) {
    withheld = pods;
  }

  /// Pods come and go one after the other: all others wait for this one.
  void block(String pod, HoldReason reason) {
    blocker = Optional.of(new Hold(pod, reason));
  }

  Optional<Hold> blocker() {
    return blocker;
  }
}
