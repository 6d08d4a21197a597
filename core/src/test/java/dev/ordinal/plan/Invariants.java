package dev.ordinal.plan;

import static dev.ordinal.plan.Action.Cause.FINISHED;
import static dev.ordinal.plan.Action.Cause.SCALE_DOWN;
import static dev.ordinal.plan.Action.Cause.STUCK;
import static dev.ordinal.plan.Action.Cause.UPDATE;

import dev.ordinal.model.PodView;
import dev.ordinal.model.UpdateStrategy.Rolling;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// What holds of every plan, whatever the set looks like. Each rule is a method named by its claim.
final class Invariants {
  static final Map<String, Predicate<Scene>> ALL = all();

  private Invariants() {}

  private static Map<String, Predicate<Scene>> all() {
    var rules = new TreeMap<String, Predicate<Scene>>();
    rules.put("one action per pod", Invariants::oneActionPerPod);
    rules.put("no pod is created while its name is taken", Invariants::namesAreFree);
    rules.put("created pods are wanted", Invariants::createdPodsAreWanted);
    rules.put("created pods have the right revision", Invariants::revisionsAreRight);
    rules.put("deletes are pinned", Invariants::deletesArePinned);
    rules.put("what terminates is left", Invariants::terminatingPodsAreLeft);
    rules.put("what finished is replaced", Invariants::finishedPodsAreReplaced);
    rules.put("condemned pods are scaled down only", Invariants::condemnedAreScaledDownOnly);
    rules.put("others' pods are left", Invariants::foreignPodsAreLeft);
    rules.put("ordered create", Invariants::orderedCreate);
    rules.put("ordered scale-down", Invariants::orderedScaleDown);
    rules.put("parallel scale-down", Invariants::parallelScaleDown);
    rules.put("ordered update", Invariants::orderedUpdate);
    rules.put("partition kept", Invariants::partitionKept);
    rules.put("budget kept", Invariants::budgetKept);
    rules.put("moving pods kept within the budget", Invariants::movingKept);
    rules.put("stopped updates", Invariants::stoppedUpdates);
    rules.put("stuck pods are proven to be", Invariants::stuckPodsAreProven);
    rules.put("every wait has a hold", Invariants::everyWaitHasAHold);
    rules.put("rest is the goal", Invariants::restIsTheGoal);
    rules.put("conditions agree", Invariants::conditionsAgree);
    rules.put("counters are ordered", Invariants::countersAreOrdered);
    rules.put("promotion is earned", Invariants::promotionIsEarned);
    rules.put("wake-up is ahead", Invariants::wakeIsAhead);
    return rules;
  }

  private static boolean oneActionPerPod(Scene scene) {
    return scene.actions().stream().map(Action::target).distinct().count()
        == scene.actions().size();
  }

  private static boolean namesAreFree(Scene scene) {
    return scene.creates().stream()
        .noneMatch(
            create -> scene.seen().pods().stream().anyMatch(p -> p.name().equals(create.target())));
  }

  private static boolean createdPodsAreWanted(Scene scene) {
    return scene.creates().stream()
        .allMatch(create -> scene.wanted().contains(Scene.ordinal(create.target())));
  }

  /// `v1` is current, or the one to fall back on; the template says which is the newest.
  private static boolean revisionsAreRight(Scene scene) {
    var isRefused = scene.seen().findings().dryRun().filter(v -> v.isRefused()).isPresent();
    var isProven = scene.own().stream().anyMatch(pod -> pod.revision().equals("v2"));
    return scene.creates().stream()
        .allMatch(
            create -> {
              var rank = scene.wanted().indexOf(Scene.ordinal(create.target()));
              var isKept = rank < scene.partition() || (isRefused && !isProven);
              var newest = scene.plan().status().updateRevision();
              return create.revision().equals(isKept ? "v1" : newest);
            });
  }

  private static boolean deletesArePinned(Scene scene) {
    return scene.deletes().stream()
        .allMatch(
            delete -> {
              var isForHealth = delete.cause() == FINISHED || delete.cause() == STUCK;
              return delete.uid().equals(scene.pod(delete.target()).uid())
                  && delete.version().isPresent() == isForHealth;
            });
  }

  private static boolean terminatingPodsAreLeft(Scene scene) {
    return scene.own().stream().noneMatch(pod -> pod.isTerminating() && scene.isActedOn(pod));
  }

