package dev.ordinal.plan.stage;

import dev.ordinal.model.FeatureGate;
import dev.ordinal.model.InPlaceState;
import dev.ordinal.model.InPlaceState.Grace;
import dev.ordinal.model.InPlaceState.Work;
import dev.ordinal.model.Json;
import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.model.RevisionView;
import dev.ordinal.model.UpdateStrategy.PodUpdate;
import dev.ordinal.model.UpdateStrategy.Rolling;
import dev.ordinal.model.life.LifecycleState;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Action.Cause;
import dev.ordinal.plan.Action.Purpose;
import dev.ordinal.plan.Hold;
import dev.ordinal.plan.Snapshot;
import dev.ordinal.plan.Snapshot.Failure;
import dev.ordinal.plan.Snapshot.RefusedResize;
import dev.ordinal.plan.body.Revision;
import dev.ordinal.plan.build.PlanBuilder;
import dev.ordinal.plan.inplace.Batches;
import dev.ordinal.plan.inplace.Completion;
import dev.ordinal.plan.inplace.Pending;
import dev.ordinal.plan.inplace.PodPatch;
import dev.ordinal.plan.inplace.TemplateDiff;
import dev.ordinal.plan.inplace.TemplateDiff.Result;
import dev.ordinal.plan.retry.FailedRequests;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// Renews one outdated pod: changed where it runs if the set allows it and the change can be made
/// there, replaced otherwise. What has begun is taken on, batch by batch.
///
/// `inPlace template=v2 0:v1:ready` → `patch web-0 CLOSE_GATE > patch web-0 UPDATE`
final class InPlaceStage {
  private final Round round;
  private final Snapshot seen;
  private final PlanBuilder plan;
  private final Optional<Rolling> rolling;
  private final TreeMap<String, Result> diffs = new TreeMap<>();

  InPlaceStage(Round round) {
    this.round = round;
    this.seen = round.seen();
    this.plan = round.plan();
    this.rolling =
        seen.set().spec().update() instanceof Rolling found ? Optional.of(found) : Optional.empty();
  }

  static void apply(Round round) {
    new InPlaceStage(round).advance();
  }

  private PodUpdate policy() {
    return rolling.map(Rolling::podUpdate).orElse(PodUpdate.RECREATE);
  }

  void renew(PodView pod, Cause cause) {
    if (policy() == PodUpdate.RECREATE) {
      round.life().delete(pod, cause, List.of());
      return;
    }
    switch (difference(pod)) {
      case Result.Change change -> renew(pod, cause, Pending.with(pod, change));
      case Result.Impossible(var because) -> replace(pod, cause, because);
    }
  }

  private void renew(PodView pod, Cause cause, Result.Change change) {
    var refusal = seen.findings().findRefusedResize(pod, change.work());
    var quota = fullQuota(pod, change.work());
    if (refusal.isPresent()) {
      refuse(pod, cause, change.work(), refusal.get());
    } else if (quota.isPresent()) {
      round.life().leave(pod);
      resumeService(pod, quota.get());
    } else {
      round.life().update(pod, () -> begin(pod, change));
    }
  }

  /// Only a new pod can have what the API server refuses to the running one. A pod that must not be
  /// replaced stays as it is; a dry run, which changes nothing, shows when a policy has changed.
  private void refuse(PodView pod, Cause cause, Work work, RefusedResize refused) {
    replace(pod, cause, "the API server refuses the resize: " + refused.words());
    if (policy() == PodUpdate.IN_PLACE_ONLY && refused.askAgainAt().isPresent()) {
      if (refused.askAgainAt().get().isAfter(seen.now())) {
        plan.wakeAt(refused.askAgainAt().get());
      } else {
        plan.act(check(pod, work));
      }
    }
  }

  private static Action check(PodView pod, Work work) {
    return new Action.CheckResize(pod.name(), PodPatch.resize(pod, work));
  }

  private void replace(PodView pod, Cause cause, String because) {
    if (policy() == PodUpdate.IN_PLACE_ONLY) {
      var hold = new Hold(pod.name(), new Hold.Reason.InPlaceImpossible(because));
      plan.alarm(hold, hold.sentence());
    } else {
      round.life().delete(pod, cause, List.of());
    }
  }

