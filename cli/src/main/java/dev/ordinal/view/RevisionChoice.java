package dev.ordinal.view;

/// Finds the revision that a user means.
public final class RevisionChoice {
  private RevisionChoice() {}

  /// The one with this number, as `ordinal history` lists them.
  public static RevisionRow find(SetOverview set, long number) {
    return set.revisions().stream()
        .filter(revision -> revision.number() == number)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "%s has no revision %d: `ordinal history %1$s` lists those there are."
                        .formatted(set.key().name(), number)));
  }

  /// The template that the set has now.
  public static RevisionRow present(SetOverview set) {
    return set.updateRevision().orElseThrow(() -> none(set));
  }

  /// The template that the set has now, for a change of it: the controller has recorded it.
  public static RevisionRow recorded(SetOverview set) {
    return set.updateRevision()
        .filter(_ -> set.isObserved())
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "The controller has not recorded the present template yet: run it again."));
  }

  /// The newest one before the present template.
  public static RevisionRow before(SetOverview set) {
    var present = present(set);
    return set.revisions().stream()
        .filter(revision -> revision.number() < present.number())
        .findFirst()
        .orElseThrow(() -> none(set));
  }

  private static IllegalArgumentException none(SetOverview set) {
    return new IllegalArgumentException("%s has no earlier revision.".formatted(set.key().name()));
  }
}
