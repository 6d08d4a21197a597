package dev.ordinal.plan;

import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.model.SetSpec.PodManagement;
import dev.ordinal.model.SetStatus;
import dev.ordinal.model.UpdateStrategy.Rolling;
import dev.ordinal.plan.Action.CreatePod;
import dev.ordinal.plan.Action.DeletePod;
import dev.ordinal.plan.stage.Planner;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// A small snapshot with its plan, and plain questions about both. Nothing here uses the planner's
/// own answers: ordinals are counted one by one.
record Scene(
    Snapshot seen,
    Plan<SetStatus> plan,
    List<Integer> wanted,
    List<PodView> own,
    List<Action> actions) {

  static Scene of(Snapshot seen) {
    var spec = seen.set().spec();
    var wanted =
        IntStream.iterate(spec.start(), ordinal -> ordinal + 1)
            .filter(ordinal -> spec.reserved().stream().noneMatch(r -> r.contains(ordinal)))
            .limit(spec.replicas())
            .boxed()
            .toList();
    var own = seen.pods().stream().filter(pod -> pod.meta().isControlledBy("set")).toList();
    var plan = Planner.plan(seen);
    var actions = plan.chains().stream().flatMap(chain -> chain.actions().stream()).toList();
    return new Scene(seen, plan, wanted, own, actions);
  }

  boolean isOrdered() {
    return seen.set().spec().podManagement() == PodManagement.ORDERED_READY;
  }

  /// Nothing is changed for a set in deletion or with a faulty spec.
  boolean isIdle() {
    return seen.set().meta().isTerminating() || !seen.set().faults().isEmpty();
  }

  Optional<Rolling> rolling() {
    return seen.set().spec().update() instanceof Rolling rolling
        ? Optional.of(rolling)
        : Optional.empty();
  }

  int partition() {
    return rolling().map(Rolling::partition).orElse(0);
  }

  int allowed() {
    return rolling().orElseThrow().maxUnavailable().of(seen.set().spec().replicas());
  }

  List<CreatePod> creates() {
    return actions.stream().filter(CreatePod.class::isInstance).map(CreatePod.class::cast).toList();
  }

  List<DeletePod> deletes(Action.Cause... causes) {
    return actions.stream()
        .filter(DeletePod.class::isInstance)
        .map(DeletePod.class::cast)
        .filter(delete -> causes.length == 0 || List.of(causes).contains(delete.cause()))
        .toList();
  }

  static int ordinal(String pod) {
    return Names.ordinal("web", pod);
  }

  Optional<PodView> find(int ordinal) {
    return own.stream().filter(pod -> ordinal(pod.name()) == ordinal).findFirst();
  }

  PodView pod(String name) {
    return find(ordinal(name)).orElseThrow();
  }

  boolean isWanted(PodView pod) {
    return wanted.contains(ordinal(pod.name()));
  }

  List<PodView> condemned() {
    return own.stream().filter(pod -> !isWanted(pod)).toList();
  }

  boolean isAvailable(PodView pod) {
    return pod.isAvailable(seen.set().spec().minReady(), seen.now());
  }

  boolean isAvailable(int ordinal) {
    return find(ordinal).filter(this::isAvailable).isPresent();
  }

  /// In range, at or above the partition, and not of the newest revision.
  boolean isToBeUpdated(PodView pod) {
    return wanted.indexOf(ordinal(pod.name())) >= partition()
        && !pod.revision().equals(plan.status().updateRevision());
  }

  /// Wanted, and not serving: missing, terminating or not available.
  long down() {
    return wanted.stream().filter(ordinal -> !isAvailable(ordinal)).count();
  }

  long missing() {
    return wanted.stream().filter(ordinal -> find(ordinal).isEmpty()).count();
  }

  boolean isHeld(PodView pod) {
    return plan.holds().stream().anyMatch(hold -> hold.target().equals(pod.name()));
  }

  boolean isActedOn(PodView pod) {
    return actions.stream().anyMatch(action -> action.target().equals(pod.name()));
  }

  boolean isTrue(String condition) {
    return plan.status().findCondition(condition).orElseThrow().isTrue();
  }
}
