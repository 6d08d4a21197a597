package dev.ordinal.plan.stage;

import dev.ordinal.model.PodView;
import dev.ordinal.plan.Snapshot;
import dev.ordinal.plan.build.PlanBuilder;
import dev.ordinal.plan.stage.RevisionStage.Revisions;

/// What the stages share while one plan is made: what was seen, the plan so far, and the rules that
/// several stages ask.
record Round(
    Snapshot seen,
    PlanBuilder plan,
    Roster roster,
    Revisions revisions,
    Budget budget,
    TemplateCheck template,
    LifeStage life,
    VolumeStage volumes) {

  static Round of(Snapshot seen, PlanBuilder plan, Roster roster, Revisions revisions) {
    var volumes = new VolumeStage(seen, plan, roster);
    var criteria =
        new Budget.Criteria(
            seen::isAvailable, pod -> isToBeRenewed(seen, revisions, pod), volumes::isGrowing);
    return new Round(
        seen,
        plan,
        roster,
        revisions,
        new Budget(seen.set(), roster, criteria),
        new TemplateCheck(seen, plan, roster, revisions),
        new LifeStage(seen, plan, roster),
        volumes);
  }

  /// No other stage has it in hand: a pod that is to be deleted, and waits for its hook, is not
  /// updated meanwhile.
  boolean isFree(PodView pod) {
    return !plan.isMoving(pod.name()) && !life.isAttended(pod);
  }

  /// Also outdated is a pod without a volume that the set has been given since: volumes of a
  /// running pod cannot change.
  boolean isOutdated(PodView pod) {
    return isOutdated(seen, revisions, pod);
  }

  /// Also to be renewed is a pod of the newest revision that cannot get what it is to have where it
  /// runs, and may be replaced for that.
  boolean isToBeRenewed(PodView pod) {
    return isToBeRenewed(seen, revisions, pod);
  }

  private static boolean isToBeRenewed(Snapshot seen, Revisions revisions, PodView pod) {
    return isOutdated(seen, revisions, pod) || InPlaceStage.isHopeless(seen, pod);
  }

  private static boolean isOutdated(Snapshot seen, Revisions revisions, PodView pod) {
    return !pod.revision().equals(revisions.update().name()) || !ClaimStage.hasAll(seen.set(), pod);
  }
}
