package dev.ordinal.plan.stage;

import dev.ordinal.model.ClaimView;
import dev.ordinal.model.Json;
import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Hold;
import dev.ordinal.plan.Snapshot;
import dev.ordinal.plan.build.PlanBuilder;
import dev.ordinal.plan.volume.ClaimComparison;
import dev.ordinal.plan.volume.GrowthTable;
import dev.ordinal.plan.volume.GrowthTable.Row;
import dev.ordinal.plan.volume.GrowthTable.Step;
import dev.ordinal.plan.volume.WantedClaim;
import java.util.List;
import java.util.TreeMap;

/// Grows the claims of a pod when their templates ask for more. The pod keeps running; its own
/// update, if one is due, waits until the claims have grown.
///
/// `grow claims=data:2Gi 0:v1:ready`, `data-web-0` has 1Gi → `grow data-web-0 2Gi`
final class VolumeStage {
  private final Snapshot seen;
  private final PlanBuilder plan;
  private final Roster roster;
  private final List<WantedClaim> wanted;
  private final TreeMap<String, List<Finding>> known = new TreeMap<>();

  /// A claim and its row of the table, which is asked for often and looked up once.
  private record Finding(ClaimComparison seen, Row row) {}

  VolumeStage(Snapshot seen, PlanBuilder plan, Roster roster) {
    var spec = seen.set().spec();
    this.seen = seen;
    this.plan = plan;
    this.roster = roster;
    this.wanted =
        spec.growsClaims()
            ? spec.claimTemplates().stream().map(WantedClaim::of).toList()
            : List.of();
  }

  /// Whether claims of this pod grow, so that the pod counts against `maxUnavailable`.
  boolean isGrowing(PodView pod) {
    return has(pod, Step.WAIT);
  }

  /// Whether claims of this pod have to grow before the pod itself may be updated.
  boolean isDue(PodView pod) {
    return has(pod, Step.GROW) || has(pod, Step.WAIT);
  }

  /// Whether claims of this pod are not what their templates ask for, and may never be.
  boolean isLacking(PodView pod) {
    return isDue(pod) || has(pod, Step.HOLD);
  }

  private boolean has(PodView pod, Step step) {
    return findings(pod).stream().anyMatch(each -> each.row().step() == step);
  }

  private List<Finding> findings(PodView pod) {
    return wanted.isEmpty() ? List.of() : known.computeIfAbsent(pod.name(), this::look);
  }

  private List<Finding> look(String pod) {
    var ordinal = Names.ordinal(seen.set().name(), pod);
    var classes = seen.classes();
    return wanted.stream()
        .map(
            wanted -> {
              var name = Names.claim(wanted.template(), seen.set().name(), ordinal);
              var seen = new ClaimComparison(wanted, name, roster.findClaim(name), classes);
              return new Finding(seen, GrowthTable.find(seen));
            })
        .toList();
  }

  /// Asks for what the templates ask for, and waits for what has been asked for.
  void grow(PodView pod) {
    for (var each : findings(pod)) {
      switch (each.row().step()) {
        case GROW -> ask(pod, each.seen());
        case WAIT -> await(pod, each.seen());
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
    plan.hold(pod.name(), new Hold.Reason.ClaimGrowing(growing.name(), state));
  }

  private Json.Obj body(ClaimView claim, String size) {
    var metadata =
        Json.of("uid", Json.of(claim.uid()))
            .with("resourceVersion", Json.of(Long.toString(claim.meta().version())))
            .with("annotations", Json.of(Names.GROWN_FOR, Json.of(seen.set().name())));
    var requests = Json.of("requests", Json.of("storage", Json.of(size)));
    return Json.of("metadata", metadata).with("spec", Json.of("resources", requests));
  }

  /// Says what keeps claims of this pod from what their templates ask for. It stops no update: a
  /// new pod on an old volume is better than an old pod.
  void report(PodView pod) {
    for (var found : findings(pod)) {
      var each = found.seen();
      var claim = each.name();
      var asked = each.wanted();
      var isOf = "StorageClass " + each.storageClass();
      switch (found.row().state()) {
        case UNBOUND -> plan.hold(pod.name(), new Hold.Reason.ClaimUnbound(claim, asked.size()));
        case SIZE_UNREADABLE ->
            refuse(pod, each, asked.size() + " is no size: write for example 10Gi");
        case CLASSLESS -> refuse(pod, each, "it has no StorageClass");
        case CLASSES_HIDDEN ->
            refuse(pod, each, isOf + " is not known: the controller may not read StorageClasses");
        case CLASS_MISSING -> refuse(pod, each, isOf + " does not exist");
        case CLASS_RIGID -> refuse(pod, each, isOf + " has no allowVolumeExpansion: true");
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
  private void refuse(PodView pod, ClaimComparison small, String because) {
    var hold = new Hold(pod.name(), new Hold.Reason.ClaimCannotGrow(small.name(), because));
    var wanted = small.wanted();
    plan.alarm(
        hold,
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
    var hold = new Hold(pod.name(), new Hold.Reason.ClaimDiffers(other.name(), how + remedy));
    plan.alarm(
        hold,
        "claims of template %s stay as they are: they have %s"
            .formatted(other.wanted().template(), how));
  }
}
