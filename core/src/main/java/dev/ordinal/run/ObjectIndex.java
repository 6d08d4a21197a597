package dev.ordinal.run;

import dev.ordinal.model.ClaimView;
import dev.ordinal.model.ClassView;
import dev.ordinal.model.JobView;
import dev.ordinal.model.Key;
import dev.ordinal.model.Names;
import dev.ordinal.model.NodeView;
import dev.ordinal.model.PodView;
import dev.ordinal.model.RevisionView;
import dev.ordinal.model.SetKey;
import dev.ordinal.model.SetView;
import dev.ordinal.model.View;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Snapshot;
import dev.ordinal.plan.Snapshot.Findings;
import dev.ordinal.run.ask.Kind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// All observed objects, by kind, and the sets that each of them concerns.
final class ObjectIndex {
  final Store<SetView> sets = new Store<>(this::setChanged);
  final Store<PodView> pods = new Store<>(this::podChanged);
  final Store<ClaimView> claims = new Store<>(this::claimChanged);
  final Store<RevisionView> revisions = new Store<>(this::revisionChanged);
  final Store<ClassView> classes = new Store<>(_ -> classChanged());

  final JobIndex jobIndex;

  /// Permission to read StorageClasses may be missing, now or for good.
  boolean areClassesOptional;

  /// The sets that the claims named `<template>-<set>-…` may belong to: `data-a` of `b` and `data`
  /// of `a-b` have the same names.
  private final TreeMap<String, TreeSet<SetKey>> claimOwners = new TreeMap<>();

  private final OverlappingSelectors overlaps = new OverlappingSelectors();
  private final Consumer<Key> wake;

  /// `wake` receives each set and job that a change concerns.
  ObjectIndex(Consumer<Key> wake) {
    this.wake = wake;
    this.jobIndex = new JobIndex(this, wake);
  }

  /// Before this nothing can be planned: a pod not yet seen is not missing.
  boolean isComplete() {
    return sets.isListed()
        && pods.isListed()
        && claims.isListed()
        && revisions.isListed()
        && (classes.isListed() || areClassesOptional);
  }

  void clear() {
    List.of(
            pods,
            claims,
            revisions,
            classes,
            jobIndex.otherPods,
            jobIndex.nodes,
            jobIndex.jobs,
            sets)
        .forEach(Store::clear);
  }

  Optional<SetView> find(SetKey key) {
    return sets.find(key.namespace(), key.name());
  }

  Optional<JobView> find(Key.Job key) {
    return jobIndex.jobs.find(key.namespace(), key.name());
  }

  Snapshot snapshot(SetView set, Findings findings, Instant now) {
    var ownPods = podsOf(set);
    return new Snapshot(
        set,
        ownPods,
        claimsOf(set, ownPods),
        revisionsOf(set),
        classesFor(set),
        overlaps.of(set),
        jobIndex.jobs.ownedBy(set.uid()),
        findings,
        now);
  }

  /// Only a set that has claims needs them.
  private Optional<List<ClassView>> classesFor(SetView set) {
    if (set.spec().claimTemplates().isEmpty()) {
      return Optional.of(List.of());
    }
    return classes.isListed() ? Optional.of(List.copyOf(classes.in(""))) : Optional.empty();
  }

  /// Its own pods, and all other pods with one of its names.
  private List<PodView> podsOf(SetView set) {
    var own = pods.ownedBy(set.uid());
    var others = new ArrayList<PodView>();
    for (var pod : pods.numbered(set.meta().namespace(), set.name() + "-")) {
      if (!pod.meta().isControlledBy(set.uid())) {
        others.add(pod);
      }
    }
    return others.isEmpty() ? own : Stream.concat(own.stream(), others.stream()).toList();
  }

  private List<RevisionView> revisionsOf(SetView set) {
    var found = new ArrayList<>(revisions.ownedBy(set.uid()));
    found.addAll(revisions.orphans(set.meta().namespace()));
    return found;
  }

  /// Those of its templates, and those that belong to it or to its pods and whose template was
  /// removed.
  private List<ClaimView> claimsOf(SetView set, List<PodView> ownPods) {
    var found = new TreeMap<String, ClaimView>();
    for (var template : set.spec().claimTemplates()) {
      var prefix = template.name() + "-" + set.name() + "-";
      claims
          .numbered(set.meta().namespace(), prefix)
          .forEach(claim -> found.put(claim.name(), claim));
    }
    Stream.concat(Stream.of(set.uid()), ownPods.stream().map(PodView::uid))
        .flatMap(uid -> claims.ownedBy(uid).stream())
        .forEach(claim -> found.put(claim.name(), claim));
    return List.copyOf(found.values());
  }

