package dev.ordinal.plan.stage;

import dev.ordinal.model.ClaimView;
import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.model.UpdateStrategy.Rolling;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Hold;
import dev.ordinal.plan.HoldReason;
import dev.ordinal.plan.Snapshot;
import dev.ordinal.plan.build.PlanBuilder;
import dev.ordinal.plan.volume.ClaimComparison;
import dev.ordinal.plan.volume.ClaimGrowth;
import dev.ordinal.plan.volume.ClaimGrowth.Finding;
import dev.ordinal.plan.volume.GrowthTable.State;

/// Grows the claims of a pod when their templates ask for more. The pod keeps running; its own
/// update, if one is due, waits until the claims have grown.
///
/// `grow claims=data:2Gi 0:v1:ready`, `data-web-0` has 1Gi → `grow data-web-0 2Gi`
final class VolumeStage {
  private final Snapshot seen;
  private final PlanBuilder plan;
  private final ClaimGrowth growth;

  VolumeStage(Round round) {
    this.seen = round.seen();
    this.plan = round.plan();
    this.growth = round.volumes();
  }

  /// Says what keeps claims from what their templates ask for, for all pods that the rollout may
  /// come to.
  static void apply(Round round) {
    var spec = round.seen().set().spec();
    if (spec.growsClaims() && spec.update() instanceof Rolling rolling && !rolling.isPaused()) {
      UpdateStage.inRange(round, rolling).forEach(new VolumeStage(round)::report);
    }
  }

  /// Asks for what the templates ask for, and waits for what has been asked for.
  void grow(PodView pod) {
    for (var each : growth.findings(pod)) {
      switch (each.row().step()) {
        case GROW -> ask(pod, each.claim());
        case WAIT -> await(pod, each.claim());
        case NOTHING, HOLD -> {}
      }
    }
  }

  private void ask(PodView pod, ClaimComparison small) {
    var size = small.wanted().size();
    var body = body(small.claim().orElseThrow(), size);
    var action = new Action.GrowClaim(small.name(), pod.name(), size, body);
    if (plan.findFailure(action).isEmpty()) {
      await(pod, small);
    }
    plan.act(action);
  }

  private void await(PodView pod, ClaimComparison growing) {
    var trouble = growing.claim().flatMap(ClaimView::findTrouble);
    var state =
        "growing to " + growing.wanted().size() + trouble.map(word -> " (" + word + ")").orElse("");
    plan.hold(pod.name(), new HoldReason.ClaimGrowing(growing.name(), state));
  }

  private Json.Obj body(ClaimView claim, String size) {
    var metadata =
        Json.of("uid", Json.of(claim.uid()))
            .with("resourceVersion", Json.of(Long.toString(claim.meta().version())))
            .with("annotations", Json.of(Names.GROWN_FOR, Json.of(seen.set().name())));
    var requests = Json.of("requests", Json.of("storage", Json.of(size)));
    return Json.of("metadata", metadata).with("spec", Json.of("resources", requests));
  }

  /// It stops no update: a new pod on an old volume is better than an old pod.
  private void report(PodView pod) {
    for (var found : growth.findings(pod)) {
      var each = found.claim();
      var claim = each.name();
      var asked = each.wanted();
      var isOf = "StorageClass " + each.storageClass();
      switch (found.row().state()) {
        case UNBOUND -> plan.hold(pod.name(), new HoldReason.ClaimUnbound(claim, asked.size()));
        case SIZE_UNREADABLE ->
            refuse(pod, found, asked.size() + " is no size: write for example 10Gi");
        case CLASSLESS -> refuse(pod, found, "it has no StorageClass");
        case CLASSES_HIDDEN ->
            refuse(pod, found, isOf + " is not known: the controller may not read StorageClasses");
        case CLASS_MISSING -> refuse(pod, found, isOf + " does not exist");
        case CLASS_RIGID -> refuse(pod, found, isOf + " has no allowVolumeExpansion: true");
        case CLASS_DIFFERS ->
            differ(pod, each, isOf + ", not " + asked.storageClass().orElseThrow());
        case MODES_DIFFER ->
            differ(
                pod,
                each,
                "accessModes "
                    + each.claim().orElseThrow().accessModes()
                    + ", not "
                    + asked.accessModes());
        case ABSENT, TERMINATING, BINDING, FITS, FILE_SYSTEM_PENDING, GROWING, SMALL -> {}
      }
    }
  }

  /// The event is the same for all pods: one is enough.
  private void refuse(PodView pod, Finding small, String because) {
    var isKnown = small.row().state() != State.CLASSES_HIDDEN;
    var reason = new HoldReason.ClaimCannotGrow(small.claim().name(), because, isKnown);
    var wanted = small.claim().wanted();
    plan.alarm(
        new Hold(pod.name(), reason),
        "claims of template %s cannot grow to %s: %s"
            .formatted(wanted.template(), wanted.size(), because));
  }

  /// A claim without a volume has nothing to lose.
  private void differ(PodView pod, ClaimComparison other, String how) {
    var remedy =
        other.isPending()
            ? "; it has no volume yet, so kubectl delete pvc %s makes room for a new one"
                .formatted(other.name())
            : "";
    var hold = new Hold(pod.name(), new HoldReason.ClaimDiffers(other.name(), how + remedy));
    plan.alarm(
        hold,
        "claims of template %s stay as they are: they have %s"
            .formatted(other.wanted().template(), how));
  }
}
