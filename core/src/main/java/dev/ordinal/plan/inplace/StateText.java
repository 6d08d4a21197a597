package dev.ordinal.plan.inplace;

import dev.ordinal.model.InPlaceState;
import dev.ordinal.model.InPlaceState.Grace;
import dev.ordinal.model.InPlaceState.Work;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import java.nio.charset.StandardCharsets;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.SortedMap;

/// Writes the state of an in-place update as the annotations that Kruise reads: the first three
/// members always, the others only when they say something.
public final class StateText {
  public static final String STATE = "apps.kruise.io/inplace-update-state";
  public static final String GRACE = "apps.kruise.io/inplace-update-grace";

  private StateText() {}

  public static String write(InPlaceState state) {
    var last = Json.EMPTY;
    for (var container : state.last().entrySet()) {
      last = last.with(container.getKey(), identity(container.getValue()));
    }
    var text =
        Json.of("revision", Json.of(state.revision()))
            .with(
                "updateTimestamp",
                Json.of(state.since().truncatedTo(ChronoUnit.SECONDS).toString()))
            .with("lastContainerStatuses", last);
    text = flag(text, "updateImages", state.scope().images());
    text = flag(text, "updateResources", state.scope().resources());
    text = flag(text, "updateEnvFromMetadata", state.scope().environment());
    text = withWork(text, "nextContainer", state.next());
    if (!state.readyBeforeNext().isEmpty()) {
      var names = names(state.readyBeforeNext());
      text = text.with("preCheckBeforeNext", Json.of("containersRequiredReady", names));
    }
    return JsonText.write(withBatches(text, state));
  }

  /// The patch of the pod's metadata is carried as bytes, which JSON writes in base 64.
  public static String write(Grace grace) {
    var text =
        Json.of("revision", Json.of(grace.revision()))
            .with("graceSeconds", Json.of(grace.period().toSeconds()));
    text = withWork(text, "container", grace.work());
    text = flag(text, "updateEnvFromMetadata", !grace.work().metadata().isEmpty());
    if (!grace.metadata().equals(Json.EMPTY)) {
      var patch = JsonText.write(Json.of("metadata", grace.metadata()));
      var bytes = patch.getBytes(StandardCharsets.UTF_8);
      text = text.with("metaDataPatch", Json.of(Base64.getEncoder().encodeToString(bytes)));
    }
    return JsonText.write(text);
  }

  private static Json.Obj withWork(Json.Obj text, String prefix, Work work) {
    var written = unlessEmpty(text, prefix + "Images", Json.strings(work.images()));
    written = unlessEmpty(written, prefix + "RefMetadata", objects(work.metadata()));
    return unlessEmpty(written, prefix + "Resources", objects(work.resources()));
  }

  private static Json.Obj objects(SortedMap<String, Json.Obj> objects) {
    var written = Json.EMPTY;
    for (var member : objects.entrySet()) {
      written = written.with(member.getKey(), member.getValue());
    }
    return written;
  }

  private static Json.Obj identity(InPlaceState.Identity container) {
    var text = Json.of("imageID", Json.of(container.imageId()));
    return container.containerId().isEmpty()
        ? text
        : text.with("containerID", Json.of(container.containerId()));
  }

  private static Json.Obj withBatches(Json.Obj text, InPlaceState state) {
    var batches =
        state.batches().stream()
            .map(
                batch ->
                    Json.of(
                            "timestamp",
                            Json.of(batch.at().truncatedTo(ChronoUnit.SECONDS).toString()))
                        .with("containers", names(batch.containers())))
            .toList();
    return batches.isEmpty() ? text : text.with("containerBatchesRecord", Json.of(batches));
  }

  private static Json.Obj flag(Json.Obj text, String name, boolean isSet) {
    return isSet ? text.with(name, Json.of(true)) : text;
  }

  private static Json.Obj unlessEmpty(Json.Obj text, String name, Json.Obj value) {
    return value.equals(Json.EMPTY) ? text : text.with(name, value);
  }

  private static Json.Arr names(List<String> names) {
    return Json.of(names.stream().map(Json::of).toList());
  }
}
