package dev.ordinal.plan.stage;

import dev.ordinal.plan.Action;
import dev.ordinal.plan.Hold;
import dev.ordinal.plan.HoldReason;
import dev.ordinal.plan.Snapshot;
import dev.ordinal.plan.Snapshot.DryRunResult;
import dev.ordinal.plan.body.Bodies;
import dev.ordinal.plan.build.PlanBuilder;
import dev.ordinal.plan.order.Roster;
import dev.ordinal.plan.stage.RevisionStage.Revisions;
import java.util.Optional;

/// Lets pods be made from the newest template only when the API server has not refused it. It is
/// asked, by a dry run, before the first pod of a new revision is touched.
final class TemplateCheck {
  private final Snapshot seen;
  private final PlanBuilder plan;
  private final Roster roster;
  private final Revisions revisions;
  private final boolean isProven;
  private final Optional<DryRunResult> dryRun;
  private boolean isAsked;

  TemplateCheck(Snapshot seen, PlanBuilder plan, Roster roster, Revisions revisions) {
    var name = revisions.update().name();
    this.seen = seen;
    this.plan = plan;
    this.roster = roster;
    this.revisions = revisions;
    this.isProven =
        roster.pods().values().stream()
            .filter(pod -> ClaimStage.hasAll(seen.set(), pod))
            .anyMatch(pod -> pod.revision().equals(name));
    this.dryRun = seen.findings().dryRun().filter(said -> said.revision().equals(name));
  }

  /// Why no pod may be made from the newest template. A pod of this revision, with all volumes,
  /// that exists is proof: the API server has accepted one.
  Optional<HoldReason> findHold() {
    if (!revisions.isSettled()) {
      return Optional.of(new HoldReason.TemplateUnchecked(revisions.update().name()));
    }
    if (isProven) {
      return Optional.empty();
    }
    if (dryRun.isEmpty()) {
      return Optional.of(new HoldReason.TemplateUnchecked(revisions.update().name()));
    }
    return dryRun
        .filter(DryRunResult::isRefused)
        .map(refusal -> new HoldReason.TemplateRefused(refusal.cause()));
  }

  /// Holds a pod that needs the newest template while it may not be used, and has it checked.
  void hold(String pod) {
    findHold().ifPresent(reason -> hold(new Hold(pod, reason)));
  }

  private void hold(Hold hold) {
    if (!revisions.isSettled()) {
      // The server is asked for a comparison first: there may be no new template to check.
      plan.hold(hold.target(), hold.reason());
    } else if (isRefused()) {
      refuse(hold, dryRun.orElseThrow());
    } else {
      ask();
      plan.hold(hold.target(), hold.reason());
    }
  }

  boolean isRefused() {
    return !isProven && dryRun.filter(DryRunResult::isRefused).isPresent();
  }

  /// Where there is no older template a missing pod is created from the one that was refused: the
  /// real request does no harm, and may succeed. Not where it would be less strict and drop
  /// what it cannot read.
  boolean mayTry() {
    return isRefused()
        && !revisions.isUpdateDue()
        && dryRun.filter(DryRunResult::isMalformed).isEmpty();
  }

  /// What was refused stays refused while the server is asked again: the set must not look as if it
  /// moved once a minute.
  private void refuse(Hold hold, DryRunResult refusal) {
    // The same for all pods: one event is enough.
    plan.alarm(hold, "the API server, asked every 30 s, refuses the template: " + refusal.cause());
    if (refusal.until().isAfter(seen.now())) {
      plan.wakeAt(refusal.until());
    } else {
      ask();
    }
  }

  private void ask() {
    var ordinal = roster.wanted().ascending().findFirst();
    if (!isAsked && ordinal.isPresent()) {
      isAsked = true;
      var set = seen.set();
      var claims =
          set.spec().claimTemplates().stream()
              .map(template -> Bodies.claim(set, ordinal.getAsInt(), template))
              .toList();
      var pod = Bodies.pod(set, ordinal.getAsInt(), revisions.update(), seen.now());
      plan.act(new Action.CheckTemplate(revisions.update().name(), pod, claims));
    }
  }
}
