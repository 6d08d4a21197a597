package dev.ordinal.sim.honesty;

import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// One request of the script, as written; names in braces stand for values of the run.
record Step(String say, Json.Obj source) {
  private static final Map<String, String> MEDIA =
      Map.of(
          "json", "application/json-patch+json",
          "merge", "application/merge-patch+json",
          "strategic", "application/strategic-merge-patch+json",
          "apply", "application/apply-patch+yaml");

  String method() {
    return source.text("call").split(" ")[0];
  }

  String path(SortedMap<String, String> values) {
    return fill(source.text("call").split(" ")[1], values);
  }

  boolean isWatch() {
    return method().equals("WATCH");
  }

  /// Only the code of the reply is compared: the body comes from another program.
  boolean isCodeOnly() {
    return source.find("codeOnly").isPresent();
  }

  /// Empty for a request without a body.
  String mediaType() {
    var as = source.text("as");
    var hasBody = source.find("body").isPresent() || source.find("raw").isPresent();
    if (as.isEmpty()) {
      return hasBody ? "application/json" : "";
    }
    return MEDIA.getOrDefault(as, as);
  }

  String body(SortedMap<String, String> values) {
    return source
        .find("body")
        .map(body -> fill(JsonText.write(body), values))
        .orElseGet(() -> source.text("raw"));
  }

  /// Whether the reply is the one that the step waits for.
  boolean isOver(int code, String text) {
    return source.find("until").map(until -> until.equals(Json.of(code))).orElse(true)
        && text.contains(source.text("untilText"));
  }

  /// The values of the reply that later steps use.
  SortedMap<String, String> kept(Json.Obj reply) {
    var kept = new TreeMap<String, String>();
    source
        .object("keep")
        .members()
        .forEach(
            (name, where) -> {
              Json at = reply;
              for (var part : ((Json.Str) where).value().split("\\.")) {
                at = ((Json.Obj) at).find(part).orElse(Json.EMPTY);
              }
              kept.put(name, at instanceof Json.Str(var text) ? text : "");
            });
    return kept;
  }

  private static String fill(String text, SortedMap<String, String> values) {
    var filled = text;
    for (var value : values.entrySet()) {
      filled = filled.replace("{" + value.getKey() + "}", value.getValue());
    }
    return filled;
  }
}
