package dev.ordinal.sim.patch;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.reply.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/// A JSON patch, RFC 6902.
public final class JsonPatch {
  private JsonPatch() {}

  public static Json.Obj apply(Json.Obj target, Json patch) {
    if (!(patch instanceof Json.Arr(var operations))) {
      throw Refusal.badRequest(
          "error decoding patch: json: cannot unmarshal object into Go value of type"
              + " []handlers.jsonPatchOp");
    }
    Json changed = target;
    for (var operation : operations) {
      changed = operate(changed, operation instanceof Json.Obj object ? object : Json.EMPTY);
    }
    if (changed instanceof Json.Obj object) {
      return object;
    }
    throw Refusal.patchMisfit();
  }

  private static Json operate(Json target, Json.Obj operation) {
    var path = pointer(operation.text("path"));
    var value = operation.find("value").orElse(new Json.Null());
    return switch (operation.text("op")) {
      case "add" -> add(target, path, value);
      case "remove" -> remove(target, path);
      case "replace" -> {
        find(target, path);
        yield path.isEmpty() ? value : add(remove(target, path), path, value);
      }
      case "test" -> {
        if (!find(target, path).equals(value)) {
          throw Refusal.patchMisfit();
        }
        yield target;
      }
      case "copy" -> add(target, path, find(target, pointer(operation.text("from"))));
      case "move" -> {
        var from = pointer(operation.text("from"));
        yield add(remove(target, from), path, find(target, from));
      }
      default -> throw Refusal.patchMisfit();
    };
  }

  private static List<String> pointer(String path) {
    if (path.isEmpty()) {
      return List.of();
    }
    var parts = new ArrayList<String>();
    for (var part : path.substring(1).split("/", -1)) {
      parts.add(part.replace("~1", "/").replace("~0", "~"));
    }
    return parts;
  }

  private static Json find(Json target, List<String> path) {
    var at = target;
    for (var part : path) {
      at =
          switch (at) {
            case Json.Obj object -> object.find(part).orElseThrow(Refusal::patchMisfit);
            case Json.Arr(var items) -> items.get(index(part, items.size() - 1));
            case Json.Str _, Json.Num _, Json.Bool _, Json.Null _ -> throw Refusal.patchMisfit();
          };
    }
    return at;
  }

  private static Json add(Json target, List<String> path, Json value) {
    if (path.isEmpty()) {
      return value;
    }
    var last = path.getLast();
    return within(
        target,
        path.subList(0, path.size() - 1),
        parent ->
            switch (parent) {
              case Json.Obj object -> object.with(last, value);
              case Json.Arr(var items) -> {
                var copy = new ArrayList<>(items);
                copy.add(last.equals("-") ? items.size() : index(last, items.size()), value);
                yield Json.of(copy);
              }
              case Json.Str _, Json.Num _, Json.Bool _, Json.Null _ -> throw Refusal.patchMisfit();
            });
  }

  private static Json remove(Json target, List<String> path) {
    find(target, path);
    var last = path.getLast();
    return within(
        target,
        path.subList(0, path.size() - 1),
        parent ->
            switch (parent) {
              case Json.Obj object -> object.without(last);
              case Json.Arr(var items) -> {
                var copy = new ArrayList<>(items);
                copy.remove(index(last, items.size() - 1));
                yield Json.of(copy);
              }
              case Json.Str _, Json.Num _, Json.Bool _, Json.Null _ -> throw Refusal.patchMisfit();
            });
  }

  /// Changes the value at `path`, and copies its parents.
  private static Json within(Json target, List<String> path, UnaryOperator<Json> change) {
    if (path.isEmpty()) {
      return change.apply(target);
    }
    var rest = path.subList(1, path.size());
    return switch (target) {
      case Json.Obj(var members) -> {
        var member = members.get(path.getFirst());
        if (member == null) {
          throw Refusal.patchMisfit();
        }
        var copy = new TreeMap<>(members);
        copy.put(path.getFirst(), within(member, rest, change));
        yield new Json.Obj(copy);
      }
      case Json.Arr(var items) -> {
        var copy = new ArrayList<>(items);
        var index = index(path.getFirst(), items.size() - 1);
        copy.set(index, within(items.get(index), rest, change));
        yield Json.of(copy);
      }
      case Json.Str _, Json.Num _, Json.Bool _, Json.Null _ -> throw Refusal.patchMisfit();
    };
  }

  private static int index(String text, int highest) {
    try {
      var index = Integer.parseInt(text);
      if (index >= 0 && index <= highest) {
        return index;
      }
    } catch (NumberFormatException _) {
      // Not an index of a list.
    }
    throw Refusal.patchMisfit();
  }
}
