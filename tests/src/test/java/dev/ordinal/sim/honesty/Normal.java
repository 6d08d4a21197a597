package dev.ordinal.sim.honesty;

import dev.ordinal.model.json.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// Takes out of replies what differs from run to run. Uids and versions become numbers in the
/// order of their first appearance, so that what is equal stays equal and what differs differs.
final class Normal {
  private static final Pattern UID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
  private static final Pattern TIME =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z");
  private static final Pattern MADE_UP = Pattern.compile("(made-|many-|kube-api-access-)\\w{5}\\b");
  private static final Pattern SPOKEN_VERSION =
      Pattern.compile(
          "(ResourceVersion in \\w+ \\(|too old resource version: |999, current: )\\d+( ?\\(\\d+\\))?");

  /// A patched object that cannot be read is quoted whole, in the order of Go's fields.
  private static final Pattern QUOTED = Pattern.compile("patch: Invalid value: \"\\{.*\\}\": ");
  private static final Pattern QUOTED_CAUSE = Pattern.compile("^Invalid value: \"\\{.*\\}\": ");

  /// What differs between two specs, as printed by a Go library.
  private static final Pattern DIFFERENCE = Pattern.compile("\n@@[\\s\\S]*");

  private final String namespace;
  private final Map<String, String> uids = new TreeMap<>();
  private final Map<String, Map<String, String>> versions = new TreeMap<>();

  Normal(String namespace) {
    this.namespace = namespace;
  }

  Json.Obj of(Json.Obj body) {
    var plain = body.text("kind").endsWith("List") ? unversioned(body) : body;
    var isOurs = body.object("details").text("group").equals("apps.kruise.io");
    return (Json.Obj) value(isOurs ? sorted(plain) : plain);
  }

  /// A bookmark and the answer to a watch of the past carry the server's own version.
  List<Json.Obj> events(List<Json.Obj> events) {
    var normal = new ArrayList<Json.Obj>();
    for (var event : events) {
      var isBookmark = event.text("type").equals("BOOKMARK");
      normal.add(
          isBookmark
              ? event.with("object", value(unversioned(event.object("object"))))
              : event.with("object", value(event.object("object"))));
    }
    return normal;
  }

  /// The faults of a custom resource come in the order of a Go map, which is none.
  private static Json.Obj sorted(Json.Obj status) {
    var causes = status.object("details").items("causes");
    if (causes.size() < 2) {
      return status;
    }
    var inOrder = causes.stream().sorted(Comparator.comparing(Json::toString)).toList();
    var start = status.text("message").replaceFirst("is invalid: .*", "is invalid");
    return status
        .with("message", Json.of(start))
        .with("details", status.object("details").with("causes", Json.of(inOrder)));
  }

  private static Json.Obj unversioned(Json.Obj list) {
    var metadata = list.object("metadata");
    var hasMore = metadata.find("continue").isPresent();
    var plain = metadata.without("resourceVersion");
    return list.with("metadata", hasMore ? plain.with("continue", Json.of("token")) : plain);
  }

  private Json value(Json value) {
    return switch (value) {
      case Json.Obj(var members) -> {
        var kept = new TreeMap<String, Json>();
        members.forEach(
            (name, member) -> {
              if (!name.equals("managedFields")) {
                kept.put(name, name.equals("resourceVersion") ? version(members) : value(member));
              }
            });
        yield new Json.Obj(kept);
      }
      case Json.Arr(var items) -> Json.of(items.stream().map(this::value).toList());
      case Json.Str(var text) -> Json.of(text(text));
      case Json.Num _, Json.Bool _, Json.Null _ -> value;
    };
  }

  /// Counted for each object by itself: a surplus write of one object does not shift the others.
  private Json version(Map<String, Json> metadata) {
    var seen = versions.computeIfAbsent(String.valueOf(metadata.get("uid")), _ -> new TreeMap<>());
    var version = String.valueOf(metadata.get("resourceVersion"));
    return Json.of(seen.computeIfAbsent(version, _ -> "version " + (seen.size() + 1)));
  }

  private String text(String text) {
    var named = text.replace(namespace, "NS");
    var uid = UID.matcher(named);
    var out = new StringBuilder();
    while (uid.find()) {
      var name = uids.computeIfAbsent(uid.group(), _ -> "uid " + (uids.size() + 1));
      uid.appendReplacement(out, name);
    }
    uid.appendTail(out);
    var timeless = TIME.matcher(out).replaceAll("TIME");
    var made = MADE_UP.matcher(timeless).replaceAll("$1NAME");
    var quoted = QUOTED.matcher(made).replaceAll("patch: Invalid value: OBJECT: ");
    var cause = QUOTED_CAUSE.matcher(quoted).replaceAll("Invalid value: OBJECT: ");
    var brief = DIFFERENCE.matcher(cause).replaceAll("");
    return SPOKEN_VERSION.matcher(brief).replaceAll("$1VERSION");
  }
}
