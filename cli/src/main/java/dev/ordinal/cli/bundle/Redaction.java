package dev.ordinal.cli.bundle;

import dev.ordinal.model.json.Json;
import java.util.ArrayList;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// Takes out of objects what a bug report must not tell. Texts are kept by a list of fields: a
/// field unknown to us, such as the attributes of a driver, is left out as well. Numbers, switches
/// and the names of fields stay. A value that was left out is masked where a message quotes it.
final class Redaction {
  static final String MASK = "(left out)";

  /// Shorter ones are words of everyday use, which messages need.
  private static final int SHORTEST_SECRET = 6;

  /// Ours, but it has a copy of the template's metadata.
  private static final String COPY = "apps.kruise.io/inplace-update-grace";

  private static final Set<String> OUR_ANNOTATIONS =
      Set.of("apps.kruise.io", "lifecycle.apps.kruise.io", "sim.ordinal.dev");

  /// Maps whose keys users choose and whose values tell no secret.
  private static final Set<String> KEPT_MAPS =
      Set.of(
          "labels",
          "matchLabels",
          "requests",
          "limits",
          "capacity",
          "allocatedResources",
          "allocatedResourceStatuses",
          "hard",
          "used");

  /// Tells nothing that a report needs.
  private static final Set<String> DROPPED = Set.of("managedFields");

  private final SortedMap<String, Integer> leftOut = new TreeMap<>();
  private final Set<String> secrets = new TreeSet<>();

  /// The object without what must not be told.
  Json.Obj apply(Json.Obj object) {
    return (Json.Obj) value(new Place("", ""), object);
  }

  /// How many values were left out at each place.
  SortedMap<String, Integer> leftOut() {
    return leftOut;
  }

  /// Masks in a text what was left out of objects before.
  String mask(String text) {
    var masked = text;
    for (var secret : secrets) {
      masked = masked.replace(secret, MASK);
    }
    return masked;
  }

  /// The same object with its messages masked.
  Json.Obj masked(Json.Obj object) {
    return (Json.Obj) masked("", object);
  }

  private Json masked(String field, Json value) {
    return switch (value) {
      case Json.Obj(var members) -> {
        var masked = Json.EMPTY;
        for (var member : members.entrySet()) {
          masked = masked.with(member.getKey(), masked(member.getKey(), member.getValue()));
        }
        yield masked;
      }
      case Json.Arr(var items) -> Json.of(items.stream().map(item -> masked(field, item)).toList());
      case Json.Str(var text) -> field.equals("message") ? Json.of(mask(text)) : value;
      case Json.Num _, Json.Bool _, Json.Null _ -> value;
    };
  }

  /// The path to a value, and the name of the field that decides about it.
  private record Place(String path, String field) {
    Place at(String name) {
      return new Place(path.isEmpty() ? name : path + "." + name, name);
    }

    Place item() {
      return new Place(path + "[]", field);
    }

    boolean isBelow(String name) {
      return path.contains("." + name + ".") || path.startsWith(name + ".");
    }
  }

  private Json value(Place place, Json value) {
    return switch (value) {
      case Json.Obj(var members) -> object(place, members);
      case Json.Arr(var items) -> {
        var kept = new ArrayList<Json>();
        items.forEach(item -> kept.add(value(place.item(), item)));
        yield Json.of(kept);
      }
      case Json.Str(var text) -> isKept(place) ? value : leaveOut(place, text);
      case Json.Num _, Json.Bool _, Json.Null _ -> value;
    };
  }

  private Json object(Place place, Map<String, Json> members) {
    var kept = Json.EMPTY;
    for (var member : members.entrySet()) {
      var name = member.getKey();
      if (!DROPPED.contains(name)) {
        kept = kept.with(name, member(place, name, member.getValue()));
      }
    }
    return kept;
  }

  private Json member(Place place, String name, Json value) {
    if (place.field().equals("annotations")) {
      return isOurAnnotation(name) ? value : leaveOut(place, value);
    }
    if (KEPT_MAPS.contains(place.field())) {
      return value;
    }
    return value(place.at(name), value);
  }

  private static boolean isOurAnnotation(String name) {
    var slash = name.indexOf('/');
    return slash > 0 && OUR_ANNOTATIONS.contains(name.substring(0, slash)) && !name.equals(COPY);
  }

  /// What a program wrote when it ended is its own words.
  private static boolean isKept(Place place) {
    return KeptFields.NAMES.contains(place.field())
        && !(place.field().equals("message") && place.isBelow("terminated"));
  }

  private Json leaveOut(Place place, Json value) {
    return leaveOut(place, value instanceof Json.Str(var text) ? text : "");
  }

  private Json leaveOut(Place place, String text) {
    if (text.isEmpty()) {
      return Json.of("");
    }
    leftOut.merge(place.path(), 1, Integer::sum);
    if (text.length() >= SHORTEST_SECRET) {
      secrets.add(text);
    }
    return Json.of(MASK);
  }
}
