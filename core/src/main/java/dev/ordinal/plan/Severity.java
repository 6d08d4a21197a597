package dev.ordinal.plan;

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
  static Severity of(HoldReason reason, String target) {
    return switch (reason) {
      case HoldReason.NameTaken _,
          HoldReason.ClaimCannotGrow _,
          HoldReason.ClaimDiffers _,
          HoldReason.ClaimOwnerRefused _,
          HoldReason.TemplateRefused _,
          HoldReason.InPlaceImpossible _,
          HoldReason.InvalidSpec _ ->
          ALARM;
      case HoldReason.RequestFailed _, HoldReason.TerminationStuck _ -> FAILURE;
      case HoldReason.PodNotAvailable(var state) -> state.isBroken() ? FAILURE : WAIT;
      case HoldReason.HookHolds _,
          HoldReason.GracePeriod _,
          HoldReason.ResizeDeferred _,
          HoldReason.ScaleDownHalted _ ->
          CAUSE;
      case HoldReason.PodTerminating(var pod) -> pod.equals(target) ? WAIT : CONSEQUENCE;
      case HoldReason.ClaimTerminating _,
          HoldReason.StaleClaim _,
          HoldReason.ClaimGoesWithPod _,
          HoldReason.ClaimGrowing _,
          HoldReason.ClaimUnbound _,
          HoldReason.RevisionMissing _,
          HoldReason.TemplateUnchecked _,
          HoldReason.Paused _,
          HoldReason.KruiseStillRuns _,
          HoldReason.SlotTaken _,
          HoldReason.NodesUnread _,
          HoldReason.SetTerminating _ ->
          WAIT;
      case HoldReason.WaitsForPod _,
          HoldReason.BudgetSpent _,
          HoldReason.BatchFull _,
          HoldReason.CreationsFail _,
          HoldReason.SelectorOverlap _,
          HoldReason.GateMissing _,
          HoldReason.ImagePulling _ ->
          CONSEQUENCE;
    };
  }
}