  /// Stores the object in the reply to a request.
  void applyReply(View view) {
    switch (view) {
      case SetView set -> sets.applyReply(set);
      case PodView pod -> pods.applyReply(pod);
      case ClaimView claim -> claims.applyReply(claim);
      case RevisionView revision -> revisions.applyReply(revision);
      case ClassView found -> classes.applyReply(found);
      case JobView job -> jobIndex.jobs.applyReply(job);
      case NodeView node -> jobIndex.nodes.applyReply(node);
    }
  }

  /// Whether a newer state of an object of ours is known.
  boolean isStale(View view) {
    return switch (view) {
      case SetView set -> sets.isStale(set);
      case PodView pod -> pods.isStale(pod);
      case ClaimView claim -> claims.isStale(claim);
      case RevisionView revision -> revisions.isStale(revision);
      case JobView job -> jobIndex.jobs.isStale(job);
      case ClassView _, NodeView _ -> false;
    };
  }

  /// The object does not exist any more.
  void markDeleted(Kind kind, String uid) {
    store(kind).markDeleted(uid);
  }

  static boolean isResize(Action action) {
    return action instanceof Action.CheckResize || action instanceof Action.ResizePod;
  }

  static boolean isDelete(Action action) {
    return action instanceof Action.DeletePod
        || action instanceof Action.DeleteRevision
        || action instanceof Action.DeleteJob;
  }

  /// The target of an action that deletes does not exist any more.
  void markTargetDeleted(Action action) {
    if (action instanceof Action.DeletePod(_, var uid, _, _)) {
      pods.markDeleted(uid);
    } else if (action instanceof Action.DeleteRevision(_, var uid)) {
      revisions.markDeleted(uid);
    } else if (action instanceof Action.DeleteJob(_, var uid)) {
      jobIndex.jobs.markDeleted(uid);
    }
  }

  /// The uid of the object with this name, or an empty string.
  String uid(Kind kind, String namespace, String name) {
    return store(kind).find(namespace, name).map(View::uid).orElse("");
  }

  private Store<? extends View> store(Kind kind) {
    return switch (kind) {
      case SET -> sets;
      case POD -> pods;
      case CLAIM -> claims;
      case REVISION, TEMPLATE -> revisions;
      case CLASS -> classes;
      case JOB -> jobIndex.jobs;
      case NODE -> jobIndex.nodes;
    };
  }

  private void setChanged(SetView set) {
    var isPresent = sets.findByUid(set.uid()).isPresent();
    overlaps.changed(set, isPresent);
    for (var template : set.spec().claimTemplates()) {
      var prefix = set.meta().namespace() + "/" + template.name() + "-" + set.name();
      var owners = claimOwners.computeIfAbsent(prefix, _ -> new TreeSet<>());
      if (isPresent) {
        owners.add(set.key());
      } else {
        owners.remove(set.key());
      }
      claimOwners.remove(prefix, new TreeSet<>());
    }
    wake.accept(set.key());
  }

  void ownedChanged(View view) {
    JobIndex.owner(view, sets).ifPresent(set -> wake.accept(set.key()));
  }

  /// Whatever owns the pod: the set whose name it carries may wait for that name, or adopt it.
  private void podChanged(PodView pod) {
    ownedChanged(pod);
    jobIndex.podChanged(pod);
    parent(pod)
        .flatMap(parent -> sets.find(pod.meta().namespace(), parent))
        .ifPresent(set -> wake.accept(set.key()));
  }

  private void revisionChanged(RevisionView revision) {
    ownedChanged(revision);
    if (revision.meta().controller().isEmpty()) {
      sets.in(revision.meta().namespace()).forEach(set -> wake.accept(set.key()));
    }
  }

  /// Sets may wait for a class that lets their volumes grow.
  private void classChanged() {
    sets.all().stream()
        .filter(set -> !set.spec().claimTemplates().isEmpty())
        .forEach(set -> wake.accept(set.key()));
  }

  private void claimChanged(ClaimView claim) {
    ownedChanged(claim);
    parent(claim)
        .map(parent -> claimOwners.get(claim.meta().namespace() + "/" + parent))
        .ifPresent(owners -> owners.forEach(wake));
  }

  /// The name without its ordinal.
  private static Optional<String> parent(View view) {
    var end = view.name().lastIndexOf('-');
    var parent = view.name().substring(0, Math.max(0, end));
    return Names.ordinal(parent, view.name()) >= 0 ? Optional.of(parent) : Optional.empty();
  }
}
