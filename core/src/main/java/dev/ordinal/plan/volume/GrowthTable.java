package dev.ordinal.plan.volume;

import java.util.List;
import java.util.function.Predicate;

/// All that can be the matter with a claim whose template has changed, and what is done about it.
/// The first row that fits is taken. A claim never shrinks and is never deleted for its template.
public final class GrowthTable {
  private GrowthTable() {}

  /// What is done about a claim.
  public enum Step {
    /// The pod's own update goes on.
    NOTHING,
    /// Asks for the bigger size; from then on the pod counts against `maxUnavailable`.
    GROW,
    /// The pod counts against `maxUnavailable`, and its own update waits.
    WAIT,
    /// Said, and nothing else: the claim stays as it is, and the pod's own update goes on.
    HOLD
  }

  /// How a claim stands to its template.
  public enum State {
    /// The next claim of this name gets the new template.
    ABSENT,
    TERMINATING,
    SIZE_UNREADABLE,
    CLASS_DIFFERS,
    MODES_DIFFER,
    /// Asks for enough and gets it when it is bound.
    BINDING,
    FITS,
    /// The volume has grown and the file system follows: online by the kubelet, or with the next
    /// start of the pod, which therefore must not be waited for.
    FILE_SYSTEM_PENDING,
    GROWING,
    /// The API server lets only bound claims grow.
    UNBOUND,
    CLASSLESS,
    CLASSES_HIDDEN,
    CLASS_MISSING,
    CLASS_RIGID,
    SMALL
  }

  public record Row(State state, Predicate<ClaimComparison> fits, Step step) {}

  public static final List<Row> ROWS =
      List.of(
          new Row(State.ABSENT, ClaimComparison::isAbsent, Step.NOTHING),
          new Row(State.TERMINATING, ClaimComparison::isTerminating, Step.NOTHING),
          new Row(State.SIZE_UNREADABLE, ClaimComparison::isUnreadable, Step.HOLD),
          new Row(State.CLASS_DIFFERS, ClaimComparison::hasOtherClass, Step.HOLD),
          new Row(State.MODES_DIFFER, ClaimComparison::hasOtherModes, Step.HOLD),
          new Row(State.BINDING, c -> c.asksEnough() && !c.isBound(), Step.NOTHING),
          new Row(State.FITS, c -> c.asksEnough() && c.hasEnough(), Step.NOTHING),
          new Row(
              State.FILE_SYSTEM_PENDING,
              c -> c.asksEnough() && c.isFileSystemPending(),
              Step.NOTHING),
          new Row(State.GROWING, ClaimComparison::asksEnough, Step.WAIT),
          new Row(State.UNBOUND, c -> !c.isBound(), Step.HOLD),
          new Row(State.CLASSLESS, ClaimComparison::hasNoClass, Step.HOLD),
          new Row(State.CLASSES_HIDDEN, ClaimComparison::areClassesHidden, Step.HOLD),
          new Row(State.CLASS_MISSING, ClaimComparison::isClassMissing, Step.HOLD),
          new Row(State.CLASS_RIGID, ClaimComparison::isClassRigid, Step.HOLD),
          new Row(State.SMALL, _ -> true, Step.GROW));

  public static Row find(ClaimComparison seen) {
    return ROWS.stream().filter(row -> row.fits().test(seen)).findFirst().orElseThrow();
  }
}
