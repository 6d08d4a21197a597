package dev.ordinal.plan.renew;

import dev.ordinal.model.InPlaceState;
import dev.ordinal.model.InPlaceState.Grace;
import dev.ordinal.model.InPlaceState.Work;
import dev.ordinal.model.PodView;
import dev.ordinal.model.UpdateStrategy.PodUpdate;
import dev.ordinal.model.UpdateStrategy.Rolling;
import dev.ordinal.plan.Snapshot;
import dev.ordinal.plan.Snapshot.Failure;
import dev.ordinal.plan.Snapshot.RefusedResize;
import dev.ordinal.plan.inplace.Completion;
import dev.ordinal.plan.inplace.Pending;
import dev.ordinal.plan.inplace.PodPatch;
import dev.ordinal.plan.inplace.TemplateDiff.Result;
import dev.ordinal.plan.renew.InPlaceTable.State;
import dev.ordinal.plan.retry.FailedRequests;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What the table asks about a pod: how far its update is, and what keeps it from going on.
/// `rolling` is empty under `OnDelete`, which replaces no pod; `difference` is there when the
/// rollout has come to the pod.
public record Observation(
    PodView pod,
    Optional<Rolling> rolling,
    Optional<Result> difference,
    Optional<RefusedResize> refusal,
    List<Failure> failures,
    Instant now) {
  /// For a shorter wait the gate stays closed: to open it would only cost writes.
  private static final Duration LONG_WAIT = Duration.ofSeconds(5);

  /// `failures` are those of the pod's last patch and of its last resize, for which the next ones
  /// still have to wait.
  public static Observation of(
      Snapshot seen, PodView pod, Optional<Result> difference, List<Failure> failures) {
    var merged = difference.map(found -> withPending(pod, found));
    return new Observation(
        pod,
        seen.set().spec().update() instanceof Rolling found ? Optional.of(found) : Optional.empty(),
        merged,
        seen.findings().findRefusedResize(pod, work(pod, merged)),
        failures,
        seen.now());
  }

  private static Result withPending(PodView pod, Result found) {
    return switch (found) {
      case Result.Change change -> Pending.with(pod, change);
      case Result.Impossible impossible -> impossible;
    };
  }

  private static Work work(PodView pod, Optional<Result> difference) {
    return difference.isPresent()
        ? change(difference).map(Result.Change::work).orElse(Work.NONE)
        : pod.inPlace().map(Pending::of).orElse(Work.NONE);
  }

  private static Optional<Result.Change> change(Optional<Result> difference) {
    return difference.filter(Result.Change.class::isInstance).map(Result.Change.class::cast);
  }

  /// What is still to be written to the pod.
  public Work work() {
    return work(pod, difference);
  }

  /// What the newest template asks for, together with what an earlier update has left to do.
  public Optional<Result.Change> change() {
    return change(difference);
  }

  State state() {
    if (difference.isPresent()) {
      return State.DUE;
    }
    return grace().isPresent() ? State.GRACE : State.WRITTEN;
  }

  private InPlaceState progress() {
    return pod.inPlace().orElseThrow();
  }

  private Optional<Grace> grace() {
    return pod.inPlace().flatMap(InPlaceState::grace);
  }

  boolean isImpossible() {
    return difference.filter(Result.Impossible.class::isInstance).isPresent();
  }

  /// Why only a new pod can become what the newest template asks for.
  public String because() {
    return difference.orElseThrow() instanceof Result.Impossible(var because) ? because : "";
  }

  boolean isInPlaceOnly() {
    return rolling.filter(found -> found.podUpdate() == PodUpdate.IN_PLACE_ONLY).isPresent();
  }

  /// Only a new pod can have what the API server refuses to the running one.
  boolean isRefused() {
    return rolling.isPresent() && refusal.isPresent();
  }

  /// A dry run, which changes nothing, shows whether a policy has changed.
  boolean isToBeAskedAgain() {
    return refusal
        .flatMap(RefusedResize::askAgainAt)
        .filter(moment -> !moment.isAfter(now))
        .isPresent();
  }

  /// A dry run was accepted before the gate was closed, and by now the quota is full, which may
  /// last.
  boolean isQuotaFull() {
    return failures.stream().anyMatch(Observation::isOfQuota)
        && !work().resources().isEmpty()
        && mayOpen();
  }

  private static boolean isOfQuota(Failure failure) {
    return failure.verb().equals("Resize") && FailedRequests.isQuotaExceeded(failure.message());
  }

  /// The gate was closed for an update that fails to be written, and waits long for its next try.
  boolean isWriteFailing() {
    return failures.stream().anyMatch(this::isLastingPatch) && mayOpen();
  }

  private boolean isLastingPatch(Failure failure) {
    return failure.verb().equals("Update") && failure.retryAt().isAfter(now.plus(LONG_WAIT));
  }

  /// What the update waits for, where it fails.
  public Failure failure() {
    return failures.stream()
        .filter(failure -> isOfQuota(failure) || isLastingPatch(failure))
        .findFirst()
        .orElseThrow();
  }

  /// Whether the pod can serve as it is: traffic is kept from it, and no container is on its way to
  /// another image.
  public boolean mayOpen() {
    return PodPatch.isClosed(pod)
        && pod.inPlace().filter(state -> !Completion.awaited(pod, state).isEmpty()).isEmpty();
  }

  /// Whether traffic reaches the pod although it has a gate to keep it away.
  public boolean isGateOpen() {
    return pod.hasGate(PodPatch.GATE) && !PodPatch.isClosed(pod);
  }

  boolean restarts() {
    return change().filter(Result.Change::restarts).isPresent();
  }

  boolean hasGracePeriod() {
    return rolling.filter(found -> !found.inPlace().grace().isZero()).isPresent();
  }

  /// Another writer has given the pod another revision: the pending work is not for this one.
  boolean isForAnotherRevision() {
    return grace().filter(found -> !found.revision().equals(pod.revision())).isPresent();
  }

  /// When the grace period ends that is recorded on the pod.
  public Instant graceEnd() {
    return progress().since().plus(grace().orElseThrow().period());
  }

  boolean isInGrace() {
    return graceEnd().isAfter(now);
  }

  boolean isComplete() {
    return Completion.isComplete(pod);
  }

  boolean hasArrived() {
    return Completion.hasArrived(pod, progress());
  }

  boolean isNextBatchDue() {
    return hasArrived() && Completion.isReadyForNext(pod, progress());
  }

  public boolean isInfeasible() {
    return Completion.isInfeasible(pod, progress());
  }

  /// The kubelet says that it has not made the resize yet.
  boolean isResizePending() {
    return progress().scope().resources() && pod.findCondition("PodResizePending").isPresent();
  }
}
