package dev.ordinal.plan.inplace;

import dev.ordinal.model.InPlaceState;
import dev.ordinal.model.Json;
import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.plan.inplace.TemplateDiff.Result.Change;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/// The patches of an in-place update: the gate is closed, the pod is changed, the gate is opened.
/// Each is pinned to the pod it was decided on.
public final class PodPatch {
  /// Pods declare this gate so that traffic stays away while they change.
  public static final String GATE = "InPlaceUpdateReady";

  private PodPatch() {}

  /// Ready is written with the gate, so that endpoints do not have to wait for the kubelet.
  public static Json.Obj closeGate(PodView pod, Instant now) {
    var gate = condition(GATE, "False", "StartInPlaceUpdate", now);
    var ready = condition("Ready", "False", "ReadinessGatesNotReady", now);
    return status(pinned(pod), pod.isReady() ? List.of(gate, ready) : List.of(gate));
  }

  /// Opened only for the very state in which the update was seen to be complete; the kubelet alone
  /// turns Ready true.
  public static Json.Obj openGate(PodView pod, Instant now) {
    var metadata =
        pinned(pod).with("resourceVersion", Json.of(Long.toString(pod.meta().version())));
    return status(metadata, List.of(condition(GATE, "True", "", now)));
  }

  /// The new images, the new metadata and the revision in one write, so that no moment exists in
  /// which the pod carries one without the others.
  public static Json.Obj change(PodView pod, Change change, InPlaceState state) {
    var metadata = pinned(pod);
    for (var part : change.metadata().members().entrySet()) {
      metadata = metadata.with(part.getKey(), part.getValue());
    }
    var labels = metadata.object("labels").with(Names.REVISION_LABEL, Json.of(state.revision()));
    var annotations =
        metadata.object("annotations").with(StateText.ANNOTATION, Json.of(StateText.write(state)));
    var body =
        Json.of("metadata", metadata.with("labels", labels).with("annotations", annotations));
    var containers = change.images().entrySet().stream().map(PodPatch::image).toList();
    return containers.isEmpty()
        ? body
        : body.with("spec", Json.of("containers", Json.of(containers)));
  }

  private static Json.Obj image(Map.Entry<String, String> image) {
    return Json.of("name", Json.of(image.getKey())).with("image", Json.of(image.getValue()));
  }

  private static Json.Obj pinned(PodView pod) {
    return Json.of("uid", Json.of(pod.uid()));
  }

  private static Json.Obj status(Json.Obj metadata, List<Json.Obj> conditions) {
    return Json.of("metadata", metadata).with("status", Json.of("conditions", Json.of(conditions)));
  }

  private static Json.Obj condition(String type, String status, String reason, Instant now) {
    return Json.of("type", Json.of(type))
        .with("status", Json.of(status))
        .with("reason", reason.isEmpty() ? new Json.Null() : Json.of(reason))
        .with("lastTransitionTime", Json.of(now.truncatedTo(ChronoUnit.SECONDS).toString()));
  }
}
