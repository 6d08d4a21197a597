package dev.ordinal.sim.patch;

import dev.ordinal.model.json.Json;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A JSON merge patch, RFC 7386.
public final class MergePatch {
  private MergePatch() {}

  public static Json.Obj apply(Json.Obj target, Json.Obj patch) {
    var members = new TreeMap<>(target.members());
    patch
        .members()
        .forEach(
            (name, value) -> {
              if (value instanceof Json.Null) {
                members.remove(name);
              } else {
                members.put(name, merged(target.members().get(name), value));
              }
            });
    return new Json.Obj(members);
  }

  private static Json merged(@Nullable Json old, Json value) {
    if (value instanceof Json.Obj patch) {
      return apply(old instanceof Json.Obj object ? object : Json.EMPTY, patch);
    }
    var pruned = pruned(value);
    return old != null && pruned.equals(old) ? old : pruned;
  }

  /// The API server's library also drops nulls inside lists, which the standard does not.
  private static Json pruned(Json value) {
    return switch (value) {
      case Json.Obj object -> apply(Json.EMPTY, object);
      case Json.Arr(var items) -> Json.of(items.stream().map(MergePatch::pruned).toList());
      case Json.Str _, Json.Num _, Json.Bool _, Json.Null _ -> value;
    };
  }
}
