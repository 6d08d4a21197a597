package dev.ordinal.plan.life;

import static dev.ordinal.model.life.LifecycleState.NORMAL;
import static dev.ordinal.model.life.LifecycleState.PREPARING_DELETE;
import static dev.ordinal.model.life.LifecycleState.PREPARING_NORMAL;
import static dev.ordinal.model.life.LifecycleState.PREPARING_UPDATE;
import static dev.ordinal.model.life.LifecycleState.UPDATED;
import static dev.ordinal.model.life.LifecycleState.UPDATING;

import dev.ordinal.model.life.LifecycleState;
import dev.ordinal.plan.life.Situation.Wish;
import java.util.List;

/// The whole life of a pod with hooks. The first row that fits is taken; a row whose end is its
/// beginning is a wait. Every state has a way out for every wish, so that a change of mind never
/// leaves a pod behind.
public final class LifecycleTable {
  private LifecycleTable() {}

  /// What is done to the pod on the way.
  public enum Deed {
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

  /// One row: from where, on which wish, under which condition, what is done, to where.
  public record Row(LifecycleState from, Wish wanted, Guard guard, Deed step, LifecycleState to) {
    public boolean isWait() {
      return from == to && step == Deed.NOTHING;
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
          new Row(PREPARING_NORMAL, Wish.STAY, Guard.ADMITTED, Deed.NOTHING, NORMAL),
          new Row(PREPARING_NORMAL, Wish.STAY, Guard.ALWAYS, Deed.NOTHING, PREPARING_NORMAL),
          new Row(
              PREPARING_NORMAL, Wish.UPDATE, Guard.HELD_FROM_UPDATE, Deed.MARK, PREPARING_UPDATE),
          new Row(PREPARING_NORMAL, Wish.UPDATE, Guard.ALWAYS, Deed.PATCH, UPDATING),
          new Row(
              PREPARING_NORMAL, Wish.DELETE, Guard.HELD_FROM_DELETION, Deed.MARK, PREPARING_DELETE),
          new Row(PREPARING_NORMAL, Wish.DELETE, Guard.ALWAYS, Deed.DELETE, PREPARING_NORMAL),
          new Row(NORMAL, Wish.STAY, Guard.MARKED, Deed.UNMARK, NORMAL),
          new Row(NORMAL, Wish.STAY, Guard.ALWAYS, Deed.NOTHING, NORMAL),
          new Row(NORMAL, Wish.UPDATE, Guard.HELD_FROM_UPDATE, Deed.MARK, PREPARING_UPDATE),
          new Row(NORMAL, Wish.UPDATE, Guard.ALWAYS, Deed.PATCH, UPDATING),
          new Row(NORMAL, Wish.DELETE, Guard.HELD_FROM_DELETION, Deed.MARK, PREPARING_DELETE),
          new Row(NORMAL, Wish.DELETE, Guard.ALWAYS, Deed.DELETE, NORMAL),
          new Row(PREPARING_UPDATE, Wish.STAY, Guard.ATTACHED, Deed.UNMARK, NORMAL),
          new Row(PREPARING_UPDATE, Wish.STAY, Guard.ALWAYS, Deed.UNMARK, UPDATED),
          new Row(
              PREPARING_UPDATE,
              Wish.UPDATE,
              Guard.HELD_FROM_UPDATE,
              Deed.NOTHING,
              PREPARING_UPDATE),
          new Row(PREPARING_UPDATE, Wish.UPDATE, Guard.ALWAYS, Deed.PATCH, UPDATING),
          new Row(
              PREPARING_UPDATE, Wish.DELETE, Guard.HELD_FROM_DELETION, Deed.MARK, PREPARING_DELETE),
          new Row(PREPARING_UPDATE, Wish.DELETE, Guard.ALWAYS, Deed.DELETE, PREPARING_UPDATE),
          new Row(UPDATING, Wish.STAY, Guard.COMPLETE_AND_ATTACHED, Deed.UNMARK, NORMAL),
          new Row(UPDATING, Wish.STAY, Guard.COMPLETE, Deed.UNMARK, UPDATED),
          new Row(UPDATING, Wish.STAY, Guard.ALWAYS, Deed.NOTHING, UPDATING),
          new Row(UPDATING, Wish.UPDATE, Guard.ALWAYS, Deed.PATCH, UPDATING),
          new Row(UPDATING, Wish.DELETE, Guard.HELD_FROM_DELETION, Deed.MARK, PREPARING_DELETE),
          new Row(UPDATING, Wish.DELETE, Guard.ALWAYS, Deed.DELETE, UPDATING),
          new Row(UPDATED, Wish.STAY, Guard.ATTACHED, Deed.UNMARK, NORMAL),
          new Row(UPDATED, Wish.STAY, Guard.ALWAYS, Deed.NOTHING, UPDATED),
          new Row(UPDATED, Wish.UPDATE, Guard.HAS_UPDATE_HOOK, Deed.ATTACH, PREPARING_UPDATE),
          new Row(UPDATED, Wish.UPDATE, Guard.ALWAYS, Deed.PATCH, UPDATING),
          new Row(UPDATED, Wish.DELETE, Guard.HELD_FROM_DELETION, Deed.MARK, PREPARING_DELETE),
          new Row(UPDATED, Wish.DELETE, Guard.ALWAYS, Deed.DELETE, UPDATED),
          new Row(PREPARING_DELETE, Wish.STAY, Guard.ALWAYS, Deed.UNMARK, NORMAL),
          new Row(PREPARING_DELETE, Wish.UPDATE, Guard.ALWAYS, Deed.UNMARK, NORMAL),
          new Row(
              PREPARING_DELETE,
              Wish.DELETE,
              Guard.HELD_FROM_DELETION,
              Deed.NOTHING,
              PREPARING_DELETE),
          new Row(PREPARING_DELETE, Wish.DELETE, Guard.ALWAYS, Deed.DELETE, PREPARING_DELETE));

  /// What happens next to a pod in this stage.
  public static Row next(LifecycleState from, Situation situation) {
    return ROWS.stream()
        .filter(row -> row.from() == from && row.wanted() == situation.wanted())
        .filter(row -> row.guard().allows(situation))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no row for " + from + " " + situation));
  }
}