  private static boolean finishedPodsAreReplaced(Scene scene) {
    return scene.deletes(FINISHED).stream()
            .map(delete -> scene.pod(delete.target()))
            .allMatch(pod -> pod.isTerminal() && scene.isWanted(pod))
        && (scene.isOrdered()
            || scene.isIdle()
            || scene.own().stream()
                .filter(pod -> pod.isTerminal() && !pod.isTerminating())
                .allMatch(scene::isActedOn));
  }

  private static boolean condemnedAreScaledDownOnly(Scene scene) {
    return scene.deletes().stream()
        .allMatch(
            delete -> (delete.cause() == SCALE_DOWN) != scene.isWanted(scene.pod(delete.target())));
  }

  private static boolean foreignPodsAreLeft(Scene scene) {
    return scene.seen().pods().stream()
        .filter(pod -> !scene.own().contains(pod))
        .noneMatch(scene::isActedOn);
  }

  private static boolean orderedCreate(Scene scene) {
    return !scene.isOrdered()
        || (scene.creates().size() <= 1
            && scene.creates().stream()
                .map(create -> Scene.ordinal(create.target()))
                .allMatch(
                    created ->
                        scene.wanted().stream()
                            .filter(below -> below < created)
                            .allMatch(scene::isAvailable)));
  }

  /// Everything wanted is well; the highest goes; and it is well itself, or no lower one that runs,
  /// or is on its way out, is unwell. `crash` runs, and cannot recover.
  private static boolean orderedScaleDown(Scene scene) {
    var deletes = scene.deletes(SCALE_DOWN);
    if (!scene.isOrdered() || deletes.isEmpty()) {
      return true;
    }
    var target = scene.pod(deletes.getFirst().target());
    var byOrdinal = Comparator.<PodView>comparingInt(pod -> Scene.ordinal(pod.name()));
    var highest = scene.condemned().stream().max(byOrdinal).orElseThrow();
    var isHalted =
        scene.condemned().stream()
            .filter(pod -> !pod.equals(target) && !scene.isAvailable(pod))
            .anyMatch(pod -> pod.isTerminating() || (isRunning(pod) && !isBroken(pod)));
    return deletes.size() == 1
        && scene.down() == 0
        && target.equals(highest)
        && (scene.isAvailable(target) || !isHalted);
  }

  private static boolean isRunning(PodView pod) {
    return pod.phase() == PodView.Phase.RUNNING;
  }

  private static boolean isBroken(PodView pod) {
    return pod.containers().stream()
        .anyMatch(container -> container.waiting().equals("CrashLoopBackOff"));
  }

  private static boolean isNew(PodView pod) {
    return pod.containers().stream().allMatch(container -> container.containerId().isEmpty());
  }

  private static boolean parallelScaleDown(Scene scene) {
    return scene.isOrdered()
        || scene.isIdle()
        || scene.condemned().stream().allMatch(pod -> pod.isTerminating() || scene.isActedOn(pod));
  }

  /// In order only when all is well, and then the highest first.
  private static boolean orderedUpdate(Scene scene) {
    var taken = scene.deletes(UPDATE).stream().map(delete -> scene.pod(delete.target())).toList();
    if (!scene.isOrdered() || taken.isEmpty()) {
      return true;
    }
    var lowest = taken.stream().mapToInt(pod -> Scene.ordinal(pod.name())).min().orElseThrow();
    return scene.down() == 0
        && scene.condemned().isEmpty()
        && scene.own().stream()
            .filter(pod -> Scene.ordinal(pod.name()) >= lowest && scene.isToBeUpdated(pod))
            .allMatch(taken::contains);
  }

  private static boolean partitionKept(Scene scene) {
    return scene.deletes(UPDATE, STUCK).stream()
        .allMatch(delete -> scene.isToBeUpdated(scene.pod(delete.target())));
  }

  /// A pod that serves is taken only if no more than allowed are down afterwards.
  private static boolean budgetKept(Scene scene) {
    var taken =
        scene.deletes(UPDATE, STUCK).stream()
            .filter(delete -> scene.isAvailable(scene.pod(delete.target())))
            .count();
    return taken == 0 || scene.down() + taken <= scene.allowed();
  }

