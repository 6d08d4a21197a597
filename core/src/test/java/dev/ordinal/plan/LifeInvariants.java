package dev.ordinal.plan;

import dev.ordinal.model.PodView;
import dev.ordinal.model.UpdateStrategy.Rolling;
import dev.ordinal.plan.Action.Cause;
import dev.ordinal.plan.Action.Purpose;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/// What holds of every plan for pods with hooks and in-place updates. The hook of these sets is the
/// label `drain=true`. Nothing here asks the lifecycle table.
final class LifeInvariants {
  static final Map<String, Predicate<Scene>> ALL = all();

  private LifeInvariants() {}

  private static Map<String, Predicate<Scene>> all() {
    var rules = new TreeMap<String, Predicate<Scene>>();
    rules.put("one chain per pod", LifeInvariants::oneChainPerPod);
    rules.put("held pods are not deleted", LifeInvariants::heldPodsAreNotDeleted);
    rules.put("held pods are not changed", LifeInvariants::heldPodsAreNotChanged);
    rules.put("what terminates is left", LifeInvariants::terminatingPodsAreLeft);
    rules.put("budget kept", LifeInvariants::budgetKept);
    rules.put("partition kept", LifeInvariants::partitionKept);
    rules.put("pause begins nothing", LifeInvariants::pauseBeginsNothing);
    rules.put("prepared pods are counted", LifeInvariants::preparedPodsAreCounted);
    rules.put("the gate is closed before the image", LifeInvariants::gateBeforeImage);
    rules.put("the gate opens on proof", LifeInvariants::gateOpensOnProof);
    rules.put("nobody is left between two states", LifeInvariants::nobodyIsLeftBetween);
    rules.put("unwanted preparations are undone", LifeInvariants::preparationsAreUndone);
    rules.put("rest is the goal", LifeInvariants::restIsTheGoal);
    return rules;
  }

  private static boolean oneChainPerPod(Scene scene) {
    var targets = scene.plan().chains().stream().map(chain -> chain.actions().getLast().target());
    return targets.distinct().count() == scene.plan().chains().size();
  }

  private static String stage(PodView pod) {
    return pod.meta().label("lifecycle.apps.kruise.io/state");
  }

  private static boolean isHooked(PodView pod) {
    return pod.meta().label("drain").equals("true");
  }

  private static boolean isPreparing(PodView pod) {
    return stage(pod).startsWith("Preparing") && !stage(pod).equals("PreparingNormal");
  }

  private static boolean heldPodsAreNotDeleted(Scene scene) {
    var hasHook = scene.seen().set().spec().lifecycle().preDelete().isPresent();
    return !hasHook
        || scene.deletes().stream().noneMatch(delete -> isHooked(scene.pod(delete.target())));
  }

  private static boolean heldPodsAreNotChanged(Scene scene) {
    var hasHook = scene.seen().set().spec().lifecycle().inPlaceUpdate().isPresent();
    return !hasHook
        || patched(scene, Purpose.CLOSE_GATE, Purpose.BEGIN, Purpose.UPDATE).stream()
            .allMatch(pod -> !isHooked(pod) || stage(pod).equals("Updating") || isUpdated(pod));
  }

  private static boolean isUpdated(PodView pod) {
    return pod.revision().equals("v2");
  }

  private static List<PodView> patched(Scene scene, Purpose... purposes) {
    return scene.actions().stream()
        .filter(action -> purpose(action).filter(List.of(purposes)::contains).isPresent())
        .map(action -> scene.pod(action.target()))
        .distinct()
        .toList();
  }

  private static Optional<Purpose> purpose(Action action) {
    return switch (action) {
      case Action.PatchPod(_, var purpose, _) -> Optional.of(purpose);
      case Action.PatchPodStatus(_, var purpose, _) -> Optional.of(purpose);
      default -> Optional.empty();
    };
  }

  private static boolean terminatingPodsAreLeft(Scene scene) {
    return scene.own().stream().noneMatch(pod -> pod.isTerminating() && scene.isActedOn(pod));
  }

  /// Wanted pods in service that this plan takes out of it, and those that are out already.
  private static boolean budgetKept(Scene scene) {
    var taken =
        scene.own().stream()
            .filter(pod -> scene.isWanted(pod) && scene.isAvailable(pod))
            .filter(pod -> isTaken(scene, pod))
            .count();
    return taken == 0 || scene.down() + taken <= scene.allowed();
  }

