package dev.ordinal.plan.stage;

import dev.ordinal.model.JobView;
import dev.ordinal.model.PodView;
import dev.ordinal.model.SetStatus;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Hold;
import dev.ordinal.plan.Plan;
import dev.ordinal.plan.Snapshot;
import dev.ordinal.plan.ahead.PreDownload;
import dev.ordinal.plan.stage.RevisionStage.Revisions;
import java.util.ArrayList;
import java.util.Optional;

/// Decides what a set needs next. The stages run in this order; each knows one rule.
public final class Planner {
  private Planner() {}

  /// What the stages share while one plan is made.
  record Round(
      Draft draft,
      Roster roster,
      Revisions revisions,
      Budget budget,
      TemplateCheck gate,
      LifeStage life,
      VolumeStage volumes) {

    /// Also outdated is a pod without a volume that the set has been given since: volumes of a
    /// running pod cannot change.
    boolean isOutdated(PodView pod) {
      return isOutdated(draft, revisions, pod);
    }

    private static boolean isOutdated(Draft draft, Revisions revisions, PodView pod) {
      return !pod.revision().equals(revisions.update().name())
          || !ClaimStage.hasAll(draft.set(), pod);
    }

    long updatedReady() {
      var newest = revisions.update().name();
      return roster.pods().values().stream()
          .filter(pod -> pod.revision().equals(newest) && pod.isReady())
          .count();
    }
  }

  public static Plan<SetStatus> plan(Snapshot seen) {
    var draft = new Draft(seen);
    var roster = OwnershipStage.apply(draft);
    var revisions = decide(draft, roster);
    return draft.finish(StatusStage.apply(draft, roster, revisions));
  }

  private static Optional<Revisions> decide(Draft draft, Roster roster) {
    var set = draft.set();
    if (set.meta().isTerminating()) {
      draft.hold(set.name(), new Hold.Reason.SetTerminating());
      return Optional.empty();
    }
    if (!set.faults().isEmpty()) {
      var hold = new Hold(set.name(), new Hold.Reason.InvalidSpec(set.faults().getFirst()));
      draft.alarm(hold, hold.sentence());
      return Optional.empty();
    }
    if (draft.isClosed()) {
      return Optional.empty();
    }
    var revisions = RevisionStage.apply(draft);
    revisions.ifPresent(found -> steer(draft, roster, found));
    return revisions;
  }

  /// Images are pulled to the nodes of outdated pods before their turn comes; the rollout does not
  /// wait for it. With the rollout, or with the template it was for, its jobs go.
  private static void pullAhead(Round round) {
    var draft = round.draft();
    var revisions = round.revisions();
    var update = revisions.update();
    // The last pod may have its update before the rollout is called over.
    var isDue =
        revisions.isUpdateDue()
            && round.roster().desired().stream()
                .anyMatch(pod -> !pod.revision().equals(update.name()));
    for (var job : draft.seen().jobs()) {
      var isOfUse = isDue && PreDownload.isFor(update, job.name());
      if (!isOfUse && !job.meta().isTerminating()) {
        draft.tidy(new Action.DeleteJob(job.name(), job.uid()));
      }
    }
    if (isDue && !round.gate().isRefused()) {
      var known = draft.seen().jobs().stream().map(JobView::name).toList();
      var jobs = PreDownload.jobs(draft.set(), revisions.current(), update, round.updatedReady());
      var chain = new ArrayList<>(jobs);
      chain.removeIf(job -> known.contains(job.target()));
      if (!jobs.isEmpty()) {
        chain.add(RevisionStage.pulledAhead(update));
        draft.tidy(chain.toArray(Action[]::new));
      }
    }
  }

  private static void steer(Draft draft, Roster roster, Revisions revisions) {
    var gate = new TemplateCheck(draft, roster, revisions);
    var volumes = new VolumeStage(draft);
    var criteria =
        new Budget.Criteria(
            draft::isAvailable, pod -> Round.isOutdated(draft, revisions, pod), volumes::isGrowing);
    var budget = new Budget(draft.set(), roster, criteria);
    var round = new Round(draft, roster, revisions, budget, gate, new LifeStage(draft), volumes);
    var renewal = new InPlaceStage(round);
    ClaimStage.apply(draft, roster);
    ScaleStage.apply(round);
    SpecifiedStage.apply(round);
    UpdateStage.apply(round, renewal);
    renewal.advance(roster);
    round.life().settle(roster);
    OwnershipStage.label(draft, roster);
    RevisionStage.trim(draft, roster, revisions);
    pullAhead(round);
  }
}
