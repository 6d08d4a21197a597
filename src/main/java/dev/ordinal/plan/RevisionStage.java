package dev.ordinal.plan;

import dev.ordinal.model.RevisionView;
import dev.ordinal.model.SetView;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Finds the revision of the set's template, or has it recorded before any pod carries its name.
///
/// `template=v2 revisions=v1` → `revision v2`
final class RevisionStage {
  private static final Comparator<RevisionView> AGE =
      Comparator.comparingLong(RevisionView::number)
          .thenComparing(revision -> revision.meta().createdAt())
          .thenComparing(RevisionView::name);

  private RevisionStage() {}

  /// What pods are created from. `current` is where the set was when everything last was well.
  record Revisions(RevisionView current, RevisionView update, int collisions) {}

  static Optional<Revisions> apply(Draft draft) {
    var set = draft.set();
    var known = draft.seen().revisions().stream().sorted(AGE).toList();
    var payload = Revision.payload(set.spec().template());
    var update =
        known.reversed().stream()
            .filter(revision -> Revision.isSame(revision.payload(), payload))
            .findFirst();
    if (update.isEmpty()) {
      record(draft, known);
      return Optional.empty();
    }
    var current =
        known.stream()
            .filter(revision -> revision.name().equals(set.status().currentRevision()))
            .findFirst()
            .orElse(update.get());
    return Optional.of(new Revisions(current, update.get(), set.status().collisionCount()));
  }

  private static void record(Draft draft, List<RevisionView> known) {
    var set = draft.set();
    var number = known.isEmpty() ? 1 : known.getLast().number() + 1;
    var name = freeName(set, known);
    draft.act(new Action.CreateRevision(name, Bodies.revision(set, name, number)));
    draft.hold(set.name(), new Hold.Reason.RevisionMissing(name));
    draft.close();
  }

  /// Another template may hash to the same name; counting collisions makes the next one differ.
  private static String freeName(SetView set, List<RevisionView> known) {
    var payload = Revision.payload(set.spec().template());
    var names = known.stream().map(RevisionView::name).toList();
    for (var collisions = set.status().collisionCount(); ; collisions++) {
      var name = Revision.name(set.name(), Revision.hash(payload, collisions));
      if (!names.contains(name)) {
        return name;
      }
    }
  }
}
