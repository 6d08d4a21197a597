package dev.ordinal.plan.life;

import static dev.ordinal.model.life.LifecycleState.NORMAL;
import static dev.ordinal.model.life.LifecycleState.PREPARING_DELETE;
import static dev.ordinal.model.life.LifecycleState.PREPARING_NORMAL;
import static dev.ordinal.model.life.LifecycleState.PREPARING_UPDATE;
import static dev.ordinal.model.life.LifecycleState.UPDATED;
import static dev.ordinal.model.life.LifecycleState.UPDATING;

import dev.ordinal.model.life.LifecycleState;
import dev.ordinal.plan.life.Situation.Goal;
import java.util.List;

/// The whole life of a pod with hooks. The first row that fits is taken; a row whose end is its
/// beginning is a wait. Every state has a way out for every goal, so that a change of mind never
/// leaves a pod behind.
public final class LifecycleTable {
  private LifecycleTable() {}

  /// What is done to the pod on the way.
  public enum Step {
    NOTHING,
    /// Tell traffic to stay away, where the hook asks for it.
    MARK,
    /// Traffic may come back.
    UNMARK,
    /// Put the hook's labels and finalizers back on, so that its owner acts once more.
    ATTACH,
    /// Change the running pod.
    PATCH,
    DELETE
  }

  /// One row: from where, for which goal, under which condition, what is done, to where.
  public record Row(LifecycleState from, Goal wanted, Guard guard, Step step, LifecycleState to) {
    public boolean isWait() {
      return from == to && step == Step.NOTHING;
    }
  }

  /// A condition with a name, for the diagram and for holds.
  public enum Guard {
    ALWAYS,
    HELD_FROM_DELETION,
    HELD_FROM_UPDATE,
    HAS_UPDATE_HOOK,
    ADMITTED,
    COMPLETE_AND_ATTACHED,
    COMPLETE,
    ATTACHED,
    MARKED;

    boolean allows(Situation situation) {
      return switch (this) {
        case ALWAYS -> true;
        case HELD_FROM_DELETION -> situation.isHeldFromDeletion();
        case HELD_FROM_UPDATE -> situation.isHeldFromUpdate();
        case HAS_UPDATE_HOOK -> situation.hasUpdateHook();
        case ADMITTED -> situation.isAdmitted();
        case COMPLETE_AND_ATTACHED -> situation.isUpdateComplete() && situation.isAttached();
        case COMPLETE -> situation.isUpdateComplete();
        case ATTACHED -> situation.isAttached();
        case MARKED -> situation.isMarked();
      };
    }
  }

  public static final List<Row> ROWS =
      List.of(
          new Row(PREPARING_NORMAL, Goal.STAY, Guard.ADMITTED, Step.NOTHING, NORMAL),
          new Row(PREPARING_NORMAL, Goal.STAY, Guard.ALWAYS, Step.NOTHING, PREPARING_NORMAL),
          new Row(
              PREPARING_NORMAL, Goal.UPDATE, Guard.HELD_FROM_UPDATE, Step.MARK, PREPARING_UPDATE),
          new Row(PREPARING_NORMAL, Goal.UPDATE, Guard.ALWAYS, Step.PATCH, UPDATING),
          new Row(
              PREPARING_NORMAL, Goal.DELETE, Guard.HELD_FROM_DELETION, Step.MARK, PREPARING_DELETE),
          new Row(PREPARING_NORMAL, Goal.DELETE, Guard.ALWAYS, Step.DELETE, PREPARING_NORMAL),
          new Row(NORMAL, Goal.STAY, Guard.MARKED, Step.UNMARK, NORMAL),
          new Row(NORMAL, Goal.STAY, Guard.ALWAYS, Step.NOTHING, NORMAL),
          new Row(NORMAL, Goal.UPDATE, Guard.HELD_FROM_UPDATE, Step.MARK, PREPARING_UPDATE),
          new Row(NORMAL, Goal.UPDATE, Guard.ALWAYS, Step.PATCH, UPDATING),
          new Row(NORMAL, Goal.DELETE, Guard.HELD_FROM_DELETION, Step.MARK, PREPARING_DELETE),
          new Row(NORMAL, Goal.DELETE, Guard.ALWAYS, Step.DELETE, NORMAL),
          new Row(PREPARING_UPDATE, Goal.STAY, Guard.ATTACHED, Step.UNMARK, NORMAL),
          new Row(PREPARING_UPDATE, Goal.STAY, Guard.ALWAYS, Step.UNMARK, UPDATED),
          new Row(
              PREPARING_UPDATE,
              Goal.UPDATE,
              Guard.HELD_FROM_UPDATE,
              Step.NOTHING,
              PREPARING_UPDATE),
          new Row(PREPARING_UPDATE, Goal.UPDATE, Guard.ALWAYS, Step.PATCH, UPDATING),
          new Row(
              PREPARING_UPDATE, Goal.DELETE, Guard.HELD_FROM_DELETION, Step.MARK, PREPARING_DELETE),
          new Row(PREPARING_UPDATE, Goal.DELETE, Guard.ALWAYS, Step.DELETE, PREPARING_UPDATE),
          new Row(UPDATING, Goal.STAY, Guard.COMPLETE_AND_ATTACHED, Step.UNMARK, NORMAL),
          new Row(UPDATING, Goal.STAY, Guard.COMPLETE, Step.UNMARK, UPDATED),
          new Row(UPDATING, Goal.STAY, Guard.ALWAYS, Step.NOTHING, UPDATING),
          new Row(UPDATING, Goal.UPDATE, Guard.ALWAYS, Step.PATCH, UPDATING),
          new Row(UPDATING, Goal.DELETE, Guard.HELD_FROM_DELETION, Step.MARK, PREPARING_DELETE),
          new Row(UPDATING, Goal.DELETE, Guard.ALWAYS, Step.DELETE, UPDATING),
          new Row(UPDATED, Goal.STAY, Guard.ATTACHED, Step.UNMARK, NORMAL),
          new Row(UPDATED, Goal.STAY, Guard.ALWAYS, Step.NOTHING, UPDATED),
          new Row(UPDATED, Goal.UPDATE, Guard.HAS_UPDATE_HOOK, Step.ATTACH, PREPARING_UPDATE),
          new Row(UPDATED, Goal.UPDATE, Guard.ALWAYS, Step.PATCH, UPDATING),
          new Row(UPDATED, Goal.DELETE, Guard.HELD_FROM_DELETION, Step.MARK, PREPARING_DELETE),
          new Row(UPDATED, Goal.DELETE, Guard.ALWAYS, Step.DELETE, UPDATED),
          new Row(PREPARING_DELETE, Goal.STAY, Guard.ALWAYS, Step.UNMARK, NORMAL),
          new Row(PREPARING_DELETE, Goal.UPDATE, Guard.ALWAYS, Step.UNMARK, NORMAL),
          new Row(
              PREPARING_DELETE,
              Goal.DELETE,
              Guard.HELD_FROM_DELETION,
              Step.NOTHING,
              PREPARING_DELETE),
          new Row(PREPARING_DELETE, Goal.DELETE, Guard.ALWAYS, Step.DELETE, PREPARING_DELETE));

  /// What happens next to a pod in this stage. A loop, since every plan asks this of every pod.
  public static Row next(LifecycleState from, Situation situation) {
    for (var row : ROWS) {
      if (row.from() == from
          && row.wanted() == situation.wanted()
          && row.guard().allows(situation)) {
        return row;
      }
    }
    throw new IllegalStateException("no row for " + from + " " + situation);
  }
}
