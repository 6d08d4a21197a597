package dev.ordinal.plan.stage;

import dev.ordinal.model.SetStatus;
import dev.ordinal.model.View;
import dev.ordinal.plan.Hold;
import dev.ordinal.plan.HoldReason;
import dev.ordinal.plan.Plan;
import dev.ordinal.plan.Snapshot;
import dev.ordinal.plan.build.PlanBuilder;
import dev.ordinal.plan.retry.FailedRequests;
import dev.ordinal.plan.stage.OwnershipStage.Ownership;
import dev.ordinal.plan.stage.RevisionStage.Revisions;
import java.util.Optional;
import java.util.stream.Stream;

/// Decides what a set needs next. The stages run in this order; each knows one rule.
public final class Planner {
  private Planner() {}

  /// What the status has to know. There are no revisions while the set is halted, because it goes
  /// or its spec contradicts itself, and while what the stages need is adopted or recorded first.
  record Decision(Optional<Revisions> revisions, boolean isHalted) {}

  public static Plan<SetStatus> plan(Snapshot seen) {
    var plan = new PlanBuilder(failed(seen));
    var owned = OwnershipStage.apply(seen, plan);
    var decision = decide(seen, plan, owned);
    return plan.build(StatusStage.apply(seen, plan, owned.roster(), decision));
  }

  private static FailedRequests failed(Snapshot seen) {
    var present = Stream.concat(seen.pods().stream(), seen.claims().stream()).map(View::name);
    return new FailedRequests(seen.findings().failures(), present, seen.now());
  }

  private static Decision decide(Snapshot seen, PlanBuilder plan, Ownership owned) {
    var set = seen.set();
    if (set.meta().isTerminating()) {
      plan.hold(set.name(), new HoldReason.SetTerminating());
      return new Decision(Optional.empty(), true);
    }
    if (!set.faults().isEmpty()) {
      invalid(seen, plan, "nothing is changed: " + set.faults().getFirst());
      return new Decision(Optional.empty(), true);
    }
    if (!owned.isSettled()) {
      return new Decision(Optional.empty(), false);
    }
    // Pods that are possible are created, as natively.
    owned.roster().wanted().findFault(set.name()).ifPresent(fault -> invalid(seen, plan, fault));
    var revisions = RevisionStage.apply(seen, plan);
    revisions.ifPresent(found -> apply(Round.of(seen, plan, owned.roster(), found)));
    return new Decision(revisions, false);
  }

  private static void invalid(Snapshot seen, PlanBuilder plan, String sentence) {
    plan.alarm(new Hold(seen.set().name(), new HoldReason.InvalidSpec(sentence)), sentence);
  }

  private static void apply(Round round) {
    ClaimStage.apply(round);
    ScaleStage.apply(round);
    SpecifiedStage.apply(round);
    VolumeStage.apply(round);
    UpdateStage.apply(round);
    InPlaceStage.apply(round);
    LifeStage.apply(round);
    IdentityStage.apply(round);
    HistoryStage.apply(round);
    PullAheadStage.apply(round);
  }
}
