package dev.ordinal.sim.law;

import dev.ordinal.model.PodView;
import dev.ordinal.model.View;
import dev.ordinal.model.life.Hook;
import dev.ordinal.model.life.Stage;
import dev.ordinal.plan.Action.Cause;
import dev.ordinal.sim.world.Move;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;

/// No pod is deleted while its hook holds it, and no pod skips a stage of its life.
final class HooksHold implements Law {
  private static final Map<Stage, EnumSet<Stage>> NEXT =
      Map.of(
          Stage.PREPARING_NORMAL,
          EnumSet.of(Stage.NORMAL, Stage.PREPARING_DELETE, Stage.PREPARING_UPDATE, Stage.UPDATING),
          Stage.NORMAL,
          EnumSet.of(
              Stage.PREPARING_UPDATE,
              Stage.UPDATING,
              Stage.PREPARING_DELETE,
              Stage.PREPARING_NORMAL),
          Stage.PREPARING_UPDATE,
          // To be taken in again, when its hook had let it go for nothing.
          EnumSet.of(Stage.UPDATING, Stage.NORMAL, Stage.UPDATED, Stage.PREPARING_DELETE),
          Stage.UPDATING,
          EnumSet.of(Stage.UPDATED, Stage.NORMAL, Stage.PREPARING_DELETE, Stage.PREPARING_UPDATE),
          Stage.UPDATED,
          EnumSet.of(Stage.NORMAL, Stage.PREPARING_UPDATE, Stage.UPDATING, Stage.PREPARING_DELETE),
          Stage.PREPARING_DELETE,
          EnumSet.of(Stage.NORMAL, Stage.PREPARING_UPDATE, Stage.UPDATING));

  @Override
  public Optional<String> judge(Truth truth, Move move) {
    var pod = truth.pods.get(move.call().name());
    if (pod == null || Moves.cause(move).filter(cause -> cause != Cause.FINISHED).isEmpty()) {
      return Optional.empty();
    }
    return move.seen()
        .flatMap(set -> set.spec().lifecycle().preDelete())
        .filter(hook -> !isEmpty(hook))
        .filter(hook -> hook.isOn(pod.meta().labels(), pod.meta().finalizers()))
        .map(_ -> pod.name() + " is deleted while its hook holds it");
  }

  private static boolean isEmpty(Hook hook) {
    return hook.labels().isEmpty() && hook.finalizers().isEmpty();
  }

  @Override
  public Optional<String> judge(Truth truth, View now) {
    var before = truth.pods.get(now.name());
    if (!(now instanceof PodView pod) || before == null || !before.uid().equals(pod.uid())) {
      return Optional.empty();
    }
    var was = Stage.of(before);
    var is = Stage.of(pod);
    return was == is || NEXT.getOrDefault(was, EnumSet.noneOf(Stage.class)).contains(is)
        ? Optional.empty()
        : Optional.of("%s goes from %s to %s".formatted(pod.name(), was, is));
  }
}
