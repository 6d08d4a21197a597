package dev.ordinal.run;

import dev.ordinal.model.ClaimView;
import dev.ordinal.model.ClassView;
import dev.ordinal.model.JobView;
import dev.ordinal.model.Key;
import dev.ordinal.model.NodeView;
import dev.ordinal.model.PodView;
import dev.ordinal.model.RevisionView;
import dev.ordinal.model.SetKey;
import dev.ordinal.model.SetView;
import dev.ordinal.model.View;
import dev.ordinal.model.common.Report;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Plan;
import dev.ordinal.plan.Snapshot;
import dev.ordinal.plan.Snapshot.Findings;
import dev.ordinal.pull.PullSnapshot;
import dev.ordinal.run.ask.Kind;
import dev.ordinal.run.ask.Outcome;
import dev.ordinal.run.ask.UnconfirmedWrite;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// Everything between the readers and the planner, and between the plan and the requests. Safe to
/// call from anywhere; it starts nothing by itself. Time comes with each call.
public final class Engine {
  private final WorkQueue<Key> queue = new WorkQueue<>(Key::namespace);
  private final TreeMap<Key, TurnMemory> memories = new TreeMap<>();
  private final ObjectIndex index = new ObjectIndex(queue::add);
  private final Runnable signal;
  private long era;

  /// `signal` rings when there may be a turn to take.
  public Engine(Runnable signal) {
    this.signal = signal;
  }

  public Feed<SetView> sets() {
    return new Intake<>(this, index.sets, signal);
  }

  public Feed<PodView> pods() {
    return new Intake<>(this, index.pods, signal);
  }

  public Feed<ClaimView> claims() {
    return new Intake<>(this, index.claims, signal);
  }

  public Feed<RevisionView> revisions() {
    return new Intake<>(this, index.revisions, signal);
  }

  public Feed<ClassView> classes() {
    return new Intake<>(this, index.classes, signal);
  }

  public Feed<JobView> jobs() {
    return new Intake<>(this, index.pulls.jobs, signal);
  }

  public Feed<NodeView> nodes() {
    return new Intake<>(this, index.pulls.nodes, signal);
  }

  /// Pods of other controllers than ours.
  public Feed<PodView> others() {
    return new Intake<>(this, index.pulls.others, signal);
  }

  /// Whether a job has been seen that looks at pods of any controller.
  public synchronized boolean needsOthers() {
    return index.pulls.areOthersNeeded;
  }

  /// Whether a job has been seen that cannot be planned without the nodes of the cluster.
  public synchronized boolean needsNodes() {
    return index.pulls.areNodesNeeded;
  }

  /// Nobody lets us read StorageClasses: all but the growth of volumes goes on without them.
  public void doWithoutClasses() {
    synchronized (this) {
      index.areClassesOptional = true;
    }
    signal.run();
  }

  /// Nothing is decided before every kind has been listed once: a pod not yet seen is not missing.
  public synchronized boolean isSynced() {
    return index.isComplete();
  }

  /// Forgets everything, as after a crash: nothing is decided until every kind has been listed.
  synchronized void startOver() {
    index.clear();
    memories.clear();
    era++;
  }

  /// How often everything was forgotten, and with it what plans were made of.
  synchronized long era() {
    return era;
  }

  public synchronized Optional<Key> take(Instant now) {
    return isSynced() ? queue.take(now) : Optional.empty();
  }

  public synchronized Optional<Instant> nextDue() {
    return isSynced() ? queue.nextDue() : Optional.empty();
  }

  /// What has to be read again before this set may be planned.
  public synchronized List<UnconfirmedWrite> unconfirmedWrites(Key key) {
    var writes = memory(key).unconfirmedWrites;
    writes.replaceAll((write, _) -> index.uid(write.kind(), key.namespace(), write.name()));
    return List.copyOf(writes.keySet());
  }

  /// The object in doubt as it is now, or that it is not there: then the one that was known when
  /// the question was asked is gone. Another may have come while the answer was on its way.
  public synchronized void settle(Key key, UnconfirmedWrite unconfirmed, Optional<View> found) {
    var memory = memory(key);
    var asked = memory.unconfirmedWrites.remove(unconfirmed);
    found.ifPresentOrElse(
        index::keep,
        () -> Optional.ofNullable(asked).ifPresent(uid -> index.bury(unconfirmed.kind(), uid)));
    if (unconfirmed.kind() == Kind.REVISION && found.filter(view -> isOf(key, view)).isEmpty()) {
      found.ifPresent(_ -> memory.takenRevisions.add(unconfirmed.name()));
    }
  }

  private boolean isOf(Key key, View view) {
    return find(key).filter(found -> view.meta().isControlledBy(found.uid())).isPresent();
  }

  private Optional<? extends View> find(Key key) {
    return switch (key) {
      case SetKey set -> index.find(set);
      case Key.Job job -> index.find(job);
    };
  }

  public synchronized Optional<Snapshot> look(SetKey key, Instant now) {
    return index
        .find(key)
        .map(set -> index.snapshot(set, findings(key, set, now), now))
        .map(seen -> seen.with(memory(key).readyTimes.corrected(seen.pods(), now)))
        .or(() -> clear(key));
  }

