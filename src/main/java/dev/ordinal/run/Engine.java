package dev.ordinal.run;

import dev.ordinal.model.ClaimView;
import dev.ordinal.model.Meta;
import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.model.RevisionView;
import dev.ordinal.model.SetKey;
import dev.ordinal.model.SetStatus;
import dev.ordinal.model.SetView;
import dev.ordinal.model.View;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Plan;
import dev.ordinal.plan.Snapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// Everything between the readers and the planner, and between the plan and the requests. Safe to
/// call from anywhere; it starts nothing by itself. Time comes with each call.
public final class Engine {
  private final WorkQueue<SetKey> queue = new WorkQueue<>();
  private final TreeMap<SetKey, SetDesk> desks = new TreeMap<>();

  /// Which set the claims named `<template>-<set>-…` belong to.
  private final TreeMap<String, SetKey> claimOwners = new TreeMap<>();

  private final Store<SetView> sets = new Store<>(this::setMoved);
  private final Store<PodView> pods = new Store<>(this::ownedMoved);
  private final Store<ClaimView> claims = new Store<>(this::claimMoved);
  private final Store<RevisionView> revisions = new Store<>(this::ownedMoved);
  private final Runnable bell;

  /// `bell` rings when there may be a turn to take.
  public Engine(Runnable bell) {
    this.bell = bell;
  }

  public Feed<SetView> sets() {
    return new Intake<>(this, sets, bell);
  }

  public Feed<PodView> pods() {
    return new Intake<>(this, pods, bell);
  }

  public Feed<ClaimView> claims() {
    return new Intake<>(this, claims, bell);
  }

  public Feed<RevisionView> revisions() {
    return new Intake<>(this, revisions, bell);
  }

  /// Nothing is decided before every kind has been listed once: a pod not yet seen is not missing.
  public synchronized boolean isSynced() {
    return sets.isListed() && pods.isListed() && claims.isListed() && revisions.isListed();
  }

  public synchronized Optional<SetKey> take(Instant now) {
    return isSynced() ? queue.take(now) : Optional.empty();
  }

  public synchronized Optional<Instant> nextDue() {
    return isSynced() ? queue.nextDue() : Optional.empty();
  }

  /// What has to be read again before this set may be planned.
  public synchronized List<Doubt> doubts(SetKey key) {
    return List.copyOf(desk(key).doubts);
  }

  /// The object in doubt as it is now, or that it is not there.
  public synchronized void settle(SetKey key, Doubt doubt, Optional<View> found) {
    found.ifPresent(this::keep);
    if (found.isEmpty()) {
      known(key, doubt).ifPresent(view -> bury(doubt.kind(), view.uid()));
    }
    desk(key).doubts.remove(doubt);
  }

  public synchronized Optional<Snapshot> look(SetKey key, Instant now) {
    var found = sets.find(key.namespace(), key.name());
    if (found.isEmpty()) {
      desks.remove(key);
      return Optional.empty();
    }
    var set = found.get();
    var failures = desk(key).failures;
    failures.reset(set.meta().generation());
    return Optional.of(
        new Snapshot(
            set,
            pods.ownedBy(set.uid()),
            claimsOf(set),
            revisions.ownedBy(set.uid()),
            failures.all(),
            now));
  }

  /// Takes the end of a request: what it brought is known from now on, what failed waits.
  public synchronized void acted(SetKey key, Action action, Outcome outcome, Instant now) {
    var desk = desk(key);
    switch (outcome) {
      case Outcome.Done(var view) -> {
        desk.failures.clear(action.target());
        view.ifPresent(this::keep);
        if (view.isEmpty() && action instanceof Action.DeletePod(_, var uid, _)) {
          pods.bury(uid);
        }
      }
      case Outcome.Gone _ when action instanceof Action.DeletePod(_, var uid, _) -> pods.bury(uid);
      case Outcome.Unreachable(var message, var mayHaveHappened) -> {
        fail(key, action, message, now);
        if (mayHaveHappened) {
          desk.doubts.add(new Doubt(Kind.of(action), action.target()));
        }
      }
      // Someone else was faster, or we looked at old news: look again before trying again.
      case Outcome.Conflict(var message) -> {
        fail(key, action, message, now);
        desk.doubts.add(new Doubt(Kind.of(action), action.target()));
      }
      case Outcome.Gone(var message) -> fail(key, action, message, now);
      case Outcome.Refused(var message) -> fail(key, action, message, now);
    }
  }

