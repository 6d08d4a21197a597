package dev.ordinal.plan.inplace;

import dev.ordinal.model.InPlaceState.Work;
import dev.ordinal.model.json.Json;
import java.util.ArrayList;
import java.util.SortedMap;
import java.util.TreeMap;

/// Two changes as one: where both speak, the later one counts.
public final class Patches {
  private Patches() {}

  public static Json.Obj merge(Json.Obj earlier, Json.Obj later) {
    var merged = earlier;
    for (var member : later.members().entrySet()) {
      var name = member.getKey();
      merged =
          merged.with(name, merge(merged.find(name).orElse(member.getValue()), member.getValue()));
    }
    return merged;
  }

  private static Json merge(Json earlier, Json later) {
    if (earlier instanceof Json.Obj before && later instanceof Json.Obj object) {
      return merge(before, object);
    }
    if (earlier instanceof Json.Arr(var before) && later instanceof Json.Arr(var items)) {
      var all = new ArrayList<>(before);
      items.stream().filter(item -> !before.contains(item)).forEach(all::add);
      return Json.of(all);
    }
    return later;
  }

  public static Work merge(Work earlier, Work later) {
    return new Work(
        over(earlier.images(), later.images()),
        over(earlier.metadata(), later.metadata()),
        over(earlier.resources(), later.resources()));
  }

  private static <V> SortedMap<String, V> over(
      SortedMap<String, V> earlier, SortedMap<String, V> later) {
    var merged = new TreeMap<>(earlier);
    merged.putAll(later);
    return merged;
  }
}
