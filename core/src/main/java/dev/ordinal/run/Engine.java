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
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// Connects the reflectors, the planner and the requests: the observed objects, the memory of each
/// set and job, and the queue of turns. Thread-safe, without threads; each call brings the time.
public final class Engine {
  /// A clock that is set back by less than this costs no more than that.
  private static final Duration SET_BACK = Duration.ofSeconds(1);

  private final WorkQueue<Key> queue = new WorkQueue<>(Key::namespace);
  private final TreeMap<Key, TurnMemory> memories = new TreeMap<>();
  private final ObjectIndex index = new ObjectIndex(queue::add);
  private long epoch;
  private Instant latest = Instant.EPOCH;

  public synchronized void observe(WorkQueue.Listener<Key> listener) {
    queue.observe(listener);
  }

  public Feed<SetView> sets() {
    return new EngineFeed<>(this, index.sets);
  }

  public Feed<PodView> pods() {
    return new EngineFeed<>(this, index.pods);
  }

  public Feed<ClaimView> claims() {
    return new EngineFeed<>(this, index.claims);
  }

  public Feed<RevisionView> revisions() {
    return new EngineFeed<>(this, index.revisions);
  }

  public Feed<ClassView> classes() {
    return new EngineFeed<>(this, index.classes);
  }

  public Feed<JobView> jobs() {
    return new EngineFeed<>(this, index.jobIndex.jobs);
  }

  public Feed<NodeView> nodes() {
    return new EngineFeed<>(this, index.jobIndex.nodes);
  }

  /// Pods that other controllers own.
  public Feed<PodView> otherPods() {
    return new EngineFeed<>(this, index.jobIndex.otherPods);
  }

  /// Whether a job has been seen that selects pods of any controller.
  public synchronized boolean needsOtherPods() {
    return index.jobIndex.areOtherPodsNeeded;
  }

  /// Whether a job has been seen that cannot be planned without the nodes of the cluster.
  public synchronized boolean needsNodes() {
    return index.jobIndex.areNodesNeeded;
  }

  /// StorageClasses are not readable with these permissions: everything but the growth of volumes
  /// works without them.
  public synchronized void makeClassesOptional() {
    index.areClassesOptional = true;
  }

  /// Nothing is planned before every kind has been listed once: a pod not yet seen is not missing.
  public synchronized boolean isSynced() {
    return index.isComplete();
  }

  /// Forgets everything, as after a crash: nothing is planned until every kind has been listed.
  public synchronized void forgetAll() {
    index.clear();
    memories.clear();
    epoch++;
  }

  /// Counts how often everything was forgotten. A plan of an earlier epoch is worthless.
  synchronized long epoch() {
    return epoch;
  }

  public synchronized Optional<Key> take(Instant now) {
    followClock(now);
    return isSynced() ? queue.take(now) : Optional.empty();
  }

  private void followClock(Instant now) {
    if (now.isBefore(latest.minus(SET_BACK))) {
      memories.replaceAll((_, memory) -> memory.withoutTimes());
      queue.addAllWaiting();
      latest = now;
    }
    latest = now.isAfter(latest) ? now : latest;
  }

  public synchronized Optional<Instant> nextDue() {
    return isSynced() ? queue.nextDue() : Optional.empty();
  }

  /// The objects that have to be read again before this set may be planned.
  public synchronized List<UnconfirmedWrite> unconfirmedWrites(Key key) {
    var writes = memory(key).unconfirmedWrites;
    writes.replaceAll((write, _) -> index.uid(write.kind(), key.namespace(), write.name()));
    return List.copyOf(writes.keySet());
  }

