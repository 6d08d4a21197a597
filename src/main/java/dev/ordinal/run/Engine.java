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
import dev.ordinal.plan.Snapshot.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// Everything between the readers and the planner, and between the plan and the requests. Safe to
/// call from anywhere; it starts nothing by itself. Time comes with each call.
public final class Engine {
  /// A refusal may lie in a policy that changes without the set: it is asked for again.
  private static final Duration REFUSAL_LASTS = Duration.ofSeconds(60);

  private final WorkQueue<SetKey> queue = new WorkQueue<>();
  private final TreeMap<SetKey, SetDesk> desks = new TreeMap<>();

  /// Which set the claims named `<template>-<set>-…` belong to.
  private final TreeMap<String, SetKey> claimOwners = new TreeMap<>();

  private final Store<SetView> sets = new Store<>(this::setMoved);
  private final Store<PodView> pods = new Store<>(this::podMoved);
  private final Store<ClaimView> claims = new Store<>(this::claimMoved);
  private final Store<RevisionView> revisions = new Store<>(this::revisionMoved);
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
    var desk = desk(key);
    desk.doubts.remove(doubt);
    if (doubt.kind() == Kind.REVISION && found.filter(view -> isOf(key, view)).isEmpty()) {
      found.ifPresent(_ -> desk.takenRevisions.add(doubt.name()));
    }
  }

  private boolean isOf(SetKey key, View view) {
    var set = sets.find(key.namespace(), key.name());
    return set.filter(found -> view.meta().isControlledBy(found.uid())).isPresent();
  }

  public synchronized Optional<Snapshot> look(SetKey key, Instant now) {
    var found = sets.find(key.namespace(), key.name());
    if (found.isEmpty()) {
      desks.remove(key);
      return Optional.empty();
    }
    var set = found.get();
    var desk = desk(key);
    desk.failures.reset(set.meta().generation());
    return Optional.of(
        new Snapshot(set, podsOf(set), claimsOf(set), revisionsOf(set), desk.recall(), now));
  }

  /// Takes the end of a request: what it brought is known from now on, what failed waits.
  public synchronized void acted(SetKey key, Action action, Outcome outcome, Instant now) {
    var desk = desk(key);
    switch (outcome) {
      case Outcome.Done(var view) -> {
        desk.failures.clear(action.target());
        view.ifPresentOrElse(this::keep, () -> buryTarget(action));
      }
      case Outcome.Judged(var judgement) -> {
        var until = now.plus(REFUSAL_LASTS);
        desk.verdict =
            Optional.of(
                new Verdict(action.target(), judgement.isRefused(), judgement.words(), until));
      }
      case Outcome.Gone(var message) -> {
        buryTarget(action);
        fail(key, action, message, now);
      }
      case Outcome.Refused(var message) -> fail(key, action, message, now);
      // Someone else was faster, or we looked at old news: look again before trying again.
      case Outcome.Conflict(var message) -> {
        fail(key, action, message, now);
        desk.doubts.add(new Doubt(Kind.of(action), action.target()));
      }
      case Outcome.Unreachable(var message, var mayHaveHappened) -> {
        fail(key, action, message, now);
        if (mayHaveHappened) {
          desk.doubts.add(new Doubt(Kind.of(action), action.target()));
        }
      }
    }
  }

  /// What we deleted and what was not there is not there.
  private void buryTarget(Action action) {
    switch (action) {
      case Action.DeletePod(_, var uid, _, _) -> pods.bury(uid);
      case Action.DeleteRevision(_, var uid) -> revisions.bury(uid);
      case Action.ConfirmSet _,
          Action.CheckTemplate _,
          Action.CreateRevision _,
          Action.PatchRevision _,
          Action.CreateClaim _,
          Action.PatchClaim _,
          Action.CreatePod _,
          Action.PatchPod _ -> {}
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

  /// What the user has to hear of this plan and has not heard before.
  public synchronized List<Plan.Notice> news(SetKey key, Plan plan) {
    return desk(key).news(plan.notices());
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

  /// Its own pods, and whatever else has one of its names.
  private List<PodView> podsOf(SetView set) {
    var found = new TreeMap<String, PodView>();
    pods.ownedBy(set.uid()).forEach(pod -> found.put(pod.uid(), pod));
    pods.numbered(set.meta().namespace(), set.name() + "-")
        .forEach(pod -> found.put(pod.uid(), pod));
    return List.copyOf(found.values());
  }

  private List<RevisionView> revisionsOf(SetView set) {
    var found = new ArrayList<>(revisions.ownedBy(set.uid()));
    found.addAll(revisions.orphans(set.meta().namespace()));
    return found;
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

  /// Whoever owns it: the set whose name it has may wait for that name, or adopt it.
  private void podMoved(PodView pod) {
    ownedMoved(pod);
    parent(pod)
        .flatMap(parent -> sets.find(pod.meta().namespace(), parent))
        .ifPresent(set -> queue.add(set.key()));
  }

  private void revisionMoved(RevisionView revision) {
    ownedMoved(revision);
    if (revision.meta().controller().isEmpty()) {
      sets.in(revision.meta().namespace()).forEach(set -> queue.add(set.key()));
    }
  }

  private static Optional<String> parent(View view) {
    var end = view.name().lastIndexOf('-');
    var parent = view.name().substring(0, Math.max(0, end));
    return Names.ordinal(parent, view.name()) >= 0 ? Optional.of(parent) : Optional.empty();
  }

  private void claimMoved(ClaimView claim) {
    parent(claim)
        .map(parent -> claimOwners.get(claim.meta().namespace() + "/" + parent))
        .ifPresent(queue::add);
  }
}
