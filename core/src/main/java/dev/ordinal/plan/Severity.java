package dev.ordinal.plan;

import dev.ordinal.plan.Hold.Reason;

/// How much a hold tells of the cause, least first.
public enum Severity {
  /// Only follows from what another pod waits for, or from work under way.
  CONSEQUENCE,
  /// Part of normal work, which ends by itself.
  WAIT,
  /// Names what one pod waits for beyond its own start.
  CAUSE,
  /// Waiting alone may not help.
  FAILURE,
  /// Waiting alone does not help: a user has to act.
  ALARM;

  /// Whether waiting alone may not help.
  public boolean needsAction() {
    return compareTo(FAILURE) >= 0;
  }

  /// A property of each reason, so that a new one does not compile without it. The target tells
  /// whether a pod waits for itself or for another.
  static Severity of(Reason reason, String target) {
    return switch (reason) {
      case Reason.NameTaken _,
          Reason.ClaimCannotGrow _,
          Reason.ClaimDiffers _,
          Reason.ClaimOwnerRefused _,
          Reason.TemplateRefused _,
          Reason.InPlaceImpossible _,
          Reason.InvalidSpec _ ->
          ALARM;
      case Reason.RequestFailed _, Reason.TerminationStuck _ -> FAILURE;
      case Reason.PodNotAvailable(var state) -> state.isBroken() ? FAILURE : WAIT;
      case Reason.HookHolds _, Reason.GracePeriod _, Reason.ResizeDeferred _ -> CAUSE;
      case Reason.PodTerminating(var pod) -> pod.equals(target) ? WAIT : CONSEQUENCE;
      case Reason.ClaimTerminating _,
          Reason.StaleClaim _,
          Reason.ClaimGoesWithPod _,
          Reason.ClaimGrowing _,
          Reason.ClaimUnbound _,
          Reason.RevisionMissing _,
          Reason.TemplateUnchecked _,
          Reason.Paused _,
          Reason.KruiseStillRuns _,
          Reason.SlotTaken _,
          Reason.NodesUnread _,
          Reason.SetTerminating _ ->
          WAIT;
      case Reason.WaitsForPod _,
          Reason.BudgetSpent _,
          Reason.BatchFull _,
          Reason.CreationsFail _,
          Reason.SelectorOverlap _,
          Reason.GateMissing _,
          Reason.ImagePulling _ ->
          CONSEQUENCE;
    };
  }
}
