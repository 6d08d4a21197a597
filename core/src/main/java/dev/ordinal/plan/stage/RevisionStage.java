package dev.ordinal.plan.stage;

import dev.ordinal.model.Json;
import dev.ordinal.model.RevisionView;
import dev.ordinal.model.SetView;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Hold;
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
  record Revisions(RevisionView current, RevisionView update, int collisions) {
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
      update = judged(seen, plan, known);
    }
    if (update.isEmpty()) {
      if (!plan.isClosed()) {
        record(seen, plan, known);
      }
      return Optional.empty();
    }
    renumber(plan, update.get(), known.getLast());
    var current =
        known.stream()
            .filter(revision -> revision.name().equals(set.status().currentRevision()))
            .findFirst()
            .orElse(update.get());
    return Optional.of(new Revisions(current, update.get(), collisions(seen, update.get())));
  }

  /// The newest revision, where the API server says that it holds the template after all. It is
  /// asked only where another controller wrote the defaults out, which is once after a takeover:
  /// there may be defaults that we do not know, and pods would roll for nothing.
  private static Optional<RevisionView> judged(
      Snapshot seen, PlanBuilder plan, List<RevisionView> known) {
    var template = seen.set().spec().template();
    var newest =
        known.reversed().stream()
            .limit(1)
            .filter(found -> Template.isFilledIn(Revision.template(found), template))
            .findFirst();
    if (newest.isEmpty()) {
      return Optional.empty();
    }
    var name = newest.get().name();
    var written = Revision.hash(Revision.payload(template), 0);
    var answer =
        seen.findings()
            .comparison()
            .filter(said -> said.revision().equals(name) && said.written().equals(written));
    if (answer.isEmpty()) {
      var pair = Template.comparable(Revision.template(newest.get()), template);
      plan.act(new Action.CompareTemplates(name, written, pair.older(), pair.newer()));
      plan.hold(seen.set().name(), new Hold.Reason.TemplateUnchecked(name));
      plan.close();
    }
    return newest.filter(_ -> answer.filter(Comparison::isSame).isPresent());
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
    plan.hold(set.name(), new Hold.Reason.RevisionMissing(name));
    plan.close();
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