  /// Takes an object that was read again. Empty means that the object known when the read was sent
  /// is gone; another one of that name may have been created since then.
  public synchronized void confirm(Key key, UnconfirmedWrite unconfirmed, Optional<View> found) {
    var memory = memory(key);
    var known = memory.unconfirmedWrites.remove(unconfirmed);
    found.ifPresentOrElse(
        index::applyReply,
        () ->
            Optional.ofNullable(known)
                .ifPresent(uid -> index.markDeleted(unconfirmed.kind(), uid)));
    var owner = find(key).map(View::uid);
    found
        .filter(view -> owner.filter(view.meta()::isControlledBy).isEmpty())
        .filter(_ -> unconfirmed.kind() == Kind.REVISION)
        .ifPresent(_ -> memory.takenRevisions.add(unconfirmed.name()));
  }

  private Optional<? extends View> find(Key key) {
    return switch (key) {
      case SetKey set -> index.find(set);
      case Key.Job job -> index.find(job);
    };
  }

  public synchronized Optional<Snapshot> snapshot(SetKey key, Instant now) {
    return index
        .find(key)
        .map(set -> index.snapshot(set, findings(key, set, now), now))
        .map(seen -> seen.withPods(memory(key).readyTimes.corrected(seen.pods(), now)))
        .or(() -> clear(key));
  }

  public synchronized Optional<PullSnapshot> snapshot(Key.Job key, Instant now) {
    return index
        .find(key)
        .map(job -> index.jobIndex.snapshot(job, findings(key, job, now), now))
        .or(() -> clear(key));
  }

  /// What bears on a set that may not be stored yet. Leaves no trace.
  public synchronized Snapshot preview(SetView set, Instant now) {
    return index.snapshot(set, Findings.NONE, now);
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

  /// Takes the outcome of an action: stores the object in the reply, or starts the back-off of a
  /// failure.
  public synchronized void acted(Key key, Action action, Outcome outcome, Instant now) {
    var memory = memory(key);
    switch (outcome) {
      case Outcome.Done(var view) -> {
        var isStale = view.filter(index::isStale).isPresent();
        memory.done(action, isStale, now).ifPresent(again -> queue.addAt(key, again));
        view.ifPresentOrElse(index::applyReply, () -> index.markTargetDeleted(action));
      }
      case Outcome.Checked checked -> memory.checked(action, checked, now);
      case Outcome.Compared(var isSame) -> memory.compared(action, isSame);
      case Outcome.Unfinished _ -> throw new IllegalArgumentException("not an end: " + outcome);
      // The object to be deleted is gone already.
      case Outcome.Gone _ when ObjectIndex.isDelete(action) -> {
        memory.failures.clear(action);
        index.markTargetDeleted(action);
      }
      case Outcome.Gone(var message) -> fail(key, action, message, now);
      case Outcome.Refused(var message) when ObjectIndex.isResize(action) -> {
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

  /// Another writer was faster, or the snapshot was stale: the object is read again before the next
  /// attempt.
  private void conflict(Key key, Action action, String message, Instant now) {
    var memory = memory(key);
    if (memory.failures.isFirstConflict(action)) {
      queue.addAt(key, now);
    } else {
      fail(key, action, message, now);
    }
    memory.unconfirmedWrites.put(new UnconfirmedWrite(Kind.of(action), action.target()), "");
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
      view.ifPresent(index::applyReply);
    } else {
      queue.addAt(key, now.plus(StatusPace.MIN_INTERVAL));
    }
  }

  /// The notices of this plan that the user has not got lately.
  public synchronized List<Plan.Notice> newNotices(Key key, Plan<?> plan, Instant now) {
    return memory(key).newNotices(plan.notices(), now);
  }

  /// Ends a turn. The set is planned again at once if there is more to do.
  public synchronized void finish(Key key, Plan<?> plan, boolean isAgain) {
    plan.wake().ifPresent(wake -> queue.addAt(key, wake));
    if (isAgain) {
      queue.add(key);
    }
    queue.done(key);
  }

  /// Ends a turn whose set is gone or could not be planned.
  public synchronized void release(Key key, Optional<Instant> retryAt) {
    queue.forget(key);
    retryAt.ifPresent(later -> queue.addAt(key, later));
    queue.done(key);
  }

  private TurnMemory memory(Key key) {
    return memories.computeIfAbsent(key, _ -> new TurnMemory());
  }
}