  private static boolean isTaken(Scene scene, PodView pod) {
    return patched(scene, Purpose.CLOSE_GATE, Purpose.BEGIN, Purpose.PREPARE).contains(pod)
        || scene.deletes().stream().anyMatch(delete -> delete.target().equals(pod.name()));
  }

  private static boolean partitionKept(Scene scene) {
    return patched(scene, Purpose.CLOSE_GATE).stream().allMatch(scene::isToBeUpdated)
        && scene.deletes(Cause.UPDATE, Cause.STUCK).stream()
            .allMatch(delete -> scene.isToBeUpdated(scene.pod(delete.target())));
  }

  private static boolean pauseBeginsNothing(Scene scene) {
    var isPaused = scene.rolling().map(Rolling::isPaused).orElse(true);
    return !isPaused
        || (patched(scene, Purpose.CLOSE_GATE).stream().allMatch(LifeInvariants::isBegun)
            && scene.deletes(Cause.UPDATE, Cause.STUCK).stream()
                .allMatch(delete -> isBegun(scene.pod(delete.target()))));
  }

  /// A pod in `PreparingDelete` may be there for a scale-down that was taken back.
  private static boolean isBegun(PodView pod) {
    return stage(pod).equals("PreparingUpdate");
  }

  /// In order, and while paused, pods that are prepared and still serve are taken only if no more
  /// than allowed are not serving afterwards.
  private static boolean preparedPodsAreCounted(Scene scene) {
    var isPaused = scene.rolling().map(Rolling::isPaused).orElse(true);
    var taken =
        scene.own().stream()
            .filter(pod -> scene.isWanted(pod) && isPreparing(pod) && pod.isReady())
            .filter(
                pod ->
                    patched(scene, Purpose.CLOSE_GATE).contains(pod)
                        || scene.deletes(Cause.UPDATE).stream()
                            .anyMatch(delete -> delete.target().equals(pod.name())))
            .count();
    var unready =
        scene.own().stream()
            .filter(pod -> scene.isWanted(pod) && (!pod.isReady() || pod.isTerminating()))
            .count();
    return taken == 0 || !(scene.isOrdered() || isPaused) || unready + taken <= scene.allowed();
  }

  private static boolean gateBeforeImage(Scene scene) {
    return scene.plan().chains().stream()
        .filter(
            chain -> purpose(chain.actions().getLast()).filter(Purpose.UPDATE::equals).isPresent())
        .allMatch(
            chain ->
                purpose(chain.actions().getFirst()).filter(Purpose.CLOSE_GATE::equals).isPresent()
                    || isGateClosed(scene.pod(chain.actions().getLast().target())));
  }

  private static boolean isGateClosed(PodView pod) {
    return pod.findCondition("InPlaceUpdateReady").filter(gate -> !gate.isTrue()).isPresent();
  }

  /// Only `renewed` pods run something else than before; those that never changed prove it as well.
  private static boolean gateOpensOnProof(Scene scene) {
    return patched(scene, Purpose.OPEN_GATE).stream()
        .allMatch(
            pod ->
                pod.inPlace().isEmpty()
                    || pod.containers().stream()
                        .allMatch(c -> c.isReady() && c.containerId().equals("container-now")));
  }

  private static boolean nobodyIsLeftBetween(Scene scene) {
    return scene.own().stream()
        .filter(pod -> !stage(pod).isEmpty() && !pod.isTerminating())
        .allMatch(pod -> scene.isActedOn(pod) || scene.isHeld(pod));
  }

  /// A wanted pod that is as it should be, or may not be changed, does not stay prepared.
  private static boolean preparationsAreUndone(Scene scene) {
    return scene.own().stream()
        .filter(pod -> scene.isWanted(pod) && isPreparing(pod))
        .filter(pod -> !pod.isTerminating() && !scene.isToBeUpdated(pod))
        .filter(pod -> !pod.meta().labels().containsKey("apps.kruise.io/specified-delete"))
        .allMatch(scene::isActedOn);
  }

  private static boolean restIsTheGoal(Scene scene) {
    return !scene.plan().isAtRest()
        || (scene.down() == 0
            && scene.condemned().isEmpty()
            && scene.own().stream().allMatch(pod -> stage(pod).isEmpty())
            && scene.own().stream().noneMatch(scene::isToBeUpdated));
  }
}