  /// Volumes of a running pod cannot change, and no template tells of them.
  private Result difference(PodView pod) {
    return ClaimStage.hasAll(seen.set(), pod)
        ? diffs.computeIfAbsent(pod.revision(), this::diff)
        : new Result.Impossible("it lacks a volume that the set has now");
  }

  private Result diff(String revision) {
    var newest = Revision.template(round.revisions().update());
    return find(revision)
        .map(old -> gated(TemplateDiff.between(Revision.template(old), newest)))
        .orElseGet(() -> new Result.Impossible("revision " + revision + " is not known any more"));
  }

  private Optional<RevisionView> find(String revision) {
    return seen.revisions().stream().filter(known -> known.name().equals(revision)).findFirst();
  }

  private Result gated(Result result) {
    var gate = FeatureGate.VERTICAL_SCALING;
    return result instanceof Result.Change change
            && !change.work().resources().isEmpty()
            && !seen.set().spec().gates().contains(gate)
        ? new Result.Impossible("resources changed, and %s is off".formatted(gate.label()))
        : result;
  }

  /// Metadata alone restarts nothing: the pod stays in service.
  private void begin(PodView pod, Result.Change change) {
    var chain = new ArrayList<Action>();
    if (change.restarts() && pod.hasGate(PodPatch.GATE) && !PodPatch.isClosed(pod)) {
      chain.add(close(pod));
    }
    var wait = rolling.orElseThrow().inPlace().grace();
    var revision = round.revisions().update().name();
    if (change.restarts() && !wait.isZero()) {
      var state = Pending.state(pod, revision, change.work(), PodPatch.closedBy(seen.now()));
      var grace = new Grace(revision, change.work(), change.metadata(), wait);
      var patch = staged(pod, change).state(state.since(state.since(), Optional.of(grace)));
      chain.add(LifeStage.action(patch, Purpose.BEGIN));
      plan.wakeAt(state.since().plus(wait));
    } else {
      var patch = staged(pod, change).merge(change.metadata());
      chain.addAll(
          write(patch, change.work(), Pending.state(pod, revision, change.work(), seen.now())));
    }
    plan.act(checked(pod, change.work(), chain));
  }

  /// A resize that would be refused must not cost the pod its traffic: the API server is asked
  /// before anything else is written.
  private static List<Action> checked(PodView pod, Work work, List<Action> chain) {
    var all = new ArrayList<>(chain);
    if (!work.resources().isEmpty() && !(chain.getFirst() instanceof Action.ResizePod)) {
      all.addFirst(check(pod, work));
    }
    return all;
  }

  /// Where nothing restarts and no hook looks, the pod's life goes on as it was.
  private PodPatch staged(PodView pod, Result.Change change) {
    var patch = new PodPatch(pod, seen.now());
    var isWatched = seen.set().spec().lifecycle().inPlaceUpdate().isPresent();
    return change.restarts() || isWatched ? patch.stage(LifecycleState.UPDATING.label()) : patch;
  }

  /// Writes the first batch of the work, and on the pod what is left.
  private List<Action> write(PodPatch patch, Work work, InPlaceState before) {
    var pod = patch.pod();
    var template = find(before.revision()).map(Revision::template).orElse(Json.EMPTY);
    var batches = Batches.of(template);
    var first = batches.first(work);
    var actions = new ArrayList<Action>();
    if (!first.resources().isEmpty()) {
      actions.add(new Action.ResizePod(pod.name(), PodPatch.resize(pod, first)));
    }
    var state = batches.written(pod, work, before, seen.now());
    actions.add(LifeStage.action(patch.work(first).state(state), Purpose.UPDATE));
    return actions;
  }

  /// Takes updates on that wait for their grace period, their next batch or their resources. A pod
  /// that has to be replaced after all waits for its turn in the rollout.
  private void advance() {
    for (var pod : round.roster().pods().values()) {
      if (round.isFree(pod) && !pod.isTerminating()) {
        pod.inPlace().ifPresent(state -> advance(pod, state));
      }
    }
  }

