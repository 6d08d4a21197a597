package dev.ordinal.sim.honesty;

import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Where two runs of the script differ, except for allowed differences.
public final class Differences {
  private static final Path ALLOWED = Path.of("tests/src/test/resources/honesty/allowed.txt");

  private Differences() {}

  /// One line for each difference, and for each allowed difference that does not occur.
  public static List<String> between(List<Json.Obj> real, List<Json.Obj> sim) {
    var allowed = allowed();
    var unused = new TreeSet<>(allowed);
    var found = new ArrayList<String>();
    if (real.size() != sim.size()) {
      found.add("the plays have %d and %d steps".formatted(real.size(), sim.size()));
    }
    for (var i = 0; i < Math.min(real.size(), sim.size()); i++) {
      var step = real.get(i).text("say");
      var here = flat(real.get(i));
      var there = flat(sim.get(i));
      var places = new TreeSet<>(here.keySet());
      places.addAll(there.keySet());
      for (var place : places) {
        var one = here.getOrDefault(place, "nothing");
        var other = there.getOrDefault(place, "nothing");
        if (!one.equals(other) && !unused.remove(step + " | " + place)) {
          found.add("%s | %s\n    real %s\n    sim  %s".formatted(step, place, one, other));
        }
      }
    }
    unused.forEach(line -> found.add("allowed but not seen: " + line));
    return found;
  }

  private static Set<String> allowed() {
    try {
      var lines = new TreeSet<String>();
      for (var line : Files.readAllLines(ALLOWED)) {
        var parts = line.split(" \\| ");
        if (!line.startsWith("#") && parts.length == 3) {
          lines.add(parts[0] + " | " + parts[1]);
        }
      }
      return lines;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, String> flat(Json.Obj line) {
    var places = new TreeMap<String, String>();
    flatten("", line.object("reply"), places);
    return places;
  }

  private static void flatten(String place, Json value, Map<String, String> places) {
    switch (value) {
      case Json.Obj(var members) when !members.isEmpty() ->
          members.forEach(
              (name, member) ->
                  flatten(place.isEmpty() ? name : place + "." + name, member, places));
      case Json.Arr(var items) when !items.isEmpty() -> {
        for (var i = 0; i < items.size(); i++) {
          flatten(place + "[" + i + "]", items.get(i), places);
        }
      }
      case Json.Obj _, Json.Arr _, Json.Str _, Json.Num _, Json.Bool _, Json.Null _ ->
          places.put(place, JsonText.write(value));
    }
  }
}
