package dev.ordinal.codec;

import dev.ordinal.api.MetaParser;
import dev.ordinal.model.InPlaceState;
import dev.ordinal.model.InPlaceState.Batch;
import dev.ordinal.model.InPlaceState.Grace;
import dev.ordinal.model.InPlaceState.Identity;
import dev.ordinal.model.InPlaceState.Scope;
import dev.ordinal.model.InPlaceState.Work;
import dev.ordinal.model.PodView.Mark;
import dev.ordinal.model.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Reads the annotations of an in-place update, in Kruise's format, so that a set can be taken over
/// in the middle of one.
final class InPlaceParser {
  private InPlaceParser() {}

  /// Empty for text in another format: the pod then counts as never updated in place.
  static Optional<InPlaceState> parse(String state, String grace) {
    var waiting = object(grace).map(InPlaceParser::grace);
    return object(state)
        .map(found -> state(found, waiting))
        .or(
            () ->
                waiting.map(
                    found -> state(Json.of("revision", Json.of(found.revision())), waiting)));
  }

  /// The controllers that keep traffic away from the pod, from the message of its condition.
  static List<Mark> marks(String message) {
    return read(message)
        .filter(Json.Arr.class::isInstance)
        .map(found -> ((Json.Arr) found).items())
        .orElse(List.of())
        .stream()
        .filter(Json.Obj.class::isInstance)
        .map(Json.Obj.class::cast)
        .map(mark -> new Mark(mark.text("userAgent"), mark.text("key")))
        .toList();
  }

  private static Optional<Json.Obj> object(String text) {
    return read(text).filter(Json.Obj.class::isInstance).map(Json.Obj.class::cast);
  }

  private static Optional<Json> read(String text) {
    try {
      return text.isEmpty()
          ? Optional.empty()
          : Optional.of(JsonBytes.read(text.getBytes(StandardCharsets.UTF_8)));
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  private static InPlaceState state(Json.Obj state, Optional<Grace> grace) {
    var last = new TreeMap<String, Identity>();
    objects(state.object("lastContainerStatuses"))
        .forEach(
            (name, known) ->
                last.put(name, new Identity(known.text("imageID"), known.text("containerID"))));
    return new InPlaceState(
        state.text("revision"),
        time(state.text("updateTimestamp")),
        last,
        new Scope(
            isTrue(state, "updateImages"),
            isTrue(state, "updateResources"),
            isTrue(state, "updateEnvFromMetadata")),
        new Work(
            strings(state.object("nextContainerImages")),
            objects(state.object("nextContainerRefMetadata")),
            objects(state.object("nextContainerResources"))),
        texts(state.object("preCheckBeforeNext").items("containersRequiredReady")),
        state.items("containerBatchesRecord").stream().map(InPlaceParser::batch).toList(),
        grace);
  }

  private static Grace grace(Json.Obj grace) {
    return new Grace(
        grace.text("revision"),
        new Work(
            strings(grace.object("containerImages")),
            objects(grace.object("containerRefMetadata")),
            objects(grace.object("containerResources"))),
        object(decoded(grace.text("metaDataPatch")))
            .map(patch -> patch.object("metadata"))
            .orElse(Json.EMPTY),
        seconds(grace.find("graceSeconds").orElse(new Json.Null())));
  }

  private static Duration seconds(Json value) {
    try {
      return value instanceof Json.Num(var literal)
          ? Duration.ofSeconds(Math.max(0, Integer.parseInt(literal)))
          : Duration.ZERO;
    } catch (NumberFormatException _) {
      return Duration.ZERO;
    }
  }

  private static String decoded(String base64) {
    try {
      return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException _) {
      return "";
    }
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

  private static SortedMap<String, Json.Obj> objects(Json.Obj object) {
    var found = new TreeMap<String, Json.Obj>();
    object.members().forEach((name, _) -> found.put(name, object.object(name)));
    return found;
  }

  private static List<String> texts(List<Json> items) {
    return items.stream()
        .filter(Json.Str.class::isInstance)
        .map(item -> ((Json.Str) item).value())
        .toList();
  }
}
