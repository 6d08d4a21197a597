package dev.ordinal.plan.stage;

import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.model.PodView.Phase;
import dev.ordinal.model.RevisionView;
import dev.ordinal.model.UpdateStrategy.Rolling;
import dev.ordinal.model.life.LifecycleState;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Action.Cause;
import dev.ordinal.plan.Hold;
import dev.ordinal.plan.HoldReason;
import dev.ordinal.plan.Snapshot;
import dev.ordinal.plan.body.Bodies;
import dev.ordinal.plan.build.PlanBuilder;
import dev.ordinal.plan.life.Health;
import dev.ordinal.plan.order.Roster;
import dev.ordinal.plan.stage.RevisionStage.Revisions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.PrimitiveIterator;

/// Brings the pods to the wanted ordinals: missing ones are created with their claims, condemned
/// ones deleted, in the order of the set's policy.
///
/// `replicas=3 OrderedReady 0:v1:ready` → `create web-1 v1`
final class ScaleStage {
  private final Round round;
  private final Snapshot seen;
  private final PlanBuilder plan;
  private final Roster roster;
  private final Revisions revisions;
  private final Budget budget;
  private final TemplateCheck template;
  private final LifeStage life;
  private final ClaimStage claims;
  private long old;

  private ScaleStage(Round round) {
    this.round = round;
    this.seen = round.seen();
    this.plan = round.plan();
    this.roster = round.roster();
    this.revisions = round.revisions();
    this.budget = round.budget();
    this.template = round.template();
    this.life = round.life();
    this.claims = ClaimStage.of(round);
    this.old = roster.desired().stream().filter(pod -> !isUpdate(pod.revision())).count();
  }

  static void apply(Round round) {
    var stage = new ScaleStage(round);
    switch (round.seen().set().spec().podManagement()) {
      case ORDERED_READY -> stage.oneByOne();
      case PARALLEL -> stage.allAtOnce();
    }
  }

  private void oneByOne() {
    for (var ordinals = roster.wanted().ascending().iterator(); ordinals.hasNext(); ) {
      var ordinal = ordinals.nextInt();
      var reason = attend(ordinal);
      if (reason.isPresent()) {
        budget.block(name(ordinal), reason.get());
        holdAbove(ordinal, ordinals, reason.get());
        var halt = findHalt(roster.find(ordinal)).orElse(reason.get());
        roster.condemned().forEach(pod -> round.hold(pod, halt));
        roster.condemned().forEach(claims::takeBack);
        return;
      }
    }
    shrinkByOne();
  }

  /// What keeps condemned pods where one that exists is unwell, and is not replaced by us.
  private Optional<HoldReason> findHalt(Optional<PodView> unwell) {
    return unwell
        .filter(pod -> !pod.isTerminating() && !pod.isTerminal())
        .map(
            pod ->
                new HoldReason.ScaleDownHalted(
                    pod.name(), Health.state(pod).words(), roster.condemned().contains(pod)));
  }

  /// The next missing pod is the one that feels the wait; those behind it wait for the same. So do
  /// finished pods, which are not replaced meanwhile. Others that are down have their own reasons.
  private void holdAbove(int blocked, PrimitiveIterator.OfInt ordinals, HoldReason reason) {
    for (var pod : roster.desired()) {
      if (Names.ordinal(seen.set().name(), pod.name()) <= blocked) {
        continue;
      }
      round.report(pod);
      if (pod.isTerminal() && !pod.isTerminating()) {
        plan.hold(pod.name(), reason);
      }
    }
    while (ordinals.hasNext()) {
      var ordinal = ordinals.nextInt();
      if (roster.find(ordinal).isEmpty()) {
        plan.hold(name(ordinal), reason);
        return;
      }
    }
  }

  /// Does what one ordinal needs, and answers what the next one has to wait for.
  private Optional<HoldReason> attend(int ordinal) {
    var pod = roster.find(ordinal);
    if (pod.isEmpty()) {
      create(ordinal);
      return Optional.of(waitsFor(name(ordinal), "not there yet"));
    }
    return waitFor(pod.get());
  }

  private Optional<HoldReason> waitFor(PodView pod) {
    round.report(pod);
    if (pod.isTerminating()) {
      return Optional.of(new HoldReason.PodTerminating(pod.name()));
    }
    if (pod.isTerminal()) {
      delete(pod, Cause.FINISHED);
      return Optional.of(waitsFor(pod.name(), "being replaced"));
    }
    if (seen.isServing(pod)) {
      return Optional.empty();
    }
    return Optional.of(waitsFor(pod.name(), Health.state(pod).words()));
  }

  private static HoldReason waitsFor(String pod, String state) {
    return new HoldReason.WaitsForPod(pod, state);
  }

  /// Highest first, one at a time. Like the native controller it stops at an unavailable pod while
  /// a lower one is unavailable too.
  private void shrinkByOne() {
    if (roster.condemned().isEmpty()) {
      return;
    }
    var next = roster.condemned().getFirst();
    var obstacle = findObstacle(next);
    if (next.isTerminating()) {
      claims.hand(next);
      round.hold(next, new HoldReason.PodTerminating(next.name()));
      budget.block(next.name(), new HoldReason.PodTerminating(next.name()));
    } else if (obstacle.isPresent()) {
      claims.hand(next);
      waitFor(obstacle.get()).ifPresent(reason -> budget.block(obstacle.get().name(), reason));
    } else {
      delete(next, Cause.SCALE_DOWN);
      budget.block(next.name(), waitsFor(next.name(), "being removed"));
    }
    roster.condemned().stream().skip(1).forEach(claims::hand);
    for (var pod : roster.condemned()) {
      if (!plan.isHeld(pod.name()) && !plan.isMoving(pod.name())) {
        round.hold(pod, findHalt(obstacle).orElse(budget.blocker().orElseThrow().reason()));
      }
    }
  }

