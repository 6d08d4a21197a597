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

/// Everything that has been seen, by kind, and which set each of it concerns.
final class ObjectIndex {
  final Store<SetView> sets = new Store<>(this::setMoved);
  final Store<PodView> pods = new Store<>(this::podMoved);
  final Store<ClaimView> claims = new Store<>(this::claimMoved);
  final Store<RevisionView> revisions = new Store<>(this::revisionMoved);
  final Store<ClassView> classes = new Store<>(_ -> classMoved());

  final Jobs pulls;

  /// We cannot know when, or whether, we may read StorageClasses.
  boolean areClassesOptional;

  /// Which sets the claims named `<template>-<set>-…` may belong to: `data-a` of `b` and `data` of
  /// `a-b` have the same names.
  private final TreeMap<String, TreeSet<SetKey>> claimOwners = new TreeMap<>();

  private final OverlappingSelectors overlaps = new OverlappingSelectors();
  private final Consumer<Key> wake;

  /// `wake` is told of each set and job that something has happened to.
  ObjectIndex(Consumer<Key> wake) {
    this.wake = wake;
    this.pulls = new Jobs(this, wake);
  }

  /// A pod not yet seen is not missing: before this nothing can be decided.
  boolean isComplete() {
    return sets.isListed()
        && pods.isListed()
        && claims.isListed()
        && revisions.isListed()
        && (classes.isListed() || areClassesOptional);
  }

  void clear() {
    List.of(pods, claims, revisions, classes, pulls.others, pulls.nodes, pulls.jobs, sets)
        .forEach(Store::clear);
  }

  Optional<SetView> find(SetKey key) {
    return sets.find(key.namespace(), key.name());
  }

  Optional<JobView> find(Key.Job key) {
    return pulls.jobs.find(key.namespace(), key.name());
  }

  Snapshot snapshot(SetView set, Findings findings, Instant now) {
    return new Snapshot(
        set,
        podsOf(set),
        claimsOf(set),
        revisionsOf(set),
        classesFor(set),
        overlaps.of(set),
        pulls.jobs.ownedBy(set.uid()),
        findings,
        now);
  }

  /// Only a set whose claims grow asks for them.
  private Optional<List<ClassView>> classesFor(SetView set) {
    if (!set.spec().growsClaims()) {
      return Optional.of(List.of());
    }
    return classes.isListed() ? Optional.of(List.copyOf(classes.in(""))) : Optional.empty();
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

  /// Takes what a request was answered with.
  void keep(View view) {
    switch (view) {
      case SetView set -> sets.answered(set);
      case PodView pod -> pods.answered(pod);
      case ClaimView claim -> claims.answered(claim);
      case RevisionView revision -> revisions.answered(revision);
      case ClassView found -> classes.answered(found);
      case JobView job -> pulls.jobs.answered(job);
      case NodeView node -> pulls.nodes.answered(node);
    }
  }

  /// There is no such object any more.
  void bury(Kind kind, String uid) {
    store(kind).bury(uid);
  }

  /// The uid of what has this name, or nothing.
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
      case JOB -> pulls.jobs;
      case NODE -> pulls.nodes;
    };
  }

  private void setMoved(SetView set) {
    var isPresent = sets.findByUid(set.uid()).isPresent();
    overlaps.moved(set, isPresent);
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

  void ownedMoved(View view) {
    Jobs.owner(view, sets).ifPresent(set -> wake.accept(set.key()));
  }

  /// Whoever owns it: the set whose name it has may wait for that name, or adopt it.
  private void podMoved(PodView pod) {
    ownedMoved(pod);
    pulls.podMoved(pod);
    parent(pod)
        .flatMap(parent -> sets.find(pod.meta().namespace(), parent))
        .ifPresent(set -> wake.accept(set.key()));
  }

  private void revisionMoved(RevisionView revision) {
    ownedMoved(revision);
    if (revision.meta().controller().isEmpty()) {
      sets.in(revision.meta().namespace()).forEach(set -> wake.accept(set.key()));
    }
  }

  /// Whoever waits for a class that lets its volumes grow.
  private void classMoved() {
    sets.all().stream()
        .filter(set -> set.spec().growsClaims())
        .forEach(set -> wake.accept(set.key()));
  }

  private void claimMoved(ClaimView claim) {
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
