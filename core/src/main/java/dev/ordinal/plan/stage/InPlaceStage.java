package dev.ordinal.plan.stage;

import dev.ordinal.model.FeatureGate;
import dev.ordinal.model.InPlaceState;
import dev.ordinal.model.InPlaceState.Grace;
import dev.ordinal.model.InPlaceState.Work;
import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.model.RevisionView;
import dev.ordinal.model.UpdateStrategy.PodUpdate;
import dev.ordinal.model.UpdateStrategy.Rolling;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.life.LifecycleState;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Action.Cause;
import dev.ordinal.plan.Action.Purpose;
import dev.ordinal.plan.Hold;
import dev.ordinal.plan.HoldReason;
import dev.ordinal.plan.Snapshot;
import dev.ordinal.plan.body.Revision;
import dev.ordinal.plan.build.PlanBuilder;
import dev.ordinal.plan.inplace.Batches;
import dev.ordinal.plan.inplace.Pending;
import dev.ordinal.plan.inplace.PodPatch;
import dev.ordinal.plan.inplace.TemplateDiff;
import dev.ordinal.plan.inplace.TemplateDiff.Result;
import dev.ordinal.plan.renew.InPlaceTable;
import dev.ordinal.plan.renew.InPlaceTable.Row;
import dev.ordinal.plan.renew.InPlaceTable.State;
import dev.ordinal.plan.renew.InPlaceTable.Step;
import dev.ordinal.plan.renew.Observation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Updates pods where they run, as the table says: those that the rollout has come to begin, and
/// those that have begun go on, batch by batch.
///
/// `inPlace template=v2 0:v1:ready` → `patch web-0 CLOSE_GATE > patch web-0 UPDATE`
final class InPlaceStage {
  private final Round round;
  private final Snapshot seen;
  private final PlanBuilder plan;
  private final TreeMap<String, Result> diffs = new TreeMap<>();

  /// What is written to a pod: with which patch, on top of which state, and which work.
  private record Update(PodPatch patch, InPlaceState before, Grace due) {}

  InPlaceStage(Round round) {
    this.round = round;
    this.seen = round.seen();
    this.plan = round.plan();
  }

  /// Continues updates that wait for their grace period, their next batch or their resources.
  static void apply(Round round) {
    var stage = new InPlaceStage(round);
    for (var pod : round.roster().pods().values()) {
      if (round.isFree(pod) && !pod.isTerminating() && pod.inPlace().isPresent()) {
        stage.follow(stage.observe(pod, Optional.empty()), Cause.UPDATE);
      }
    }
  }

  /// Updates one pod that the rollout has come to: replaced where that is needed and allowed.
  void renew(PodView pod, Cause cause) {
    follow(observe(pod, Optional.of(difference(pod))), cause);
  }

  private Observation observe(PodView pod, Optional<Result> difference) {
    var requests =
        Stream.of(
            new Action.ResizePod(pod.name(), Json.EMPTY),
            new Action.PatchPod(pod.name(), Purpose.UPDATE, Json.EMPTY));
    var failures = requests.flatMap(request -> plan.findFailure(request).stream()).toList();
    return Observation.of(seen, pod, difference, failures);
  }

  private void follow(Observation observed, Cause cause) {
    var row = InPlaceTable.find(observed);
    tell(observed, row);
    switch (row.step()) {
      case NOTHING -> {}
      case REPLACE -> round.life().delete(observed.pod(), cause, List.of());
      case CHECK -> plan.act(check(observed.pod(), observed.work()));
      case CHECK_AND_OPEN -> {
        plan.act(check(observed.pod(), observed.work()));
        open(observed);
      }
      case OPEN -> open(observed);
      case CLOSE_AND_RECORD, CLOSE_AND_WRITE, WRITE -> change(observed, row);
      case FORGET -> forget(observed.pod());
    }
  }

  private void tell(Observation observed, Row row) {
    var pod = observed.pod();
    switch (row.hold()) {
      case NONE -> {}
      case IMPOSSIBLE -> alarm(pod, observed.because());
      case REFUSED -> {
        var refusal = observed.refusal().orElseThrow();
        alarm(pod, "the API server refuses the resize: " + refusal.words());
        refusal.askAgainAt().filter(seen.now()::isBefore).ifPresent(plan::wakeAt);
      }
      case INFEASIBLE ->
          alarm(
              pod,
              "its node is too small for its new resources; it gets them after kubectl delete pod "
                  + pod.name());
      case FAILED -> {
        if (row.from() == State.DUE) {
          round.life().leave(pod);
        }
        var failure = observed.failure();
        plan.hold(pod.name(), new HoldReason.RequestFailed(failure.message()));
        plan.wakeAt(failure.retryAt());
      }
      case GRACE -> {
        plan.hold(pod.name(), new HoldReason.GracePeriod(observed.graceEnd()));
        plan.wakeAt(observed.graceEnd());
      }
      case DEFERRED ->
          plan.hold(pod.name(), new HoldReason.ResizeDeferred(observed.isInfeasible()));
    }
  }

