package dev.ordinal.plan.inplace;

import dev.ordinal.model.InPlaceState;
import dev.ordinal.model.InPlaceState.Work;
import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.model.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/// One write to one pod, put together piece by piece, so that no moment exists in which the pod has
/// one piece without the others. It is pinned to the pod it was decided on.
public final class PodPatch {
  /// Pods declare this gate so that traffic stays away while they change.
  public static final String GATE = "InPlaceUpdateReady";

  /// What a request may take on a busy day.
  private static final Duration TO_CLOSE_A_GATE = Duration.ofMillis(500);

  private static final List<String> LEGACY =
      List.of("inplace-update-state", "inplace-update-grace");

  private final PodView pod;
  private final Instant now;

  /// What is merged into the metadata beside the pins.
  private Json.Obj changes = Json.EMPTY;

  private boolean isVersionPinned;
  private final List<Json.Obj> containers = new ArrayList<>();
  private final List<Json.Obj> conditions = new ArrayList<>();

  public PodPatch(PodView pod, Instant now) {
    this.pod = pod;
    this.now = now;
  }

  public PodView pod() {
    return pod;
  }

  public PodPatch merge(Json.Obj patch) {
    changes = Patches.merge(changes, patch);
    return this;
  }

  public PodPatch label(String key, String value) {
    return merge(Json.of("labels", Json.of(key, Json.of(value))));
  }

  private PodPatch annotate(String key, Json value) {
    return merge(Json.of("annotations", Json.of(key, value)));
  }

  /// The state of the pod's life, and since when.
  public PodPatch stage(String stage) {
    return label(Names.LIFECYCLE_LABEL, stage).annotate(Names.LIFECYCLE_TIME, time());
  }

  private Json time() {
    return Json.of(now.truncatedTo(ChronoUnit.SECONDS).toString());
  }

  /// The revision that the pod is on its way to, and how far it is.
  public PodPatch state(InPlaceState state) {
    label(Names.REVISION_LABEL, state.revision());
    annotate(StateText.STATE, Json.of(StateText.write(state)));
    for (var key : LEGACY) {
      if (pod.meta().annotations().containsKey(key)) {
        annotate(key, new Json.Null());
      }
    }
    state.grace().ifPresent(grace -> annotate(StateText.GRACE, Json.of(StateText.write(grace))));
    if (state.grace().isEmpty() && pod.meta().annotations().containsKey(StateText.GRACE)) {
      annotate(StateText.GRACE, new Json.Null());
    }
    return this;
  }

  /// The images, and the labels and annotations that the containers read when they start.
  public PodPatch work(Work work) {
    work.images()
        .forEach(
            (name, image) ->
                containers.add(Json.of("name", Json.of(name)).with("image", Json.of(image))));
    work.metadata().values().forEach(this::merge);
    return this;
  }

  /// Ready is written with the gate, so that endpoints do not have to wait for the kubelet.
  public PodPatch closeGate() {
    condition(GATE, false, "StartInPlaceUpdate");
    return unready();
  }

  /// The kubelet alone turns Ready true. What opens the gate of a changed pod was seen in one state
  /// of it, and holds for that state only. A new pod has nothing to prove, and its kubelet writes
  /// to it all the time: its version would only cause conflicts.
  public PodPatch openGate() {
    var isNew = pod.inPlace().isEmpty() && !isClosed(pod);
    var pinned = isNew ? this : pinVersion();
    return pinned.condition(GATE, true, "");
  }

  /// Whether traffic is kept from the pod by this gate.
  public static boolean isClosed(PodView pod) {
    return pod.findCondition(GATE).filter(gate -> !gate.isTrue()).isPresent();
  }

  /// Times are written in whole seconds, and the gate is still to be closed: counted from now, a
  /// grace period would end too early.
  public static Instant closedBy(Instant now) {
    return now.plus(TO_CLOSE_A_GATE).plusNanos(999_999_999).truncatedTo(ChronoUnit.SECONDS);
  }

  /// Only for the very state in which something was seen to be so.
  public PodPatch pinVersion() {
    isVersionPinned = true;
    return this;
  }

  public PodPatch unready() {
    return pod.isReady() ? condition("Ready", false, "ReadinessGatesNotReady") : this;
  }

  public PodPatch condition(String type, boolean isTrue, String reason) {
    return condition(
        Json.of("type", Json.of(type))
            .with("status", Json.of(isTrue ? "True" : "False"))
            .with("reason", reason.isEmpty() ? new Json.Null() : Json.of(reason)));
  }

  public PodPatch condition(Json.Obj condition) {
    conditions.add(condition.with("lastTransitionTime", time()));
    return this;
  }

  /// Nothing but the pins. Every plan asks this of every pod.
  public boolean isEmpty() {
    return conditions.isEmpty() && containers.isEmpty() && changes.equals(Json.EMPTY);
  }

  /// Conditions are written through the status, which carries labels and annotations as well.
  public boolean isForStatus() {
    return !conditions.isEmpty();
  }

  public Json.Obj body() {
    var metadata = changes.with("uid", Json.of(pod.uid()));
    if (isVersionPinned) {
      var version = Json.of(Long.toString(pod.meta().version()));
      metadata = metadata.with("resourceVersion", version);
    }
    var body = Json.of("metadata", metadata);
    body =
        containers.isEmpty() ? body : body.with("spec", Json.of("containers", Json.of(containers)));
    return conditions.isEmpty()
        ? body
        : body.with("status", Json.of("conditions", Json.of(conditions)));
  }

  /// What a resize of the pod has to say.
  public static Json.Obj resize(PodView pod, Work work) {
    var sizes =
        work.resources().entrySet().stream()
            .map(size -> Json.of("name", Json.of(size.getKey())).with("resources", size.getValue()))
            .toList();
    return Json.of("metadata", Json.of("uid", Json.of(pod.uid())))
        .with("spec", Json.of("containers", Json.of(sizes)));
  }
}
