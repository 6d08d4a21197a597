package dev.ordinal.plan.proof;

import dev.ordinal.model.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A strategic merge as the API server does it for pods, claims and revisions: maps by key, some
/// lists by a key of their items, other lists as a whole; null removes.
public final class Strategic {
  private static final String DELETE = "$deleteFromPrimitiveList/";

  /// Lists whose items have a name of their own.
  private static final Map<String, String> KEYS =
      new TreeMap<>(
          Map.of(
              "conditions", "type",
              "containers", "name",
              "env", "name",
              "volumes", "name",
              "ownerReferences", "uid"));

  private Strategic() {}

  public static Json.Obj merge(Json.Obj object, Json.Obj patch) {
    var merged = object;
    for (var member : patch.members().entrySet()) {
      var name = member.getKey();
      if (name.startsWith(DELETE)) {
        merged = without(merged, name.substring(DELETE.length()), patch.items(name));
      } else if (!name.startsWith("$setElementOrder")) {
        merged = merge(merged, name, member.getValue());
      }
    }
    return merged;
  }

  private static Json.Obj merge(Json.Obj object, String name, Json value) {
    return switch (value) {
      case Json.Null _ -> object.without(name);
      case Json.Obj patch -> object.with(name, merge(object.object(name), patch));
      case Json.Arr(var items) when KEYS.containsKey(name) ->
          object.with(name, keyed(object.items(name), items, KEYS.getOrDefault(name, "")));
      case Json.Arr(var items) when name.equals("finalizers") -> {
        var all = new ArrayList<>(object.items(name));
        items.stream().filter(item -> !all.contains(item)).forEach(all::add);
        yield object.with(name, Json.of(all));
      }
      case Json.Arr _, Json.Str _, Json.Num _, Json.Bool _ -> object.with(name, value);
    };
  }

  private static Json.Obj without(Json.Obj object, String name, List<Json> items) {
    var left = new ArrayList<>(object.items(name));
    left.removeAll(items);
    return object.with(name, Json.of(left));
  }

  private static Json.Arr keyed(List<Json> before, List<Json> patch, String key) {
    var all = new ArrayList<>(before);
    for (var item : patch) {
      var change = (Json.Obj) item;
      var place = place(all, key, change.text(key));
      if (change.text("$patch").equals("delete")) {
        if (place >= 0) {
          all.remove(place);
        }
      } else if (place < 0) {
        all.add(merge(Json.EMPTY, change));
      } else {
        all.set(place, merge((Json.Obj) all.get(place), change));
      }
    }
    return Json.of(all);
  }

  private static int place(List<Json> items, String key, String value) {
    for (var i = 0; i < items.size(); i++) {
      if (items.get(i) instanceof Json.Obj item && item.text(key).equals(value)) {
        return i;
      }
    }
    return -1;
  }
}
