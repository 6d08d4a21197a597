package dev.ordinal.sim.api;

import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.sim.api.Request.Query;
import dev.ordinal.sim.kind.Resource;
import dev.ordinal.sim.kind.strategy.Strategy;
import dev.ordinal.sim.reply.Fault;
import dev.ordinal.sim.reply.Refusal;
import dev.ordinal.sim.reply.Refusal.Subject;
import dev.ordinal.sim.shape.Decoding;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Decodes the bodies of requests into objects of the right kind, as strictly as requested.
final class BodyDecoder {
  private final List<String> warnings = new ArrayList<>();

  /// For the reply's header.
  List<String> warnings() {
    return warnings;
  }

  /// A whole object.
  Json.Obj object(Resource resource, Json.Obj sent, Query query) {
    requireKind(resource, sent);
    try {
      var typed =
          sent.with("apiVersion", Json.of(resource.names().apiVersion()))
              .with("kind", Json.of(resource.names().kind()));
      var read = resource.strategy().read(typed, Decoding.NOTHING);
      var strange = strange(read, query);
      if (!strange.isEmpty()) {
        throw Refusal.badRequest(unfit(resource, "strict decoding error: " + strange));
      }
      return read.object();
    } catch (Decoding.Mismatch e) {
      throw Refusal.badRequest(unfit(resource, e.words()));
    }
  }

  /// The result of a patch of `old`.
  Json.Obj patched(Resource resource, Json.Obj patched, Json.Obj old, Query query) {
    try {
      var read = resource.strategy().read(patched, old);
      var strange = strange(read, query);
      if (!strange.isEmpty()) {
        throw misfit(patched, "strict decoding error: " + strange);
      }
      return read.object();
    } catch (Decoding.Mismatch e) {
      throw misfit(patched, e.words());
    }
  }

  private static Refusal misfit(Json.Obj patched, String words) {
    var quoted = Json.of(JsonText.write(patched));
    return Refusal.invalid(new Subject("", "", ""), List.of(Fault.invalid("patch", quoted, words)));
  }

  /// Unknown fields are refused, reported as warnings, or ignored, as requested.
  private String strange(Strategy.Read read, Query query) {
    var words = read.unknown().stream().map(field -> "unknown field \"" + field + "\"");
    return switch (query.text("fieldValidation")) {
      case "Strict" -> words.collect(Collectors.joining(", "));
      case "Ignore" -> "";
      default -> {
        words.forEach(warnings::add);
        yield "";
      }
    };
  }

  private static void requireKind(Resource resource, Json.Obj sent) {
    var names = resource.names();
    var kind = sent.text("kind");
    var version = sent.text("apiVersion");
    if (!resource.strategy().hasStrategicMerge() && kind.isEmpty()) {
      var text = JsonText.write(sent);
      throw Refusal.badRequest(
          "the object provided is unrecognized (must be of type %s): Object 'Kind' is missing in '%s' (%s)"
              .formatted(names.kind(), text, brief(text)));
    }
    if (!version.isEmpty() && !version.equals(names.apiVersion())) {
      throw Refusal.badRequest(
          "%1$s in version \"%2$s\" cannot be handled as a %1$s: no kind \"%1$s\" is registered for version \"%2$s\" in scheme \"pkg/runtime/scheme.go:111\""
              .formatted(names.kind(), version));
    }
    if (!kind.isEmpty() && !kind.equals(names.kind())) {
      throw Refusal.badRequest(
          "%s in version \"%s\" cannot be handled as a %s: converting (v1.%1$s) to (core.%3$s): unknown conversion"
              .formatted(kind, names.version(), names.kind()));
    }
  }

  /// The start of a text, as the server quotes it.
  private static String brief(String text) {
    return text.length() > 30 ? text.substring(0, 30) + " ..." : text;
  }

  private static String unfit(Resource resource, String why) {
    var names = resource.names();
    return "%1$s in version \"%2$s\" cannot be handled as a %1$s: %3$s"
        .formatted(names.kind(), names.version(), why);
  }
}
