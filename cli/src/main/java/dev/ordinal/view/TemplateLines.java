package dev.ordinal.view;

import dev.ordinal.model.common.PlainText;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.plan.body.Template;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// The difference of two templates, one line for each field: defaults that only one of them writes
/// out do not count.
public final class TemplateLines {
  private TemplateLines() {}

  /// Such as `spec.containers[nginx].image: nginx:1.28 becomes nginx:1.29`.
  public static List<String> diff(Json.Obj older, Json.Obj newer) {
    var pair = Template.comparable(older, newer);
    return plain(pair.older(), pair.newer());
  }

  /// The same of any two objects, to the letter.
  public static List<String> plain(Json older, Json newer) {
    var before = flat(older);
    var after = flat(newer);
    var names = new TreeSet<>(before.keySet());
    names.addAll(after.keySet());
    var lines = new ArrayList<String>();
    for (var name : names) {
      var from = before.getOrDefault(name, "");
      var to = after.getOrDefault(name, "");
      if (!from.equals(to)) {
        lines.add(PlainText.of(name + ": " + change(from, to)));
      }
    }
    return lines;
  }

  private static String change(String from, String to) {
    if (from.isEmpty()) {
      return "added, " + to;
    }
    return to.isEmpty() ? "removed, was " + from : from + " becomes " + to;
  }

  private static SortedMap<String, String> flat(Json value) {
    var found = new TreeMap<String, String>();
    collect("", value, found);
    return found;
  }

  private static void collect(String path, Json value, Map<String, String> found) {
    switch (value) {
      case Json.Obj(var members) ->
          members.forEach(
              (name, member) -> collect(path.isEmpty() ? name : path + "." + name, member, found));
      case Json.Arr(var items) -> {
        for (var i = 0; i < items.size(); i++) {
          collect("%s[%s]".formatted(path, label(items.get(i), i)), items.get(i), found);
        }
      }
      case Json.Str(var text) -> found.put(path, text);
      case Json.Num _, Json.Bool _, Json.Null _ -> found.put(path, JsonText.write(value));
    }
  }

  /// The name of a container, volume or variable says more than its place.
  private static String label(Json item, int place) {
    var name = item instanceof Json.Obj object ? object.text("name") : "";
    return name.isEmpty() ? Integer.toString(place) : name;
  }
}
