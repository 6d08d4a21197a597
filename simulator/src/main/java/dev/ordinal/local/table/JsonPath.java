package dev.ordinal.local.table;

import dev.ordinal.model.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The simple paths that printer columns may have: `.a.b`, `[0]`, `[*]`, `['a.b']` and
/// `[?(@.a=="b")]`.
final class JsonPath {
  private static final Pattern STEP =
      Pattern.compile(
          "\\.(?<field>(?:\\\\.|[^.\\[\\\\])+)"
              + "|\\[(?<index>-?\\d+)]"
              + "|\\[(?<all>\\*)]"
              + "|\\['(?<quoted>[^']*)']"
              + "|\\[\\?\\(@\\.(?<key>[^=\\s]+)\\s*==\\s*[\"'](?<value>[^\"']*)[\"']\\)]");

  private JsonPath() {}

  /// Everything at the path, in order; nothing where the path does not match or is malformed.
  static List<Json> find(Json.Obj object, String path) {
    List<Json> found = List.of(object);
    var step = STEP.matcher(path.startsWith(".") || path.startsWith("[") ? path : "." + path);
    var end = 0;
    while (step.find() && step.start() == end) {
      end = step.end();
      var next = new ArrayList<Json>();
      for (var each : found) {
        next.addAll(follow(each, step));
      }
      found = next;
    }
    return end < path.length() ? List.of() : found;
  }

  private static List<Json> follow(Json at, java.util.regex.Matcher step) {
    var field = step.group("field") == null ? step.group("quoted") : step.group("field");
    if (field != null) {
      return field(at, field.replace("\\", ""));
    }
    var items = at instanceof Json.Arr(var all) ? all : List.<Json>of();
    if (step.group("index") != null) {
      var index = Integer.parseInt(step.group("index"));
      var place = index < 0 ? items.size() + index : index;
      return place < 0 || place >= items.size() ? List.of() : List.of(items.get(place));
    }
    if (step.group("all") != null) {
      return at instanceof Json.Obj(var members) ? List.copyOf(members.values()) : items;
    }
    return items.stream()
        .filter(
            each ->
                each instanceof Json.Obj object
                    && object.text(step.group("key")).equals(step.group("value")))
        .toList();
  }

  private static List<Json> field(Json at, String name) {
    return at instanceof Json.Obj object ? object.find(name).stream().toList() : List.of();
  }
}
