package dev.ordinal.plan.report;

import dev.ordinal.plan.Hold;
import dev.ordinal.plan.Hold.Reason;

/// How much a hold tells of the cause: what someone has to do something about comes first, then
/// what fails, what one pod waits for, and last what only follows from the wait of another pod.
public final class Urgency {
  private Urgency() {}

  /// The larger the more urgent.
  public static int of(Hold hold) {
    return switch (hold.reason()) {
      case Reason.RequestFailed _, Reason.TerminationStuck _ -> 3;
      case Reason.PodNotAvailable pod when isBroken(pod) -> 3;
      case Reason.HookHolds _, Reason.GracePeriod _, Reason.ResizeDeferred _ -> 2;
      case Reason.WaitsForPod _,
          Reason.BudgetSpent _,
          Reason.BatchFull _,
          Reason.CreationsFail _,
          Reason.SelectorOverlap _,
          Reason.GateMissing _ ->
          0;
      case Reason.PodTerminating(var pod) when !pod.equals(hold.target()) -> 0;
      default -> isAlarm(hold) ? 4 : 1;
    };
  }

  /// Whether someone has to do something about it: waiting alone will not help.
  public static boolean isAlarm(Hold hold) {
    return switch (hold.reason()) {
      case Reason.NameTaken _,
          Reason.ClaimCannotGrow _,
          Reason.ClaimDiffers _,
          Reason.ClaimOwnerRefused _,
          Reason.TemplateRefused _,
          Reason.InPlaceImpossible _,
          Reason.InvalidSpec _ ->
          true;
      default -> false;
    };
  }

  /// Whether the hold only follows from what another pod waits for, or from work under way.
  public static boolean isConsequence(Hold hold) {
    return of(hold) == 0;
  }

  /// Whether time alone does not heal the pod, as the words of `Health` say.
  public static boolean isBroken(Reason.PodNotAvailable pod) {
    return pod.state().startsWith("broken") || pod.state().startsWith("unschedulable");
  }

  /// Whether waiting alone may not help.
  public static boolean needsSomeone(Hold hold) {
    return of(hold) >= 3;
  }
}
