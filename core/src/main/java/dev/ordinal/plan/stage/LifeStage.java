package dev.ordinal.plan.stage;

import dev.ordinal.model.PodView;
import dev.ordinal.model.PodView.Phase;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.life.Hook;
import dev.ordinal.model.life.LifecycleState;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Action.Cause;
import dev.ordinal.plan.Action.Purpose;
import dev.ordinal.plan.Hold;
import dev.ordinal.plan.HoldReason;
import dev.ordinal.plan.Snapshot;
import dev.ordinal.plan.body.ReadinessGate;
import dev.ordinal.plan.build.PlanBuilder;
import dev.ordinal.plan.inplace.Completion;
import dev.ordinal.plan.inplace.PodPatch;
import dev.ordinal.plan.life.LifecycleTable;
import dev.ordinal.plan.life.LifecycleTable.Row;
import dev.ordinal.plan.life.LifecycleTable.Step;
import dev.ordinal.plan.life.Situation;
import dev.ordinal.plan.life.Situation.Goal;
import dev.ordinal.plan.order.Roster;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;

/// Takes each pod through its life as the table says: before it is updated or deleted its hook is
/// asked, and a pod that no stage wants to change any more goes back to normal.
///
/// `preDelete=drain replicas=0 0:v1:ready:drain=true` → `patch web-0 PREPARE`
final class LifeStage {
  private final Snapshot seen;
  private final PlanBuilder plan;
  private final ClaimStage claims;
  private final TreeSet<String> attended = new TreeSet<>();

  LifeStage(Snapshot seen, PlanBuilder plan, Roster roster) {
    this.seen = seen;
    this.plan = plan;
    this.claims = new ClaimStage(seen, plan, roster);
  }

  static void apply(Round round) {
    round.life().settle(round.roster());
  }

  /// Deletes the pod after `before`, as soon as its hook lets it go. A pod picked for its health is
  /// deleted only in the very state that showed it. A pod that comes back under its name waits
  /// until no claim would go with it.
  void delete(PodView pod, Cause cause, List<Action> before) {
    var claim = claims.findOwnedBy(pod);
    if (cause != Cause.SCALE_DOWN && claim.isPresent()) {
      plan.hold(pod.name(), new HoldReason.ClaimGoesWithPod(claim.get().name()));
      leave(pod);
      return;
    }
    var isForHealth = cause == Cause.FINISHED || cause == Cause.STUCK;
    var version = isForHealth ? OptionalLong.of(pod.meta().version()) : OptionalLong.empty();
    attended.add(pod.name());
    var row = row(pod, Goal.DELETE);
    if (row.step() == Step.DELETE) {
      var chain = new ArrayList<>(before);
      chain.add(new Action.DeletePod(pod.name(), pod.uid(), version, cause));
      plan.act(chain);
    } else {
      prepare(pod, row);
      plan.tidy(before);
    }
  }

  /// Updates the pod in place as soon as its hook allows it.
  void update(PodView pod, Runnable change) {
    attended.add(pod.name());
    var row = row(pod, Goal.UPDATE);
    if (row.step() == Step.PATCH) {
      change.run();
    } else {
      prepare(pod, row);
    }
  }

  /// The pod stays where it is in its life, for now: because of its hook, or for a reason that has
  /// been told.
  void leave(PodView pod) {
    attended.add(pod.name());
    if (isHeld(pod)) {
      hold(pod);
    }
  }

  private boolean isHeld(PodView pod) {
    return switch (pod.lifecycleState()) {
      case PREPARING_UPDATE -> row(pod, Goal.UPDATE).isWait();
      case PREPARING_DELETE -> row(pod, Goal.DELETE).isWait();
      case PREPARING_NORMAL, NORMAL, UPDATING, UPDATED -> false;
    };
  }

  boolean isAttended(PodView pod) {
    return attended.contains(pod.name());
  }

  /// Asks the pod's hook, or waits for it.
  private void prepare(PodView pod, Row row) {
    switch (row.step()) {
      case MARK, ATTACH -> ask(pod, row);
      case UNMARK -> plan.act(action(back(pod, row), Purpose.SETTLE));
      case NOTHING -> hold(pod);
      case PATCH, DELETE -> {}
    }
  }

  private Row row(PodView pod, Goal wanted) {
    var situation = new Situation(wanted, seen.set().spec().lifecycle(), pod);
    return LifecycleTable.next(pod.lifecycleState(), situation);
  }

