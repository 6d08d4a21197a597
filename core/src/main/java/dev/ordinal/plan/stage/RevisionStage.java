package dev.ordinal.plan.stage;

import dev.ordinal.model.Json;
import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.model.RevisionView;
import dev.ordinal.model.SetView;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Hold;
import dev.ordinal.plan.Snapshot.Comparison;
import dev.ordinal.plan.body.Bodies;
import dev.ordinal.plan.body.Revision;
import dev.ordinal.plan.body.Template;
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

  static Optional<Revisions> apply(Draft draft) {
    var set = draft.set();
    var known = known(draft);
    var update =
        known.reversed().stream()
            .filter(revision -> Revision.holds(revision, set.spec().template()))
            .findFirst();
    if (update.isEmpty()) {
      var alike = alike(draft, known);
      var answer = alike.flatMap(found -> answer(draft, found));
      if (alike.isPresent() && answer.isEmpty()) {
        ask(draft, alike.get());
        var collisions = set.status().collisionCount();
        return Optional.of(
            new Revisions(current(set, known, alike.get()), alike.get(), collisions, false));
      }
      update = alike.filter(_ -> answer.orElse(false));
    }
    if (update.isEmpty()) {
      record(draft, known);
      return Optional.empty();
    }
    renumber(draft, update.get(), known.getLast());
    var current = current(set, known, update.get());
    return Optional.of(new Revisions(current, update.get(), collisions(draft, update.get()), true));
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
  private static Optional<RevisionView> alike(Draft draft, List<RevisionView> known) {
    var template = draft.set().spec().template();
    return known.reversed().stream()
        .limit(1)
        .filter(found -> Template.mayBeFilledIn(Revision.template(found), template))
        .findFirst();
  }

  /// Whether the revision holds the template, if that is known. The status tells what was found
  /// before a restart: it names the revision of the generation that it has seen.
  private static Optional<Boolean> answer(Draft draft, RevisionView revision) {
    var set = draft.set();
    var status = set.status();
    if (status.observedGeneration() == set.meta().generation()
        && status.updateRevision().equals(revision.name())) {
      return Optional.of(true);
    }
    return draft
        .seen()
        .findings()
        .comparison()
        .filter(said -> said.revision().equals(revision.name()))
        .filter(said -> said.written().equals(written(set)))
        .map(Comparison::isSame);
  }

  private static void ask(Draft draft, RevisionView revision) {
    var set = draft.set();
    var pair = Template.comparable(Revision.template(revision), set.spec().template());
    draft.act(
        new Action.CompareTemplates(revision.name(), written(set), pair.older(), pair.newer()));
    draft.hold(set.name(), new Hold.Reason.TemplateUnchecked(revision.name()));
  }

  private static String written(SetView set) {
    return Revision.hash(Revision.payload(set.spec().template()), 0);
  }

  private static List<RevisionView> known(Draft draft) {
    return draft.seen().revisions().stream()
        .filter(revision -> revision.meta().isControlledBy(draft.set().uid()))
        .sorted(AGE)
        .toList();
  }

  /// The newest template has the highest number, whenever it was first seen.
  private static void renumber(Draft draft, RevisionView update, RevisionView newest) {
    if (!update.name().equals(newest.name())) {
      var body =
          Json.of("metadata", Json.of("uid", Json.of(update.uid())))
              .with("revision", Json.of(newest.number() + 1));
      draft.tidy(new Action.PatchRevision(update.name(), Action.Purpose.NUMBER, body));
    }
  }

  /// Notes that the images of this revision have been asked for: a job does not last as long as a
  /// rollout may.
  static Action pulledAhead(RevisionView update) {
    var metadata =
        Json.of("uid", Json.of(update.uid()))
            .with("labels", Json.of(Names.AHEAD_LABEL, Json.of("true")));
    return new Action.PatchRevision(
        update.name(), Action.Purpose.AHEAD, Json.of("metadata", metadata));
  }

  private static void record(Draft draft, List<RevisionView> known) {
    var set = draft.set();
    var number = known.isEmpty() ? 1 : known.getLast().number() + 1;
    var name = name(set, freeCount(draft, known));
    draft.act(new Action.CreateRevision(name, Bodies.revision(set, name, number)));
    draft.hold(set.name(), new Hold.Reason.RevisionMissing(name));
    draft.close();
  }

  /// Another template, or another's revision, may have the name that this one hashes to; counting
  /// such collisions makes the next name differ.
  private static int freeCount(Draft draft, List<RevisionView> known) {
    var taken = new TreeSet<>(draft.seen().findings().takenRevisions());
    known.forEach(revision -> taken.add(revision.name()));
    var collisions = draft.set().status().collisionCount();
    while (taken.contains(name(draft.set(), collisions))) {
      collisions++;
    }
    return collisions;
  }

  private static String name(SetView set, int collisions) {
    var payload = Revision.payload(set.spec().template());
    return Revision.name(set.name(), Revision.hash(payload, collisions));
  }

  /// The count that gave the revision its name, remembered in the status from then on.
  private static int collisions(Draft draft, RevisionView update) {
    var collisions = draft.set().status().collisionCount();
    var taken = draft.seen().findings().takenRevisions();
    // Mostly none: then nothing has to be hashed.
    while (!taken.isEmpty()
        && taken.contains(name(draft.set(), collisions))
        && !update.name().equals(name(draft.set(), collisions))) {
      collisions++;
    }
    return collisions;
  }

  /// Removes revisions that no pod and no rollback needs, oldest first. A negative limit keeps all.
  static void trim(Draft draft, Roster roster, Revisions revisions) {
    var limit = draft.set().spec().historyLimit();
    var live = new TreeSet<String>();
    live.add(revisions.current().name());
    live.add(revisions.update().name());
    // The status is written after this: until then others read of them there.
    live.add(draft.set().status().currentRevision());
    live.add(draft.set().status().updateRevision());
    roster.pods().values().stream().map(PodView::revision).forEach(live::add);
    var spare = known(draft).stream().filter(revision -> !live.contains(revision.name())).toList();
    if (limit >= 0) {
      spare.stream()
          .limit(Math.max(0, spare.size() - limit))
          .filter(revision -> !revision.meta().isTerminating())
          .forEach(
              revision -> draft.tidy(new Action.DeleteRevision(revision.name(), revision.uid())));
    }
  }
}
