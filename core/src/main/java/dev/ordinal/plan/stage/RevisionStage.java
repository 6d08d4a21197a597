package dev.ordinal.plan.stage;

import dev.ordinal.model.RevisionView;
import dev.ordinal.model.SetView;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.HoldReason;
import dev.ordinal.plan.Snapshot;
import dev.ordinal.plan.Snapshot.Comparison;
import dev.ordinal.plan.body.Bodies;
import dev.ordinal.plan.body.Revision;
import dev.ordinal.plan.body.Template;
import dev.ordinal.plan.build.PlanBuilder;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// Finds the revision of the set's template, or has it recorded before any pod carries its name.
/// Going back to an older template brings its revision back, with a new number.
///
/// `template=v2 revisions=v1` → `revision v2`
final class RevisionStage {
  private static final Comparator<RevisionView> AGE =
      Comparator.comparingLong(RevisionView::number)
          .thenComparing(revision -> revision.meta().createdAt())
          .thenComparing(RevisionView::name);

  private RevisionStage() {}

  /// What pods are created from. `current` is where the set was when everything last was well.
  /// `isSettled`: `update` is known to hold the set's template. While the API server is still
  /// asked, pods are created and deleted as before, and none is updated.
  record Revisions(RevisionView current, RevisionView update, int collisions, boolean isSettled) {
    /// A rollout is under way, or has been stopped on its way.
    boolean isUpdateDue() {
      return !current.name().equals(update.name());
    }
  }

  static Optional<Revisions> apply(Snapshot seen, PlanBuilder plan) {
    var set = seen.set();
    var known = known(seen);
    var update =
        known.reversed().stream()
            .filter(revision -> Revision.holds(revision, set.spec().template()))
            .findFirst();
    if (update.isEmpty()) {
      var alike = alike(seen, known);
      var answer = alike.flatMap(found -> answer(seen, found));
      if (alike.isPresent() && answer.isEmpty()) {
        ask(seen, plan, alike.get());
        var collisions = set.status().collisionCount();
        return Optional.of(
            new Revisions(current(set, known, alike.get()), alike.get(), collisions, false));
      }
      update = alike.filter(_ -> answer.orElse(false));
    }
    if (update.isEmpty()) {
      record(seen, plan, known);
      return Optional.empty();
    }
    renumber(plan, update.get(), known.getLast());
    var current = current(set, known, update.get());
    return Optional.of(new Revisions(current, update.get(), collisions(seen, update.get()), true));
  }

  private static RevisionView current(
      SetView set, List<RevisionView> known, RevisionView otherwise) {
    return known.stream()
        .filter(revision -> revision.name().equals(set.status().currentRevision()))
        .findFirst()
        .orElse(otherwise);
  }

  /// The newest revision, if the API server may find that it holds the template: another controller
  /// wrote the defaults out, and some of them may be unknown here. Pods would be updated for
  /// nothing.
  private static Optional<RevisionView> alike(Snapshot seen, List<RevisionView> known) {
    var template = seen.set().spec().template();
    return known.reversed().stream()
        .limit(1)
        .filter(found -> Template.mayBeFilledIn(Revision.template(found), template))
        .findFirst();
  }

  /// Whether the revision holds the template, if that is known. The status tells what was found
  /// before a restart: it names the revision of the generation that it has seen.
  private static Optional<Boolean> answer(Snapshot seen, RevisionView revision) {
    var set = seen.set();
    var status = set.status();
    if (status.observedGeneration() == set.meta().generation()
        && status.updateRevision().equals(revision.name())) {
      return Optional.of(true);
    }
    return seen.findings()
        .comparison()
        .filter(said -> said.revision().equals(revision.name()))
        .filter(said -> said.written().equals(written(set)))
        .map(Comparison::isSame);
  }

  private static void ask(Snapshot seen, PlanBuilder plan, RevisionView revision) {
    var set = seen.set();
    var pair = Template.comparable(Revision.template(revision), set.spec().template());
    plan.act(
        new Action.CompareTemplates(revision.name(), written(set), pair.older(), pair.newer()));
    plan.hold(set.name(), new HoldReason.TemplateUnchecked(revision.name()));
  }

  private static String written(SetView set) {
    return Revision.hash(Revision.payload(set.spec().template()), 0);
  }

  static List<RevisionView> known(Snapshot seen) {
    return seen.revisions().stream()
        .filter(revision -> revision.meta().isControlledBy(seen.set().uid()))
        .sorted(AGE)
        .toList();
  }

  /// The newest template has the highest number, whenever it was first seen.
  private static void renumber(PlanBuilder plan, RevisionView update, RevisionView newest) {
    if (!update.name().equals(newest.name())) {
      var body =
          Json.of("metadata", Json.of("uid", Json.of(update.uid())))
              .with("revision", Json.of(newest.number() + 1));
      plan.tidy(new Action.PatchRevision(update.name(), Action.Purpose.NUMBER, body));
    }
  }

  private static void record(Snapshot seen, PlanBuilder plan, List<RevisionView> known) {
    var set = seen.set();
    var number = known.isEmpty() ? 1 : known.getLast().number() + 1;
    var name = name(set, freeCount(seen, known));
    plan.act(new Action.CreateRevision(name, Bodies.revision(set, name, number)));
    plan.hold(set.name(), new HoldReason.RevisionMissing(name));
  }

  /// Another template, or another's revision, may have the name that this one hashes to; counting
  /// such collisions makes the next name differ.
  private static int freeCount(Snapshot seen, List<RevisionView> known) {
    var taken = new TreeSet<>(seen.findings().takenRevisions());
    known.forEach(revision -> taken.add(revision.name()));
    var collisions = seen.set().status().collisionCount();
    while (taken.contains(name(seen.set(), collisions))) {
      collisions++;
    }
    return collisions;
  }

  private static String name(SetView set, int collisions) {
    var payload = Revision.payload(set.spec().template());
    return Revision.name(set.name(), Revision.hash(payload, collisions));
  }

  /// The count that gave the revision its name, remembered in the status from then on.
  private static int collisions(Snapshot seen, RevisionView update) {
    var collisions = seen.set().status().collisionCount();
    var taken = seen.findings().takenRevisions();
    // Mostly none: then nothing has to be hashed.
    while (!taken.isEmpty()
        && taken.contains(name(seen.set(), collisions))
        && !update.name().equals(name(seen.set(), collisions))) {
      collisions++;
    }
    return collisions;
  }
}
