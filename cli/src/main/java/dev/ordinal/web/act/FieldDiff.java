package dev.ordinal.web.act;

import dev.ordinal.model.common.PlainText;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// The fields in which two objects differ, each with its path as people write it:
/// `spec.template.spec.containers[app].image`.
public final class FieldDiff {
  private static final int MOST = 200;

  private final List<Json> lines = new ArrayList<>();

  private FieldDiff() {}

  public static Json of(Json before, Json after) {
    var diff = new FieldDiff();
    diff.compare("", before, after);
    return Json.of(diff.lines);
  }

  private void compare(String path, Json before, Json after) {
    if (before.equals(after) || lines.size() >= MOST) {
      return;
    }
    if (before instanceof Json.Obj older && after instanceof Json.Obj newer) {
      objects(path, older, newer);
    } else if (before instanceof Json.Arr(var older)
        && after instanceof Json.Arr(var newer)
        && areNamed(older)
        && areNamed(newer)) {
      lists(path, older, newer);
    } else {
      lines.add(
          Json.of("path", Json.of(PlainText.of(path)))
              .with("before", Json.of(text(before)))
              .with("after", Json.of(text(after))));
    }
  }

  private void objects(String path, Json.Obj before, Json.Obj after) {
    var names = new TreeSet<>(before.members().keySet());
    names.addAll(after.members().keySet());
    for (var name : names) {
      var inner = path.isEmpty() ? name : path + "." + name;
      compare(
          inner,
          before.find(name).orElse(new Json.Null()),
          after.find(name).orElse(new Json.Null()));
    }
  }

  private void lists(String path, List<Json> before, List<Json> after) {
    var older = byName(before);
    var newer = byName(after);
    var names = new TreeSet<>(older.keySet());
    names.addAll(newer.keySet());
    for (var name : names) {
      compare(
          "%s[%s]".formatted(path, name),
          older.getOrDefault(name, new Json.Null()),
          newer.getOrDefault(name, new Json.Null()));
    }
  }

  private static boolean areNamed(List<Json> items) {
    return byName(items).size() == items.size() && !byName(items).containsKey("");
  }

  private static Map<String, Json> byName(List<Json> items) {
    var named = new LinkedHashMap<String, Json>();
    items.forEach(
        item -> named.put(item instanceof Json.Obj object ? object.text("name") : "", item));
    return named;
  }

  private static String text(Json value) {
    return switch (value) {
      case Json.Null _ -> "";
      case Json.Str(var text) -> PlainText.of(text);
      case Json.Num(var literal) -> literal;
      case Json.Bool(var truth) -> Boolean.toString(truth);
      case Json.Obj _, Json.Arr _ -> PlainText.of(JsonText.write(value));
    };
  }
}
