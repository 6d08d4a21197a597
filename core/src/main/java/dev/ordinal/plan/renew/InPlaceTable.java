package dev.ordinal.plan.renew;

import static dev.ordinal.plan.renew.InPlaceTable.State.COMPLETE;
import static dev.ordinal.plan.renew.InPlaceTable.State.DUE;
import static dev.ordinal.plan.renew.InPlaceTable.State.GRACE;
import static dev.ordinal.plan.renew.InPlaceTable.State.REPLACED;
import static dev.ordinal.plan.renew.InPlaceTable.State.WRITTEN;

import java.util.List;

/// The whole update of a pod where it runs. The first row that fits is taken; a row whose end is
/// its beginning and that does nothing is a wait. Each state ends with a row for all that is left,
/// so that no observation leaves a pod behind.
public final class InPlaceTable {
  private InPlaceTable() {}

  /// How far the update of a pod is, by what is recorded on it.
  public enum State {
    /// The rollout has come to the pod, whatever an earlier update has left to do.
    DUE,
    /// The update is recorded, and traffic is given time to leave.
    GRACE,
    /// At least one batch of containers has been changed.
    WRITTEN,
    /// Everything has been written, and shows on the containers.
    COMPLETE,
    /// Another pod takes its place.
    REPLACED
  }

  /// What is observed, with a name for the page.
  public enum Guard {
    ALWAYS,
    IMPOSSIBLE_AND_IN_PLACE_ONLY,
    IMPOSSIBLE,
    TO_BE_ASKED_AGAIN_AND_IN_PLACE_ONLY,
    REFUSED_AND_IN_PLACE_ONLY,
    REFUSED,
    QUOTA_FULL,
    WRITE_FAILS,
    RESTARTS_AFTER_GRACE,
    RESTARTS,
    FOR_ANOTHER_REVISION,
    IN_GRACE,
    GATE_OPEN,
    COMPLETE,
    NEXT_BATCH_DUE,
    ARRIVED,
    INFEASIBLE_AND_IN_PLACE_ONLY,
    RESIZE_PENDING;

    boolean allows(Observation seen) {
      return switch (this) {
        case ALWAYS -> true;
        case IMPOSSIBLE_AND_IN_PLACE_ONLY -> seen.isImpossible() && seen.isInPlaceOnly();
        case IMPOSSIBLE -> seen.isImpossible();
        case TO_BE_ASKED_AGAIN_AND_IN_PLACE_ONLY -> seen.isToBeAskedAgain() && seen.isInPlaceOnly();
        case REFUSED_AND_IN_PLACE_ONLY -> seen.isRefused() && seen.isInPlaceOnly();
        case REFUSED -> seen.isRefused();
        case QUOTA_FULL -> seen.isQuotaFull();
        case WRITE_FAILS -> seen.isWriteFailing();
        case RESTARTS_AFTER_GRACE -> seen.restarts() && seen.hasGracePeriod();
        case RESTARTS -> seen.restarts();
        case FOR_ANOTHER_REVISION -> seen.isForAnotherRevision();
        case IN_GRACE -> seen.isInGrace();
        case GATE_OPEN -> seen.isGateOpen();
        case COMPLETE -> seen.isComplete();
        case NEXT_BATCH_DUE -> seen.isNextBatchDue();
        case ARRIVED -> seen.hasArrived();
        case INFEASIBLE_AND_IN_PLACE_ONLY -> seen.isInfeasible() && seen.isInPlaceOnly();
        case RESIZE_PENDING -> seen.isResizePending();
      };
    }
  }

  /// What is done to the pod.
  public enum Step {
    NOTHING,
    /// Deletes the pod, as soon as its hook lets it go.
    REPLACE,
    /// Asks the API server by a dry run whether it still refuses the resize.
    CHECK,
    /// The same, and traffic may come back.
    CHECK_AND_OPEN,
    /// Traffic may come back, unless a container is on its way to another image.
    OPEN,
    /// Keeps traffic away and records the update, which waits for its grace period from now on.
    CLOSE_AND_RECORD,
    /// Keeps traffic away and changes the first batch of containers.
    CLOSE_AND_WRITE,
    /// Changes the next batch of containers.
    WRITE,
    /// Takes the recorded update off the pod.
    FORGET
  }

  /// What users are told while the pod waits.
  public enum HoldKind {
    NONE(""),
    /// The change needs a new pod.
    IMPOSSIBLE("InPlaceImpossible"),
    /// The API server refuses the resize.
    REFUSED("InPlaceImpossible"),
    /// The node can never give the pod its resources.
    INFEASIBLE("InPlaceImpossible"),
    FAILED("RequestFailed"),
    GRACE("GracePeriod"),
    DEFERRED("ResizeDeferred");

