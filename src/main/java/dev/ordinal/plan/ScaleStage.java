package dev.ordinal.plan;

import dev.ordinal.model.Json;
import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.model.RevisionView;
import dev.ordinal.model.UpdateStrategy;
import dev.ordinal.plan.Action.Cause;
import dev.ordinal.plan.RevisionStage.Revisions;
import dev.ordinal.plan.body.Bodies;
import java.util.ArrayList;
import java.util.Optional;
import java.util.OptionalLong;

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
  private final TemplateGate gate;
  private final ClaimStage claims;

  private ScaleStage(Draft draft, Roster roster, Revisions revisions, TemplateGate gate) {
    this.draft = draft;
    this.roster = roster;
    this.revisions = revisions;
    this.gate = gate;
    this.claims = ClaimStage.of(draft);
  }

  static void apply(Draft draft, Roster roster, Revisions revisions, TemplateGate gate) {
    var stage = new ScaleStage(draft, roster, revisions, gate);
    stage.claims.repair(roster);
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
    } else {
      draft.close();
    }
  }

  /// The next pod in order is the one that feels the wait; those behind it wait for the same.
  private void holdMissing(int ordinal, Hold.Reason reason) {
    if (roster.find(ordinal).isEmpty()) {
      draft.hold(name(ordinal), reason);
    }
    draft.close();
  }

  /// Does what one ordinal needs, and answers what the next one has to wait for.
  private Optional<Hold.Reason> attend(int ordinal) {
    var pod = roster.find(ordinal);
    if (pod.isEmpty()) {
      create(ordinal);
      return Optional.of(waitsFor(name(ordinal), "not there yet"));
    }
    return waitFor(pod.get());
  }

  private Optional<Hold.Reason> waitFor(PodView pod) {
    if (pod.isTerminating()) {
      draft.hold(pod.name(), new Hold.Reason.PodTerminating(pod.name()));
      return Optional.of(new Hold.Reason.PodTerminating(pod.name()));
    }
    if (pod.isTerminal()) {
      delete(pod, Cause.FINISHED);
      return Optional.of(waitsFor(pod.name(), "being replaced"));
    }
    identify(pod);
    var minReady = draft.set().spec().minReady();
    if (pod.isAvailable(minReady, draft.now())) {
      return Optional.empty();
    }
    pod.availableAt(minReady).ifPresent(draft::wakeAt);
    draft.hold(pod.name(), new Hold.Reason.PodNotAvailable(Health.state(pod)));
    return Optional.of(waitsFor(pod.name(), Health.state(pod)));
  }

  private static Hold.Reason waitsFor(String pod, String state) {
    return new Hold.Reason.WaitsForPod(pod, state);
  }

  /// Services find a pod by this label; whoever removed it gets it back.
  private void identify(PodView pod) {
    if (!pod.meta().label(Names.POD_NAME_LABEL).equals(pod.name())) {
      var ordinal = Names.ordinal(draft.set().name(), pod.name());
      var labels =
          Json.of(Names.POD_NAME_LABEL, Json.of(pod.name()))
              .with(Names.POD_INDEX_LABEL, Json.of(Integer.toString(ordinal)));
      var metadata = Json.of("uid", Json.of(pod.uid())).with("labels", labels);
      draft.act(
          new Action.PatchPod(pod.name(), Action.Purpose.IDENTITY, Json.of("metadata", metadata)));
    }
  }

  /// Highest first, one at a time, and none while another is unwell: unless it is the one itself.
  private void shrinkByOne() {
    var condemned = roster.condemned();
    var sick = condemned.stream().filter(pod -> !isAvailable(pod)).toList();
    for (var pod : condemned) {
      if (pod.isTerminating()) {
        draft.hold(pod.name(), new Hold.Reason.PodTerminating(pod.name()));
      } else if (isAvailable(pod) || pod.equals(sick.getLast())) {
        delete(pod, Cause.SCALE_DOWN);
      } else {
        pod.availableAt(draft.set().spec().minReady()).ifPresent(draft::wakeAt);
        draft.hold(pod.name(), new Hold.Reason.PodNotAvailable(Health.state(pod)));
      }
      draft.close();
      return;
    }
  }

  private boolean isAvailable(PodView pod) {
    return pod.isAvailable(draft.set().spec().minReady(), draft.now());
  }

  /// Condemned pods go first, so that they make room in a quota for those that come.
  private void allAtOnce() {
    roster.condemned().stream()
        .filter(pod -> !pod.isTerminating())
        .forEach(pod -> delete(pod, Cause.SCALE_DOWN));
    var created = 0;
    for (var ordinals = roster.wanted().ascending().iterator(); ordinals.hasNext(); ) {
      var ordinal = ordinals.nextInt();
      var pod = roster.find(ordinal);
      if (pod.isPresent()) {
        waitFor(pod.get());
      } else if (created == BATCH) {
        draft.hold(name(ordinal), new Hold.Reason.BatchFull(BATCH));
        return;
      } else {
        create(ordinal);
        created++;
      }
    }
  }

  /// The claims' owners are settled before their pod goes: afterwards nobody would do it.
  private void delete(PodView pod, Cause cause) {
    var chain = new ArrayList<Action>();
    if (cause == Cause.SCALE_DOWN) {
      chain.addAll(claims.ownership(pod, true));
    }
    var version =
        cause == Cause.FINISHED ? OptionalLong.of(pod.meta().version()) : OptionalLong.empty();
    chain.add(new Action.DeletePod(pod.name(), pod.uid(), version, cause));
    draft.act(chain);
  }

  private void create(int ordinal) {
    var stranger = roster.findStranger(ordinal);
    if (stranger.isPresent()) {
      var owner = OwnershipStage.owner(stranger.get());
      draft.alarm(name(ordinal), new Hold.Reason.NameTaken(owner));
      return;
    }
    var revision = revisionFor(ordinal);
    if (isUpdate(revision) && !gate.isOpenFor(name(ordinal))) {
      return;
    }
    claims
        .before(ordinal)
        .ifPresent(
            before -> {
              var chain = new ArrayList<>(before);
              var body = Bodies.pod(draft.set(), ordinal, revision);
              chain.add(new Action.CreatePod(name(ordinal), revision.name(), body));
              draft.act(chain);
            });
  }

  private boolean isUpdate(RevisionView revision) {
    return revision.name().equals(revisions.update().name());
  }

  /// Below the partition a pod comes back as it was. So does every pod while the newest template is
  /// refused: an old pod is better than none.
  private RevisionView revisionFor(int ordinal) {
    var isKept =
        switch (draft.set().spec().update()) {
          case UpdateStrategy.Rolling rolling ->
              roster.wanted().rank(ordinal) < rolling.partition();
          case UpdateStrategy.OnDelete() -> false;
        };
    return isKept || gate.isRefused() ? revisions.current() : revisions.update();
  }

  private String name(int ordinal) {
    return Names.pod(draft.set().name(), ordinal);
  }
}
