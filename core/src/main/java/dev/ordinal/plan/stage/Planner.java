package dev.ordinal.plan.stage;

import dev.ordinal.model.SetStatus;
import dev.ordinal.model.View;
import dev.ordinal.plan.Hold;
import dev.ordinal.plan.Plan;
import dev.ordinal.plan.Snapshot;
import dev.ordinal.plan.build.PlanBuilder;
import dev.ordinal.plan.retry.FailedRequests;
import dev.ordinal.plan.stage.RevisionStage.Revisions;
import java.util.Optional;
import java.util.stream.Stream;

/// Decides what a set needs next. The stages run in this order; each knows one rule.
public final class Planner {
  private Planner() {}

  public static Plan<SetStatus> plan(Snapshot seen) {
    var plan = new PlanBuilder(failed(seen));
    var roster = OwnershipStage.apply(seen, plan);
    var revisions = decide(seen, plan, roster);
    return plan.build(StatusStage.apply(seen, plan, roster, revisions));
  }

  private static FailedRequests failed(Snapshot seen) {
    var present = Stream.concat(seen.pods().stream(), seen.claims().stream()).map(View::name);
    return new FailedRequests(seen.findings().failures(), present, seen.now());
  }

  private static Optional<Revisions> decide(Snapshot seen, PlanBuilder plan, Roster roster) {
    var set = seen.set();
    if (set.meta().isTerminating()) {
      plan.hold(set.name(), new Hold.Reason.SetTerminating());
      return Optional.empty();
    }
    if (!set.faults().isEmpty()) {
      invalid(seen, plan, "nothing is changed: " + set.faults().getFirst());
      return Optional.empty();
    }
    if (plan.isClosed()) {
      return Optional.empty();
    }
    // Pods that are possible are created, as natively.
    roster.wanted().findFault(set.name()).ifPresent(fault -> invalid(seen, plan, fault));
    var revisions = RevisionStage.apply(seen, plan);
    revisions.ifPresent(found -> apply(Round.of(seen, plan, roster, found)));
    return revisions;
  }

  private static void invalid(Snapshot seen, PlanBuilder plan, String sentence) {
    plan.alarm(new Hold(seen.set().name(), new Hold.Reason.InvalidSpec(sentence)), sentence);
  }

  private static void apply(Round round) {
    ClaimStage.apply(round);
    ScaleStage.apply(round);
    SpecifiedStage.apply(round);
    UpdateStage.apply(round);
    InPlaceStage.apply(round);
    LifeStage.apply(round);
    IdentityStage.apply(round);
    HistoryStage.apply(round);
    PullAheadStage.apply(round);
  }
}