  /// The label and the mark are one write: a pod is never marked for a reason that it does not
  /// show.
  private void ask(PodView pod, Row row) {
    var patch = new PodPatch(pod, seen.now()).stage(row.to().label());
    var hook = hook(row.to()).orElseThrow();
    if (row.step() == Step.ATTACH) {
      patch.merge(attached(hook));
    }
    if (hook.marksNotReady() && pod.hasGate(ReadinessGate.GATE)) {
      var key = row.to() == LifecycleState.PREPARING_DELETE ? "preDeleteHook" : "preUpdateHook";
      // Others mark the pod as well, in the same words: theirs must not be lost.
      patch.pinVersion().condition(ReadinessGate.add(pod, key)).unready();
    } else if (hook.marksNotReady()) {
      plan.remark(new Hold(pod.name(), new HoldReason.GateMissing(ReadinessGate.GATE)));
    }
    plan.act(action(patch, Purpose.PREPARE));
  }

  private static Json.Obj attached(Hook hook) {
    var metadata = Json.of("labels", Json.strings(hook.labels()));
    var finalizers = hook.finalizers().stream().map(Json::of).toList();
    return finalizers.isEmpty() ? metadata : metadata.with("finalizers", Json.of(finalizers));
  }

  private Optional<Hook> hook(LifecycleState stage) {
    var hooks = seen.set().spec().lifecycle();
    return switch (stage) {
      case PREPARING_NORMAL -> hooks.preNormal();
      case PREPARING_UPDATE, UPDATED -> hooks.inPlaceUpdate();
      case PREPARING_DELETE -> hooks.preDelete();
      case NORMAL, UPDATING -> Optional.empty();
    };
  }

  /// Says which hook the pod waits for. What comes back is to be put on, what goes taken off.
  private void hold(PodView pod) {
    var stage = pod.lifecycleState();
    var isComing = stage == LifecycleState.PREPARING_NORMAL || stage == LifecycleState.UPDATED;
    hook(stage)
        .map(hook -> "it " + (isComing ? "gets " : "loses ") + hook.words())
        .ifPresent(until -> plan.hold(pod.name(), new HoldReason.HookHolds(stage.label(), until)));
  }

  /// What every other pod needs: its gates opened, its marks removed, its label brought up to date.
  private void settle(Roster roster) {
    roster
        .pods()
        .forEach(
            (ordinal, pod) -> {
              if (!pod.isTerminating() && !isAttended(pod) && !plan.isMoving(pod.name())) {
                settle(pod, !roster.wanted().contains(ordinal));
              }
            });
  }

  private void settle(PodView pod, boolean isCondemned) {
    if (isCondemned && pod.lifecycleState() == LifecycleState.PREPARING_DELETE) {
      leave(pod);
      return;
    }
    var row = row(pod, Goal.STAY);
    var patch = back(pod, row);
    var isOpening = isShut(pod, PodPatch.GATE) && isSettled(pod) && Completion.isComplete(pod);
    if (isOpening) {
      patch.openGate();
    }
    if (isShut(pod, ReadinessGate.GATE) && pod.marks().isEmpty()) {
      patch.pinVersion().condition(ReadinessGate.remove(pod));
    }
    if (!patch.isEmpty()) {
      plan.act(action(patch, isOpening ? Purpose.OPEN_GATE : Purpose.SETTLE));
    } else if (row.isWait()) {
      hold(pod);
    }
  }

  /// The scheduler and the kubelet are about to change a new pod: an earlier write would
  /// only conflict with theirs. The kubelet's first word on it has one on readiness.
  private static boolean isSettled(PodView pod) {
    return pod.phase() == Phase.RUNNING || pod.findCondition("Ready").isPresent();
  }

  private static boolean isShut(PodView pod, String gate) {
    return pod.hasGate(gate) && pod.findCondition(gate).filter(PodView.Condition::isTrue).isEmpty();
  }

  private PodPatch back(PodView pod, Row row) {
    var patch = new PodPatch(pod, seen.now());
    if (row.to() != pod.lifecycleState()) {
      patch.stage(row.to().label());
    }
    if (row.step() == Step.UNMARK && ReadinessGate.isOurs(pod)) {
      patch.pinVersion().condition(ReadinessGate.remove(pod));
    }
    return patch;
  }

  static Action action(PodPatch patch, Purpose purpose) {
    return patch.isForStatus()
        ? new Action.PatchPodStatus(patch.pod().name(), purpose, patch.body())
        : new Action.PatchPod(patch.pod().name(), purpose, patch.body());
  }
}