  private void advance(PodView pod, InPlaceState state) {
    var refusal = seen.findings().findRefusedResize(pod, Pending.of(state));
    if (refusal.isPresent() && rolling.isPresent() && policy() != PodUpdate.IN_PLACE_ONLY) {
      return;
    }
    if (refusal.isPresent() && rolling.isPresent()) {
      refuse(pod, Cause.UPDATE, Pending.of(state), refusal.get());
      reopen(pod, state);
    } else if (state.grace().isPresent()) {
      waitOut(pod, state, state.grace().get());
    } else if (!Completion.hasArrived(pod, state)) {
      resize(pod, state);
    } else if (!state.next().isEmpty() && Completion.isReadyForNext(pod, state)) {
      plan.act(write(new PodPatch(pod, seen.now()), state.next(), state));
    }
  }

  private void waitOut(PodView pod, InPlaceState state, Grace grace) {
    var due = state.since().plus(grace.period());
    var quota = fullQuota(pod, grace.work());
    if (!grace.revision().equals(pod.revision())) {
      // Another writer has given the pod another revision: the pending work is not for this one.
      var patch = new PodPatch(pod, seen.now()).state(state.since(state.since(), Optional.empty()));
      plan.act(LifeStage.action(patch.label(Names.REVISION_LABEL, pod.revision()), Purpose.UPDATE));
    } else if (due.isAfter(seen.now())) {
      plan.hold(pod.name(), new Hold.Reason.GracePeriod(due));
      plan.wakeAt(due);
    } else if (pod.hasGate(PodPatch.GATE) && !PodPatch.isClosed(pod)) {
      // Another writer has opened the gate, so the grace period begins again.
      await(pod, state, grace);
    } else if (quota.isPresent()) {
      resumeService(pod, quota.get());
    } else {
      var patch = new PodPatch(pod, seen.now()).merge(grace.metadata());
      plan.act(write(patch, grace.work(), state));
    }
  }

  /// The quota that keeps a pod from its resize, and thereby out of service: a dry run was accepted
  /// before the gate was closed, and by now the quota is full, which may last.
  private Optional<Failure> fullQuota(PodView pod, Work work) {
    var isWaiting = pod.inPlace().filter(state -> !Completion.awaited(pod, state).isEmpty());
    return plan.findFailure(new Action.ResizePod(pod.name(), Json.EMPTY))
        .filter(failure -> FailedRequests.isQuotaExceeded(failure.message()))
        .filter(_ -> !work.resources().isEmpty() && PodPatch.isClosed(pod) && isWaiting.isEmpty());
  }

  /// The pod gets its traffic back until the resize is tried again, with a dry run first.
  private void resumeService(PodView pod, Failure failure) {
    plan.hold(pod.name(), new Hold.Reason.RequestFailed(failure.message()));
    plan.wakeAt(failure.retryAt());
    open(pod);
  }

  private void await(PodView pod, InPlaceState state, Grace grace) {
    var since = PodPatch.closedBy(seen.now());
    var patch = new PodPatch(pod, seen.now()).state(state.since(since, Optional.of(grace)));
    var chain = List.of(close(pod), LifeStage.action(patch, Purpose.BEGIN));
    plan.act(checked(pod, grace.work(), chain));
    plan.wakeAt(since.plus(grace.period()));
  }

  private Action close(PodView pod) {
    return LifeStage.action(new PodPatch(pod, seen.now()).closeGate(), Purpose.CLOSE_GATE);
  }

  private void resize(PodView pod, InPlaceState state) {
    if (!state.scope().resources()) {
      return;
    }
    if (Completion.isInfeasible(pod, state) && policy() == PodUpdate.IN_PLACE_ONLY) {
      replace(pod, Cause.UPDATE, "its node cannot give it the resources");
      reopen(pod, state);
    } else if (pod.findCondition("PodResizePending").isPresent()) {
      plan.hold(pod.name(), new Hold.Reason.ResizeDeferred());
    }
  }

  /// A pod that may only change in place and cannot do so goes on with the resources it has: its
  /// traffic comes back, unless a container is still on its way to another image.
  private void reopen(PodView pod, InPlaceState state) {
    if (PodPatch.isClosed(pod) && Completion.awaited(pod, state).isEmpty()) {
      open(pod);
    }
  }

  private void open(PodView pod) {
    plan.act(LifeStage.action(new PodPatch(pod, seen.now()).openGate(), Purpose.OPEN_GATE));
  }
}
