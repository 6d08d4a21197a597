package dev.ordinal.plan;

import dev.ordinal.plan.RevisionStage.Revisions;
import java.util.Optional;

/// Decides what a set needs next. The stages run in this order; each knows one rule.
public final class Planner {
  private Planner() {}

  /// What the stages share while one plan is made.
  record Round(
      Draft draft,
      Roster roster,
      Revisions revisions,
      TemplateGate gate,
      LifeStage life,
      VolumeStage volumes) {
    long missing() {
      return roster.missing(draft.set().spec().replicas());
    }

    /// How many wanted pods are not available, or will not be after what is planned so far. Nobody
    /// knows how well a pod works while its volumes grow, so that it counts too.
    int down() {
      var down =
          roster.desired().stream()
              .filter(
                  pod ->
                      !draft.isAvailable(pod)
                          || draft.isMoving(pod.name())
                          || volumes.isGrowing(pod))
              .count();
      return (int) Math.min(missing() + down, Integer.MAX_VALUE);
    }
  }

  public static Plan plan(Snapshot seen) {
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

  private static void steer(Draft draft, Roster roster, Revisions revisions) {
    var gate = new TemplateGate(draft, roster, revisions);
    var round =
        new Round(draft, roster, revisions, gate, new LifeStage(draft), new VolumeStage(draft));
    var renewal = new InPlaceStage(round);
    ClaimStage.apply(draft, roster);
    ScaleStage.apply(round);
    SpecifiedStage.apply(round);
    UpdateStage.apply(round, renewal);
    renewal.advance(roster);
    round.life().settle(roster);
    OwnershipStage.label(draft, roster);
    RevisionStage.trim(draft, roster, revisions);
  }
}