  /// The lowest condemned pod that is unwell and may recover, unless it is the next to go, or that
  /// one is well. What never started or cannot recover is not waited for: natively two such pods
  /// stop the set for good.
  private Optional<PodView> findObstacle(PodView next) {
    return roster.condemned().reversed().stream()
        .filter(pod -> !isWell(pod) && mayRecover(pod))
        .findFirst()
        .filter(pod -> !pod.equals(next) && !isWell(next));
  }

  /// A condemned pod is well while it serves, as natively: what an update in place has still to
  /// bring it does not matter any more, and may never come.
  private boolean isWell(PodView pod) {
    return pod.isAvailable(seen.set().spec().minReady(), seen.now());
  }

  /// A pod that has been prepared for its deletion stays as it is until then.
  private static boolean mayRecover(PodView pod) {
    var isRunning = pod.phase() == Phase.RUNNING || pod.phase() == Phase.UNKNOWN;
    return pod.isTerminating()
        || (isRunning
            && Health.broken(pod).isEmpty()
            && pod.lifecycleState() != LifecycleState.PREPARING_DELETE);
  }

  /// Condemned pods go first, so that they make room in a quota for those that come.
  private void allAtOnce() {
    for (var pod : roster.condemned()) {
      if (pod.isTerminating()) {
        claims.hand(pod);
        round.hold(pod, new HoldReason.PodTerminating(pod.name()));
      } else {
        delete(pod, Cause.SCALE_DOWN);
      }
    }
    roster.desired().forEach(this::waitFor);
    createMissing();
  }

  private void createMissing() {
    var missing = roster.missing();
    for (var ordinals = roster.wanted().ascending().iterator(); ordinals.hasNext(); ) {
      var ordinal = ordinals.nextInt();
      if (roster.find(ordinal).isPresent()) {
        continue;
      }
      var hold = budget.findHoldOnCreation();
      if (hold.isPresent()) {
        plan.hold(name(ordinal), hold.get());
        if (hold.get() instanceof HoldReason.BudgetSpent) {
          budget.withhold(missing);
        }
        return;
      }
      if (create(ordinal)) {
        budget.create();
      }
      missing--;
    }
  }

  /// The claims' owners are settled before their pod goes: afterwards they would not be found.
  private void delete(PodView pod, Cause cause) {
    var isCondemned = cause == Cause.SCALE_DOWN;
    if (isCondemned) {
      claims.warn(pod);
    }
    life.delete(pod, cause, isCondemned ? claims.handover(pod) : List.of());
    if (!isCondemned && plan.isMoving(pod.name())) {
      budget.take(pod);
    }
  }

  /// Answers whether the ordinal uses its room: what keeps only this one from being created leaves
  /// it to the next. There are never more of those than objects and failures that were seen,
  /// whatever number of pods is wanted.
  private boolean create(int ordinal) {
    var foreign = roster.findForeign(ordinal);
    if (foreign.isPresent()) {
      makeWay(foreign.get());
      return false;
    }
    var revision = revisionFor(ordinal);
    old += isUpdate(revision.name()) ? 0 : 1;
    var isChecked = revisions.isSettled() && isUpdate(revision.name());
    if (isChecked && template.findHold().isPresent()) {
      template.hold(name(ordinal));
      if (!template.mayTry()) {
        return true;
      }
    }
    var hold = claims.findHold(ordinal);
    if (hold.isPresent()) {
      plan.hold(name(ordinal), hold.get());
      return false;
    }
    var chain = new ArrayList<Action>(claims.missing(ordinal));
    var body = Bodies.pod(seen.set(), ordinal, revision, seen.now());
    chain.add(new Action.CreatePod(name(ordinal), revision.name(), body));
    plan.act(chain);
    return chain.stream().allMatch(action -> plan.findFailure(action).isEmpty());
  }

  private void makeWay(PodView foreign) {
    if (foreign.isTerminating()) {
      round.hold(foreign, new HoldReason.PodTerminating(foreign.name()));
      return;
    }
    var owner = OwnershipStage.owner(seen.set(), foreign);
    var hold = new Hold(foreign.name(), new HoldReason.NameTaken(owner));
    plan.alarm(hold, hold.sentence());
  }

  private boolean isUpdate(String revision) {
    return revision.equals(revisions.update().name());
  }

  /// Below the partition a pod comes back as it was. So does every pod while the newest template is
  /// refused, or not yet known to be new: an old pod is better than none.
  private RevisionView revisionFor(int ordinal) {
    var isKept = seen.set().spec().update() instanceof Rolling rolling && isKept(ordinal, rolling);
    return isKept || template.isRefused() || !revisions.isSettled()
        ? revisions.current()
        : revisions.update();
  }

  /// Without an order among the pods it only counts how many of them stay as they are.
  private boolean isKept(int ordinal, Rolling rolling) {
    return rolling.unordered().isEmpty()
        ? roster.wanted().rank(ordinal) < rolling.partition()
        : old < rolling.partition();
  }

  private String name(int ordinal) {
    return Names.pod(seen.set().name(), ordinal);
  }
}