  private void fail(SetKey key, Action action, String message, Instant now) {
    var verb = Announcement.verb(action);
    var retryAt = desk(key).failures.add(verb, action.target(), message, now);
    queue.addAt(key, retryAt);
  }

  /// The status to write now. One that has to wait gives the set another turn when it is due.
  public synchronized Optional<SetStatus> statusDue(SetKey key, Plan plan, Instant now) {
    var seen = sets.find(key.namespace(), key.name());
    var due = seen.flatMap(set -> desk(key).pace.due(set.status(), plan, now));
    if (due.isEmpty() || due.get().isAfter(now)) {
      due.ifPresent(later -> queue.addAt(key, later));
      return Optional.empty();
    }
    return Optional.of(plan.status());
  }

  public synchronized void statusWritten(SetKey key, Outcome outcome, Instant now) {
    desk(key).pace.wrote(now);
    if (outcome instanceof Outcome.Done(var view)) {
      view.ifPresent(this::keep);
    } else {
      queue.addAt(key, now.plus(StatusPace.QUIET));
    }
  }

  /// Ends the turn of a set. What changed by our hand is looked at again at once.
  public synchronized void finish(SetKey key, Plan plan, boolean hasChangedAnything) {
    plan.wake().ifPresent(wake -> queue.addAt(key, wake));
    if (hasChangedAnything) {
      queue.add(key);
    }
    queue.done(key);
  }

  /// Ends a turn in which the set was found to be gone, or could not be planned.
  public synchronized void giveBack(SetKey key, Optional<Instant> retryAt) {
    queue.forget(key);
    retryAt.ifPresent(later -> queue.addAt(key, later));
    queue.done(key);
  }

  public synchronized int depth() {
    return queue.depth();
  }

  private SetDesk desk(SetKey key) {
    return desks.computeIfAbsent(key, _ -> new SetDesk());
  }

  private List<ClaimView> claimsOf(SetView set) {
    var found = new ArrayList<ClaimView>();
    for (var template : set.spec().claimTemplates()) {
      var prefix = template.name() + "-" + set.name() + "-";
      found.addAll(claims.numbered(set.meta().namespace(), prefix));
    }
    return found;
  }

  private Optional<? extends View> known(SetKey key, Doubt doubt) {
    return switch (doubt.kind()) {
      case SET -> sets.find(key.namespace(), doubt.name());
      case POD -> pods.find(key.namespace(), doubt.name());
      case CLAIM -> claims.find(key.namespace(), doubt.name());
      case REVISION -> revisions.find(key.namespace(), doubt.name());
    };
  }

  private void bury(Kind kind, String uid) {
    switch (kind) {
      case SET -> sets.bury(uid);
      case POD -> pods.bury(uid);
      case CLAIM -> claims.bury(uid);
      case REVISION -> revisions.bury(uid);
    }
  }

  private void keep(View view) {
    switch (view) {
      case SetView set -> sets.changed(set);
      case PodView pod -> pods.changed(pod);
      case ClaimView claim -> claims.changed(claim);
      case RevisionView revision -> revisions.changed(revision);
    }
  }

  private void setMoved(SetView set) {
    var isPresent = sets.findByUid(set.uid()).isPresent();
    for (var template : set.spec().claimTemplates()) {
      var prefix = set.meta().namespace() + "/" + template.name() + "-" + set.name();
      claimOwners.compute(prefix, (_, _) -> isPresent ? set.key() : null);
    }
    queue.add(set.key());
  }

  private void ownedMoved(View view) {
    view.meta()
        .controller()
        .map(Meta.Owner::uid)
        .flatMap(sets::findByUid)
        .ifPresent(set -> queue.add(set.key()));
  }

  private void claimMoved(ClaimView claim) {
    var end = claim.name().lastIndexOf('-');
    if (end > 0 && Names.ordinal(claim.name().substring(0, end), claim.name()) >= 0) {
      var owner = claimOwners.get(claim.meta().namespace() + "/" + claim.name().substring(0, end));
      Optional.ofNullable(owner).ifPresent(queue::add);
    }
  }
}