  private void alarm(PodView pod, String because) {
    var hold = new Hold(pod.name(), new HoldReason.InPlaceImpossible(because));
    plan.alarm(hold, hold.sentence());
  }

  /// What stands between the pod and the newest template. Volumes of a running pod cannot change,
  /// and no template tells of them.
  private Result difference(PodView pod) {
    if (policy() == PodUpdate.RECREATE) {
      return new Result.Impossible("podUpdatePolicy is ReCreate");
    }
    return ClaimStage.hasAll(seen.set(), pod)
        ? diffs.computeIfAbsent(pod.revision(), this::diff)
        : new Result.Impossible("it lacks a volume that the set has now");
  }

  private PodUpdate policy() {
    return seen.set().spec().update() instanceof Rolling rolling
        ? rolling.podUpdate()
        : PodUpdate.RECREATE;
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

  /// An update that begins asks the pod's hook first.
  private void change(Observation observed, Row row) {
    var change = observed.change();
    if (change.isPresent()) {
      var update = begin(observed, change.get());
      round.life().update(observed.pod(), () -> write(observed, row, update));
    } else {
      write(observed, row, resume(observed.pod()));
    }
  }

  private Update begin(Observation observed, Result.Change change) {
    var pod = observed.pod();
    var revision = round.revisions().update().name();
    var before = Pending.state(pod, revision, change.work(), seen.now());
    var period = observed.rolling().orElseThrow().inPlace().grace();
    var due = new Grace(revision, change.work(), change.metadata(), period);
    return new Update(staged(pod, change), before, due);
  }

  private Update resume(PodView pod) {
    var state = pod.inPlace().orElseThrow();
    var next = new Grace(state.revision(), state.next(), Json.EMPTY, Duration.ZERO);
    return new Update(new PodPatch(pod, seen.now()), state, state.grace().orElse(next));
  }

  private void write(Observation observed, Row row, Update update) {
    var chain = new ArrayList<Action>();
    if (row.step() != Step.WRITE && observed.isGateOpen()) {
      chain.add(close(observed.pod()));
    }
    if (row.step() == Step.CLOSE_AND_RECORD) {
      chain.add(record(update));
    } else {
      chain.addAll(batch(update));
    }
    var isBeginning = row.from() == State.DUE || row.step() == Step.CLOSE_AND_RECORD;
    plan.act(isBeginning ? checked(observed.pod(), update.due().work(), chain) : chain);
  }

  /// A grace period begins, in full, when the gate is closed.
  private Action record(Update update) {
    var since = PodPatch.closedBy(seen.now());
    plan.wakeAt(since.plus(update.due().period()));
    var state = update.before().since(since, Optional.of(update.due()));
    return LifeStage.action(update.patch().state(state), Purpose.BEGIN);
  }

  /// Writes the first batch of the work, and on the pod what is left.
  private List<Action> batch(Update update) {
    var pod = update.patch().pod();
    var work = update.due().work();
    var template = find(update.before().revision()).map(Revision::template).orElse(Json.EMPTY);
    var batches = Batches.of(template);
    var first = batches.first(work);
    var actions = new ArrayList<Action>();
    if (!first.resources().isEmpty()) {
      actions.add(new Action.ResizePod(pod.name(), PodPatch.resize(pod, first)));
    }
    var state = batches.written(pod, work, update.before(), seen.now());
    var patch = update.patch().merge(update.due().metadata()).work(first).state(state);
    actions.add(LifeStage.action(patch, Purpose.UPDATE));
    return actions;
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

  private static Action check(PodView pod, Work work) {
    return new Action.CheckResize(pod.name(), PodPatch.resize(pod, work));
  }

  /// Where nothing restarts and no hook looks, the pod's life goes on as it was.
  private PodPatch staged(PodView pod, Result.Change change) {
    var patch = new PodPatch(pod, seen.now());
    var isWatched = seen.set().spec().lifecycle().inPlaceUpdate().isPresent();
    return change.restarts() || isWatched ? patch.stage(LifecycleState.UPDATING.label()) : patch;
  }

  private void forget(PodView pod) {
    var state = pod.inPlace().orElseThrow();
    var patch = new PodPatch(pod, seen.now()).state(state.since(state.since(), Optional.empty()));
    plan.act(LifeStage.action(patch.label(Names.REVISION_LABEL, pod.revision()), Purpose.UPDATE));
  }

  private Action close(PodView pod) {
    return LifeStage.action(new PodPatch(pod, seen.now()).closeGate(), Purpose.CLOSE_GATE);
  }

  private void open(Observation observed) {
    if (observed.mayOpen()) {
      var patch = new PodPatch(observed.pod(), seen.now()).openGate();
      plan.act(LifeStage.action(patch, Purpose.OPEN_GATE));
    }
  }
}