  /// No more than allowed are missing, going, or new and not there yet. In order those count that
  /// are missing above the first pod that is unwell, unless just this one is taken.
  private static boolean movingKept(Scene scene) {
    var taken = scene.deletes(UPDATE, STUCK).size();
    if (taken == 0) {
      return true;
    }
    var leaving = scene.own().stream().filter(scene::isWanted).filter(PodView::isTerminating);
    if (scene.isOrdered()) {
      var missing = isFirstUnwell(scene, taken) ? 0 : scene.missing();
      return missing + leaving.count() + taken <= scene.allowed();
    }
    var newest = scene.plan().status().updateRevision();
    var unsettled =
        scene.wanted().stream()
            .filter(ordinal -> !scene.isAvailable(ordinal))
            .map(scene::find)
            .filter(
                pod ->
                    pod.isEmpty()
                        || pod.get().isTerminating()
                        || pod.get().isTerminal()
                        || pod.get().revision().equals(newest))
            .count();
    return unsettled + taken <= scene.allowed();
  }

  private static boolean isFirstUnwell(Scene scene, int taken) {
    var first = scene.wanted().stream().filter(ordinal -> !scene.isAvailable(ordinal)).findFirst();
    return taken == 1
        && first.isPresent()
        && scene.deletes(UPDATE, STUCK).stream()
            .allMatch(delete -> Scene.ordinal(delete.target()) == first.get());
  }

  private static boolean stoppedUpdates(Scene scene) {
    var isStopped = scene.rolling().map(Rolling::isPaused).orElse(true) || scene.isIdle();
    return !isStopped || scene.deletes(UPDATE, STUCK).isEmpty();
  }

  /// In order, a pod that may still become ready is waited for.
  private static boolean stuckPodsAreProven(Scene scene) {
    return scene.deletes(STUCK).stream()
        .map(delete -> scene.pod(delete.target()))
        .allMatch(
            pod -> {
              var isOvertaken = !pod.revision().equals("v1") && !pod.isReady();
              return !scene.isAvailable(pod)
                  && !pod.isReady()
                  && (!scene.isOrdered() || isOvertaken || isNew(pod) || isBroken(pod));
            });
  }

  private static boolean everyWaitHasAHold(Scene scene) {
    return scene.isIdle()
        || scene.own().stream()
            .filter(
                pod ->
                    !scene.isWanted(pod)
                        || !scene.isAvailable(pod)
                        || (pod.isTerminal() && !pod.isTerminating())
                        || (scene.rolling().isPresent()
                            && !pod.isTerminating()
                            && scene.isToBeUpdated(pod)))
            .allMatch(pod -> scene.isHeld(pod) || scene.isActedOn(pod));
  }

  private static boolean restIsTheGoal(Scene scene) {
    return !scene.plan().isAtRest()
        || (scene.down() == 0
            && scene.condemned().isEmpty()
            && scene.isTrue("Ready")
            && (scene.rolling().isEmpty() || scene.own().stream().noneMatch(scene::isToBeUpdated)));
  }

  private static boolean conditionsAgree(Scene scene) {
    var trues = Stream.of("Ready", "Progressing", "Stalled").filter(scene::isTrue).toList();
    var isBusy =
        !scene.creates().isEmpty()
            || !scene.deletes().isEmpty()
            || scene.plan().holds().stream()
                .anyMatch(hold -> !(hold.reason() instanceof HoldReason.Paused));
    return trues.size() == 1 && scene.isTrue("Ready") != isBusy;
  }

  private static boolean countersAreOrdered(Scene scene) {
    var counts = scene.plan().status().counts();
    return 0 <= counts.available()
        && counts.available() <= counts.ready()
        && counts.ready() <= counts.replicas()
        && counts.updatedAvailable() <= counts.updatedReady()
        && counts.updatedReady() <= counts.ready()
        && counts.current() <= counts.replicas()
        && counts.updated() <= counts.replicas()
        && counts.replicas() == scene.own().size();
  }

  private static boolean promotionIsEarned(Scene scene) {
    var status = scene.plan().status();
    return status.currentRevision().equals("v1")
        || (scene.down() == 0
            && scene.condemned().isEmpty()
            && scene.own().stream()
                .allMatch(pod -> pod.revision().equals(status.updateRevision())));
  }

  private static boolean wakeIsAhead(Scene scene) {
    var now = scene.seen().now();
    var minReady = scene.seen().set().spec().minReady();
    var due =
        scene.own().stream()
            .flatMap(pod -> pod.availableAt(minReady).stream())
            .filter(at -> at.isAfter(now))
            .min(Comparator.naturalOrder());
    return scene.plan().wake().stream().allMatch(wake -> wake.isAfter(now))
        && due.stream().allMatch(at -> !scene.plan().wake().orElseThrow().isAfter(at));
  }
}