  public synchronized Optional<PullSnapshot> look(Key.Job key, Instant now) {
    return index
        .find(key)
        .map(job -> index.pulls.snapshot(job, findings(key, job, now), now))
        .or(() -> clear(key));
  }

  private Findings findings(Key key, View view, Instant now) {
    var memory = memory(key);
    memory.follow(view.meta().generation(), now);
    if (view instanceof SetView set) {
      memory.watch(set, now).ifPresent(over -> queue.addAt(key, over));
    }
    return memory.findings();
  }

  private <S> Optional<S> clear(Key key) {
    memories.remove(key);
    return Optional.empty();
  }

  /// Takes the end of a request: what it brought is known from now on, what failed waits.
  public synchronized void acted(Key key, Action action, Outcome outcome, Instant now) {
    var memory = memory(key);
    switch (outcome) {
      case Outcome.Done(var view) -> {
        memory.done(action, now);
        view.ifPresentOrElse(index::keep, () -> buryTarget(action));
      }
      case Outcome.Judged(var judgement) -> memory.judged(action, judgement, now);
      case Outcome.Compared(var isSame) -> memory.compared(action, isSame);
      // What is to be deleted and is not there is deleted.
      case Outcome.Gone _ when isDelete(action) -> {
        memory.failures.clear(action);
        buryTarget(action);
      }
      case Outcome.Gone(var message) -> fail(key, action, message, now);
      case Outcome.Refused(var message) when isResize(action) -> {
        memory.resizeRefused(action, message, now);
        queue.addAt(key, now);
      }
      case Outcome.Refused(var message) -> {
        fail(key, action, message, now);
        memory.failures.refused(action);
      }
      case Outcome.Conflict(var message) -> conflict(key, action, message, now);
      case Outcome.Unreachable(var message, var mayHaveHappened) -> {
        fail(key, action, message, now);
        if (mayHaveHappened) {
          memory.unconfirmedWrites.put(new UnconfirmedWrite(Kind.of(action), action.target()), "");
        }
      }
    }
  }

  /// Someone else was faster, or we looked at old news: look again before trying again.
  private void conflict(Key key, Action action, String message, Instant now) {
    var memory = memory(key);
    if (memory.failures.isFirstConflict(action)) {
      queue.addAt(key, now);
    } else {
      fail(key, action, message, now);
    }
    memory.unconfirmedWrites.put(new UnconfirmedWrite(Kind.of(action), action.target()), "");
  }

  private static boolean isDelete(Action action) {
    return action instanceof Action.DeletePod
        || action instanceof Action.DeleteRevision
        || action instanceof Action.DeleteJob;
  }

  private static boolean isResize(Action action) {
    return action instanceof Action.CheckResize || action instanceof Action.ResizePod;
  }

  private void buryTarget(Action action) {
    if (action instanceof Action.DeletePod(_, var uid, _, _)) {
      index.pods.bury(uid);
    } else if (action instanceof Action.DeleteRevision(_, var uid)) {
      index.revisions.bury(uid);
    } else if (action instanceof Action.DeleteJob(_, var uid)) {
      index.pulls.jobs.bury(uid);
    }
  }

  private void fail(Key key, Action action, String message, Instant now) {
    queue.addAt(key, memory(key).failures.add(action, message, now));
  }

  /// The status to write now. One that has to wait gives the set another turn when it is due.
  public synchronized <S extends Report> Optional<S> statusDue(Key key, Plan<S> plan, Instant now) {
    var due = status(key).flatMap(seen -> memory(key).pace.due(seen, plan, now));
    if (due.isEmpty() || due.get().isAfter(now)) {
      due.ifPresent(later -> queue.addAt(key, later));
      return Optional.empty();
    }
    return Optional.of(plan.status());
  }

  public synchronized Instant nextStatus(Key key, Instant now) {
    return memory(key).pace.next(now);
  }

  private Optional<Report> status(Key key) {
    return switch (key) {
      case SetKey set -> index.find(set).map(SetView::status);
      case Key.Job job -> index.find(job).map(JobView::status);
    };
  }

  public synchronized void statusWritten(Key key, Outcome outcome, Instant now) {
    memory(key).pace.wrote(now);
    if (outcome instanceof Outcome.Done(var view)) {
      view.ifPresent(index::keep);
    } else {
      queue.addAt(key, now.plus(StatusPace.QUIET));
    }
  }

  /// What the user has to hear of this plan and has not heard lately.
  public synchronized List<Plan.Notice> news(Key key, Plan<?> plan, Instant now) {
    return memory(key).news(plan.notices(), now);
  }

  /// Ends the turn of a set. What changed by our hand is looked at again at once.
  public synchronized void finish(Key key, Plan<?> plan, boolean hasChangedAnything) {
    plan.wake().ifPresent(wake -> queue.addAt(key, wake));
    if (hasChangedAnything) {
      queue.add(key);
    }
    queue.done(key);
  }

  /// Ends a turn in which the set was found to be gone, or could not be planned.
  public synchronized void giveBack(Key key, Optional<Instant> retryAt) {
    queue.forget(key);
    retryAt.ifPresent(later -> queue.addAt(key, later));
    queue.done(key);
  }

  private TurnMemory memory(Key key) {
    return memories.computeIfAbsent(key, _ -> new TurnMemory());
  }
}
