package dev.ordinal.api;

import dev.ordinal.model.InPlaceState;
import dev.ordinal.model.InPlaceState.Batch;
import dev.ordinal.model.InPlaceState.Identity;
import dev.ordinal.model.InPlaceState.Scope;
import dev.ordinal.model.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Reads the annotation in which an in-place update is kept, in Kruise's own shape, so
/// that a set can change hands in the middle of one.
public final class InPlaceParser {
  private InPlaceParser() {}

  /// Empty for text that is not such a state: the pod is then as good as never updated in place.
  public static Optional<InPlaceState> parse(String annotation) {
    try {
      return JsonBytes.read(annotation.getBytes(StandardCharsets.UTF_8)) instanceof Json.Obj state
          ? Optional.of(parse(state))
          : Optional.empty();
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  private static InPlaceState parse(Json.Obj state) {
    var last = new TreeMap<String, Identity>();
    state
        .object("lastContainerStatuses")
        .members()
        .forEach(
            (name, status) -> {
              if (status instanceof Json.Obj known) {
                last.put(name, new Identity(known.text("imageID"), known.text("containerID")));
              }
            });
    return new InPlaceState(
        state.text("revision"),
        time(state.text("updateTimestamp")),
        last,
        new Scope(
            isTrue(state, "updateImages"),
            isTrue(state, "updateResources"),
            isTrue(state, "updateEnvFromMetadata")),
        strings(state.object("nextContainerImages")),
        state.object("nextContainerRefMetadata"),
        state.object("nextContainerResources"),
        texts(state.object("preCheckBeforeNext").items("containersRequiredReady")),
        state.items("containerBatchesRecord").stream().map(InPlaceParser::batch).toList());
  }

  private static Batch batch(Json item) {
    var batch = item instanceof Json.Obj found ? found : Json.EMPTY;
    return new Batch(time(batch.text("timestamp")), texts(batch.items("containers")));
  }

  private static Instant time(String text) {
    return MetaParser.time(text).orElse(Instant.EPOCH);
  }

  private static boolean isTrue(Json.Obj object, String member) {
    return object.find(member).filter(Json.of(true)::equals).isPresent();
  }

  private static SortedMap<String, String> strings(Json.Obj object) {
    var found = new TreeMap<String, String>();
    object.members().forEach((name, _) -> found.put(name, object.text(name)));
    return found;
  }

  private static List<String> texts(List<Json> items) {
    return items.stream()
        .filter(Json.Str.class::isInstance)
        .map(item -> ((Json.Str) item).value())
        .toList();
  }
}
