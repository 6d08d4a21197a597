package dev.ordinal.plan;

import dev.ordinal.model.ClaimView;
import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.plan.RevisionStage.Revisions;
import java.util.ArrayList;
import java.util.Optional;

/// Brings the pods to the wanted ordinals: missing ones are created with their claims, condemned
/// ones deleted, in the order of the set's policy.
///
/// `replicas=3 OrderedReady 0:v1:ready` → `create web-1 v1`
final class ScaleStage {
  /// More than this in one plan only makes the next look at the cluster later.
  static final int BATCH = 500;

  private final Draft draft;
  private final Roster roster;
  private final Revisions revisions;

  private ScaleStage(Draft draft, Roster roster, Revisions revisions) {
    this.draft = draft;
    this.roster = roster;
    this.revisions = revisions;
  }

  static void apply(Draft draft, Roster roster, Revisions revisions) {
    var stage = new ScaleStage(draft, roster, revisions);
    switch (draft.set().spec().podManagement()) {
      case ORDERED_READY -> stage.oneByOne();
      case PARALLEL -> stage.allAtOnce();
    }
  }

  private void oneByOne() {
    var blocked = Optional.<Hold.Reason>empty();
    for (var ordinals = roster.wanted().ascending().iterator(); ordinals.hasNext(); ) {
      var ordinal = ordinals.nextInt();
      if (blocked.isPresent()) {
        holdMissing(ordinal, blocked.get());
        return;
      }
      blocked = attend(ordinal);
    }
    if (blocked.isEmpty()) {
      shrinkByOne();
    }
  }

  /// The next pod in order is the one that feels the wait; those behind it wait for the same.
  private void holdMissing(int ordinal, Hold.Reason reason) {
    if (roster.find(ordinal).isEmpty()) {
      draft.hold(Names.pod(draft.set().name(), ordinal), reason);
    }
    draft.close();
  }

  /// Does what one ordinal needs, and answers what the next one has to wait for.
  private Optional<Hold.Reason> attend(int ordinal) {
    var pod = roster.find(ordinal);
    if (pod.isEmpty()) {
      create(ordinal);
      return Optional.of(waitsFor(Names.pod(draft.set().name(), ordinal), "being created"));
    }
    return waitFor(pod.get());
  }

  private Optional<Hold.Reason> waitFor(PodView pod) {
    if (pod.isTerminating()) {
      draft.hold(pod.name(), new Hold.Reason.PodTerminating(pod.name()));
      return Optional.of(new Hold.Reason.PodTerminating(pod.name()));
    }
    if (replaceFinished(pod)) {
      return Optional.of(waitsFor(pod.name(), "being replaced"));
    }
    var minReady = draft.set().spec().minReady();
    if (pod.isAvailable(minReady, draft.now())) {
      return Optional.empty();
    }
    pod.availableAt(minReady).ifPresent(draft::wakeAt);
    draft.hold(pod.name(), new Hold.Reason.PodNotAvailable(state(pod)));
    return Optional.of(waitsFor(pod.name(), state(pod)));
  }

  private static Hold.Reason waitsFor(String pod, String state) {
    return new Hold.Reason.WaitsForPod(pod, state);
  }

  private static String state(PodView pod) {
    if (pod.isReady()) {
      return "ready but not yet for minReadySeconds";
    }
    return pod.phase() == PodView.Phase.RUNNING ? "not ready" : "starting";
  }

  private void shrinkByOne() {
    for (var pod : roster.condemned()) {
      if (pod.isTerminating()) {
        draft.hold(pod.name(), new Hold.Reason.PodTerminating(pod.name()));
      } else {
        delete(pod, Action.Cause.SCALE_DOWN);
      }
      draft.close();
      return;
    }
  }

  /// Condemned pods go first, so that they make room in a quota for those that come.
  private void allAtOnce() {
    roster.condemned().stream()
        .filter(pod -> !pod.isTerminating())
        .forEach(pod -> delete(pod, Action.Cause.SCALE_DOWN));
    var created = 0;
    for (var ordinals = roster.wanted().ascending().iterator(); ordinals.hasNext(); ) {
      var ordinal = ordinals.nextInt();
      var pod = roster.find(ordinal);
      if (pod.isPresent()) {
        waitFor(pod.get());
      } else if (created == BATCH) {
        draft.hold(Names.pod(draft.set().name(), ordinal), new Hold.Reason.BatchFull(BATCH));
        return;
      } else {
        create(ordinal);
        created++;
      }
    }
  }

  private boolean replaceFinished(PodView pod) {
    if (pod.isTerminal()) {
      delete(pod, Action.Cause.FINISHED);
    }
    return pod.isTerminal();
  }

  private void delete(PodView pod, Action.Cause cause) {
    draft.act(new Action.DeletePod(pod.name(), pod.uid(), cause));
  }

  private void create(int ordinal) {
    var set = draft.set();
    var name = Names.pod(set.name(), ordinal);
    var chain = new ArrayList<Action>();
    for (var template : set.spec().claimTemplates()) {
      var claim = findClaim(Names.claim(template.name(), set.name(), ordinal));
      if (claim.isEmpty()) {
        var body = Bodies.claim(set, ordinal, template);
        chain.add(new Action.CreateClaim(Names.claim(template.name(), set.name(), ordinal), body));
      } else if (claim.get().meta().isTerminating()) {
        draft.hold(name, new Hold.Reason.ClaimTerminating(claim.get().name()));
        return;
      }
    }
    var revision = revisions.update();
    chain.add(new Action.CreatePod(name, revision.name(), Bodies.pod(set, ordinal, revision)));
    draft.act(chain);
  }

  private Optional<ClaimView> findClaim(String name) {
    return draft.seen().claims().stream().filter(claim -> claim.name().equals(name)).findFirst();
  }
}