    private final String reason;

    HoldKind(String reason) {
      this.reason = reason;
    }

    /// The reason of the hold by its name; empty for none.
    public String reason() {
      return reason;
    }
  }

  /// One row: how far the update is, what is observed, what is done and told, how far it is then.
  public record Row(State from, Guard guard, Step step, HoldKind hold, State to) {}

  public static final List<Row> ROWS =
      List.of(
          new Row(DUE, Guard.IMPOSSIBLE_AND_IN_PLACE_ONLY, Step.NOTHING, HoldKind.IMPOSSIBLE, DUE),
          new Row(DUE, Guard.IMPOSSIBLE, Step.REPLACE, HoldKind.NONE, REPLACED),
          new Row(
              DUE, Guard.TO_BE_ASKED_AGAIN_AND_IN_PLACE_ONLY, Step.CHECK, HoldKind.REFUSED, DUE),
          new Row(DUE, Guard.REFUSED_AND_IN_PLACE_ONLY, Step.NOTHING, HoldKind.REFUSED, DUE),
          new Row(DUE, Guard.REFUSED, Step.REPLACE, HoldKind.NONE, REPLACED),
          new Row(DUE, Guard.QUOTA_FULL, Step.OPEN, HoldKind.FAILED, DUE),
          new Row(DUE, Guard.WRITE_FAILS, Step.OPEN, HoldKind.FAILED, DUE),
          new Row(DUE, Guard.RESTARTS_AFTER_GRACE, Step.CLOSE_AND_RECORD, HoldKind.NONE, GRACE),
          new Row(DUE, Guard.RESTARTS, Step.CLOSE_AND_WRITE, HoldKind.NONE, WRITTEN),
          new Row(DUE, Guard.ALWAYS, Step.WRITE, HoldKind.NONE, WRITTEN),
          new Row(
              GRACE,
              Guard.TO_BE_ASKED_AGAIN_AND_IN_PLACE_ONLY,
              Step.CHECK_AND_OPEN,
              HoldKind.REFUSED,
              GRACE),
          new Row(GRACE, Guard.REFUSED_AND_IN_PLACE_ONLY, Step.OPEN, HoldKind.REFUSED, GRACE),
          new Row(GRACE, Guard.REFUSED, Step.NOTHING, HoldKind.NONE, GRACE),
          new Row(GRACE, Guard.FOR_ANOTHER_REVISION, Step.FORGET, HoldKind.NONE, WRITTEN),
          new Row(GRACE, Guard.IN_GRACE, Step.NOTHING, HoldKind.GRACE, GRACE),
          new Row(GRACE, Guard.GATE_OPEN, Step.CLOSE_AND_RECORD, HoldKind.NONE, GRACE),
          new Row(GRACE, Guard.QUOTA_FULL, Step.OPEN, HoldKind.FAILED, GRACE),
          new Row(GRACE, Guard.WRITE_FAILS, Step.OPEN, HoldKind.FAILED, GRACE),
          new Row(GRACE, Guard.ALWAYS, Step.WRITE, HoldKind.NONE, WRITTEN),
          new Row(
              WRITTEN,
              Guard.TO_BE_ASKED_AGAIN_AND_IN_PLACE_ONLY,
              Step.CHECK_AND_OPEN,
              HoldKind.REFUSED,
              WRITTEN),
          new Row(WRITTEN, Guard.REFUSED_AND_IN_PLACE_ONLY, Step.OPEN, HoldKind.REFUSED, WRITTEN),
          new Row(WRITTEN, Guard.REFUSED, Step.NOTHING, HoldKind.NONE, WRITTEN),
          new Row(WRITTEN, Guard.COMPLETE, Step.NOTHING, HoldKind.NONE, COMPLETE),
          new Row(WRITTEN, Guard.NEXT_BATCH_DUE, Step.WRITE, HoldKind.NONE, WRITTEN),
          new Row(WRITTEN, Guard.ARRIVED, Step.NOTHING, HoldKind.NONE, WRITTEN),
          new Row(
              WRITTEN, Guard.INFEASIBLE_AND_IN_PLACE_ONLY, Step.OPEN, HoldKind.INFEASIBLE, WRITTEN),
          new Row(WRITTEN, Guard.RESIZE_PENDING, Step.NOTHING, HoldKind.DEFERRED, WRITTEN),
          new Row(WRITTEN, Guard.ALWAYS, Step.NOTHING, HoldKind.NONE, WRITTEN));

  public static Row find(Observation seen) {
    return ROWS.stream()
        .filter(row -> row.from() == seen.state() && row.guard().allows(seen))
        .findFirst()
        .orElseThrow();
  }
}
