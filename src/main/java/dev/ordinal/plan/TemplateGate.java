package dev.ordinal.plan;

import dev.ordinal.plan.RevisionStage.Revisions;
import dev.ordinal.plan.Snapshot.Verdict;
import dev.ordinal.plan.body.Bodies;
import java.util.Optional;

/// Lets pods be made from the newest template only when the API server has not refused it. It is
/// asked, by a dry run, before the first pod of a new revision is touched.
final class TemplateGate {
  private final Draft draft;
  private final Roster roster;
  private final Revisions revisions;
  private boolean isAsked;

  TemplateGate(Draft draft, Roster roster, Revisions revisions) {
    this.draft = draft;
    this.roster = roster;
    this.revisions = revisions;
  }

  /// Whether the newest template may be used for this pod; if not, the pod is held.
  boolean isOpenFor(String pod) {
    if (isProven()) {
      return true;
    }
    var verdict = verdict();
    if (verdict.isEmpty()) {
      ask();
      draft.hold(pod, new Hold.Reason.TemplateUnchecked(revisions.update().name()));
      return false;
    }
    if (verdict.get().isRefused()) {
      draft.alarm(pod, new Hold.Reason.TemplateRefused(verdict.get().words()));
      draft.wakeAt(verdict.get().until());
      return false;
    }
    return true;
  }

  boolean isRefused() {
    return !isProven() && verdict().filter(Verdict::isRefused).isPresent();
  }

  /// A pod of this revision exists, so the API server has accepted one.
  private boolean isProven() {
    return roster.pods().values().stream()
        .anyMatch(pod -> pod.revision().equals(revisions.update().name()));
  }

  private Optional<Verdict> verdict() {
    return draft
        .seen()
        .recall()
        .verdict()
        .filter(verdict -> verdict.revision().equals(revisions.update().name()))
        .filter(verdict -> !verdict.isRefused() || verdict.until().isAfter(draft.now()));
  }

  private void ask() {
    var ordinal = roster.wanted().ascending().findFirst();
    if (!isAsked && ordinal.isPresent()) {
      isAsked = true;
      var set = draft.set();
      var claims =
          set.spec().claimTemplates().stream()
              .map(template -> Bodies.claim(set, ordinal.getAsInt(), template))
              .toList();
      var pod = Bodies.pod(set, ordinal.getAsInt(), revisions.update());
      draft.act(new Action.CheckTemplate(revisions.update().name(), pod, claims));
    }
  }
}
