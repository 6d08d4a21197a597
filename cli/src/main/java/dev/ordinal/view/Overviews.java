package dev.ordinal.view;

import dev.ordinal.model.NodeView;
import dev.ordinal.model.RevisionView;
import dev.ordinal.model.SetStatus;
import dev.ordinal.model.SetStatus.Condition;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.Plan;
import dev.ordinal.plan.Snapshot;
import dev.ordinal.plan.body.Revision;
import dev.ordinal.plan.stage.Planner;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/// Makes the overview of a set from the objects around it, and from the plan that the controller's
/// planner makes of them.
public final class Overviews {
  private static final String CAUSE = "kubernetes.io/change-cause";

  private Overviews() {}

  /// The set as its planner sees it; `nodes` are those whose zones are known.
  public static SetOverview of(Snapshot seen, Collection<NodeView> nodes) {
    return of(seen, Planner.plan(seen), nodes);
  }

  private static SetOverview of(Snapshot seen, Plan<SetStatus> plan, Collection<NodeView> nodes) {
    var set = seen.set();
    var status = plan.status();
    var goal = SetGoal.of(set.spec());
    var waits = Waits.of(seen, plan);
    var rows = OrdinalRows.of(seen, status, OrdinalRows.byName(nodes), waits);
    var isUpdating = rows.stream().anyMatch(row -> row.isWanted() && isOutdated(row));
    var ready = status.findCondition("Ready");
    return new SetOverview(
        set.key(),
        set.uid(),
        set.meta().version(),
        set.meta().generation(),
        set.status().observedGeneration() == set.meta().generation(),
        set.meta().createdAt(),
        phase(seen, plan, rows),
        ready.map(Condition::reason).orElse(""),
        ready.map(Condition::message).orElse("the controller has not looked at the set yet"),
        goal,
        status.counts(),
        Progress.of(goal, rows, isUpdating),
        revisions(seen, status),
        rows,
        waits,
        seen.now());
  }

  private static boolean isOutdated(OrdinalRow row) {
    return row.state() != OrdinalState.MISSING
        && row.state() != OrdinalState.FOREIGN
        && !row.isUpdated();
  }

  private static SetPhase phase(Snapshot seen, Plan<SetStatus> plan, List<OrdinalRow> rows) {
    if (seen.set().meta().isTerminating()) {
      return SetPhase.DELETING;
    }
    var status = plan.status();
    if (is(status, "Stalled")) {
      return SetPhase.STALLED;
    }
    var isOutdated = rows.stream().anyMatch(row -> row.isWanted() && isOutdated(row));
    var isWell =
        is(status, "Ready") && status.observedGeneration() == seen.set().meta().generation();
    if (isWell && !isOutdated) {
      return SetPhase.READY;
    }
    var goal = SetGoal.of(seen.set().spec());
    var isLeft = goal.isPaused() || goal.isOnDelete();
    if (isOutdated && isLeft && !is(status, "Progressing")) {
      return SetPhase.PAUSED;
    }
    if (isWell) {
      return SetPhase.PARTITIONED;
    }
    return isOutdated ? SetPhase.UPDATING : SetPhase.SCALING;
  }

  private static boolean is(SetStatus status, String condition) {
    return status.findCondition(condition).filter(Condition::isTrue).isPresent();
  }

  /// The newest first.
  private static List<RevisionRow> revisions(Snapshot seen, SetStatus status) {
    return seen.revisions().stream()
        .filter(revision -> revision.meta().isControlledBy(seen.set().uid()))
        .sorted(Comparator.comparingLong(RevisionView::number).reversed())
        .map(revision -> row(revision, seen, status))
        .toList();
  }

  private static RevisionRow row(RevisionView revision, Snapshot seen, SetStatus status) {
    var template = Revision.template(revision);
    var own = seen.pods().stream().filter(pod -> pod.meta().isControlledBy(seen.set().uid()));
    return new RevisionRow(
        revision.name(),
        revision.number(),
        revision.name().equals(status.currentRevision()),
        revision.name().equals(status.updateRevision()),
        revision.meta().annotations().getOrDefault(CAUSE, ""),
        revision.meta().createdAt(),
        images(template),
        OrdinalRows.count(own, revision.name()),
        template);
  }

  /// The images of a template's containers.
  private static List<String> images(Json.Obj template) {
    return template.object("spec").items("containers").stream()
        .map(item -> item instanceof Json.Obj container ? container.text("image") : "")
        .toList();
  }
}
