package dev.ordinal.plan;

import dev.ordinal.model.InPlaceState;
import dev.ordinal.model.InPlaceState.Identity;
import dev.ordinal.model.InPlaceState.Scope;
import dev.ordinal.model.Json;
import dev.ordinal.model.PodView;
import dev.ordinal.model.UpdateStrategy.PodUpdate;
import dev.ordinal.plan.Action.Cause;
import dev.ordinal.plan.Action.Purpose;
import dev.ordinal.plan.RevisionStage.Revisions;
import dev.ordinal.plan.body.Revision;
import dev.ordinal.plan.inplace.Completion;
import dev.ordinal.plan.inplace.PodPatch;
import dev.ordinal.plan.inplace.TemplateDiff;
import dev.ordinal.plan.inplace.TemplateDiff.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeMap;

/// Renews one outdated pod: changed where it runs if the set allows it and the change can be made
/// there, replaced otherwise.
///
/// `inPlace template=v2 0:v1:ready` → `patch web-0 CLOSE_GATE > patch web-0 UPDATE`
final class InPlaceStage {
  private final Draft draft;
  private final Revisions revisions;
  private final PodUpdate policy;
  private final TreeMap<String, Result> diffs = new TreeMap<>();

  InPlaceStage(Draft draft, Revisions revisions, PodUpdate policy) {
    this.draft = draft;
    this.revisions = revisions;
    this.policy = policy;
  }

  void renew(PodView pod, Cause cause) {
    if (policy == PodUpdate.RECREATE) {
      delete(pod, cause);
      return;
    }
    switch (difference(pod)) {
      case Result.Change change -> patch(pod, change);
      case Result.Impossible(var because) -> {
        if (policy == PodUpdate.IN_PLACE_ONLY) {
          var hold = new Hold(pod.name(), new Hold.Reason.InPlaceImpossible(because));
          draft.alarm(hold, hold.sentence());
        } else {
          delete(pod, cause);
        }
      }
    }
  }

  /// Volumes of a running pod cannot change, and no template tells of them.
  private Result difference(PodView pod) {
    return ClaimStage.hasAll(draft.set(), pod)
        ? diffs.computeIfAbsent(pod.revision(), this::diff)
        : new Result.Impossible("it lacks a volume that the set has now");
  }

  private Result diff(String revision) {
    return draft.seen().revisions().stream()
        .filter(known -> known.name().equals(revision))
        .findFirst()
        .map(old -> withoutResize(TemplateDiff.between(Revision.template(old), newest())))
        .orElseGet(() -> new Result.Impossible("revision " + revision + " is not known any more"));
  }

  /// A pod that only looked as if it had its new resources would be worse than a new pod.
  private static Result withoutResize(Result result) {
    return result instanceof Result.Change change && !change.resources().isEmpty()
        ? new Result.Impossible("resources changed, and pods are not resized yet")
        : result;
  }

  private Json.Obj newest() {
    return Revision.template(revisions.update());
  }

  /// Metadata alone restarts nothing: the pod stays in service.
  private void patch(PodView pod, Result.Change change) {
    var chain = new ArrayList<Action>();
    if (!change.isMetadataOnly() && pod.hasGate(PodPatch.GATE) && !isClosed(pod)) {
      var body = PodPatch.closeGate(pod, draft.now());
      chain.add(new Action.PatchPodStatus(pod.name(), Purpose.CLOSE_GATE, body));
    }
    var body = PodPatch.change(pod, change, state(pod, change));
    chain.add(new Action.PatchPod(pod.name(), Purpose.UPDATE, body));
    draft.act(chain);
  }

  private InPlaceState state(PodView pod, Result.Change change) {
    var last = new TreeMap<String, Identity>();
    pod.containers().stream()
        .filter(container -> change.images().containsKey(container.name()))
        .forEach(
            container ->
                last.put(
                    container.name(), new Identity(container.imageId(), container.containerId())));
    return new InPlaceState(
        revisions.update().name(),
        draft.now(),
        last,
        new Scope(!change.images().isEmpty(), !change.resources().isEmpty(), false),
        new TreeMap<>(),
        Json.EMPTY,
        Json.EMPTY,
        List.of(),
        List.of());
  }

  /// A pod picked for its health is deleted only in the very state that showed it.
  private void delete(PodView pod, Cause cause) {
    var version =
        cause == Cause.STUCK ? OptionalLong.of(pod.meta().version()) : OptionalLong.empty();
    draft.act(new Action.DeletePod(pod.name(), pod.uid(), version, cause));
  }

  /// Opens the gates of pods that have just been created, or whose update has arrived.
  static void openGates(Draft draft, Roster roster) {
    for (var pod : roster.pods().values()) {
      var isWaiting = pod.hasGate(PodPatch.GATE) && !isOpen(pod) && !pod.isTerminating();
      if (isWaiting && !draft.isMoving(pod.name()) && Completion.isComplete(pod)) {
        var body = PodPatch.openGate(pod, draft.now());
        draft.act(new Action.PatchPodStatus(pod.name(), Purpose.OPEN_GATE, body));
      }
    }
  }

  private static boolean isOpen(PodView pod) {
    return pod.findCondition(PodPatch.GATE).filter(PodView.Condition::isTrue).isPresent();
  }

  private static boolean isClosed(PodView pod) {
    return pod.findCondition(PodPatch.GATE).filter(gate -> !gate.isTrue()).isPresent();
  }
}
