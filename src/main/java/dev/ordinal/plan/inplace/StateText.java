package dev.ordinal.plan.inplace;

import dev.ordinal.model.InPlaceState;
import dev.ordinal.model.Json;
import dev.ordinal.model.JsonText;
import java.time.temporal.ChronoUnit;
import java.util.List;

/// Writes the state of an in-place update as the annotation that Kruise reads: the first three
/// members always, the others only when they say something.
public final class StateText {
  public static final String ANNOTATION = "apps.kruise.io/inplace-update-state";

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
    text = unlessEmpty(text, "nextContainerImages", Json.strings(state.nextImages()));
    text = unlessEmpty(text, "nextContainerRefMetadata", state.nextMetadata());
    text = unlessEmpty(text, "nextContainerResources", state.nextResources());
    if (!state.readyBeforeNext().isEmpty()) {
      var names = names(state.readyBeforeNext());
      text = text.with("preCheckBeforeNext", Json.of("containersRequiredReady", names));
    }
    return JsonText.write(withBatches(text, state));
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
