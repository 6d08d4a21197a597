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
  record Revisions(RevisionView current, RevisionView update, int collisions) {
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
      update = judged(draft, known);
    }
    if (update.isEmpty()) {
      if (!draft.isClosed()) {
        record(draft, known);
      }
      return Optional.empty();
    }
    renumber(draft, update.get(), known.getLast());
    var current =
        known.stream()
            .filter(revision -> revision.name().equals(set.status().currentRevision()))
            .findFirst()
            .orElse(update.get());
    return Optional.of(new Revisions(current, update.get(), collisions(draft, update.get())));
  }

  /// The newest revision, where the API server says that it holds the template after all. It is
  /// asked only where another controller wrote the defaults out, which is once after a takeover:
  /// there may be defaults that we do not know, and pods would roll for nothing.
  private static Optional<RevisionView> judged(Draft draft, List<RevisionView> known) {
    var template = draft.set().spec().template();
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
        draft
            .seen()
            .findings()
            .comparison()
            .filter(said -> said.revision().equals(name) && said.written().equals(written));
    if (answer.isEmpty()) {
      var pair = Template.comparable(Revision.template(newest.get()), template);
      draft.act(new Action.CompareTemplates(name, written, pair.older(), pair.newer()));
      draft.hold(draft.set().name(), new Hold.Reason.TemplateUnchecked(name));
      draft.close();
    }
    return newest.filter(_ -> answer.filter(Comparison::isSame).isPresent());
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
