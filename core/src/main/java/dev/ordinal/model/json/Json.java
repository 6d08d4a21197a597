package dev.ordinal.model.json;

import dev.ordinal.model.map.SmallMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// A JSON value. Templates and revision payloads keep this form on the way from the API server and
/// back, so that unknown fields survive.
public sealed interface Json {

  /// Members are sorted by name: equal objects are written as equal bytes.
  record Obj(SortedMap<String, Json> members) implements Json {
    public Obj {
      members = SmallMap.of(members);
    }

    public Optional<Json> find(String name) {
      return Optional.ofNullable(members.get(name));
    }

    public Obj with(String name, Json value) {
      return new Obj(SmallMap.of(members).with(name, value));
    }

    public Obj without(String name) {
      return new Obj(SmallMap.of(members).without(name));
    }

    /// The member as an object; an empty one where it is absent or something else.
    public Obj object(String name) {
      return members.get(name) instanceof Obj found ? found : EMPTY;
    }

    /// The member's items; none where it is absent or not a list.
    public List<Json> items(String name) {
      return members.get(name) instanceof Arr(var items) ? items : List.of();
    }

    /// The member's items that are objects.
    public List<Obj> objects(String name) {
      return items(name).stream().filter(Obj.class::isInstance).map(Obj.class::cast).toList();
    }

    public String text(String name) {
      return members.get(name) instanceof Str(var value) ? value : "";
    }
  }

  record Arr(List<Json> items) implements Json {
    public Arr {
      items = List.copyOf(items);
    }
  }

  record Str(String value) implements Json {}

  /// The number as it was written: a huge exponent costs no arithmetic.
  record Num(String literal) implements Json {}

  record Bool(boolean value) implements Json {}

  record Null() implements Json {}

  Obj EMPTY = new Obj(Collections.emptySortedMap());

  static Str of(String value) {
    return new Str(value);
  }

  static Num of(long value) {
    return new Num(Long.toString(value));
  }

  static Bool of(boolean value) {
    return new Bool(value);
  }

  static Arr of(List<? extends Json> items) {
    return new Arr(List.copyOf(items));
  }

  static Obj of(String name, Json value) {
    return EMPTY.with(name, value);
  }

  static Obj strings(Map<String, String> values) {
    var members = new TreeMap<String, Json>();
    values.forEach((name, value) -> members.put(name, of(value)));
    return new Obj(members);
  }

  /// A text or a number as it was written: amounts come as both. Empty for anything else.
  static String scalar(Json value) {
    return switch (value) {
      case Str(var text) -> text;
      case Num(var literal) -> literal;
      case Obj _, Arr _, Bool _, Null _ -> "";
    };
  }

  /// The value without nulls and empty objects, which different writers add and drop.
  static Json normal(Json value) {
    return switch (value) {
      case Obj(var members) -> {
        var kept = new TreeMap<String, Json>();
        members.forEach(
            (name, member) -> {
              var normal = normal(member);
              if (!(normal instanceof Null) && !normal.equals(EMPTY)) {
                kept.put(name, normal);
              }
            });
        yield new Obj(kept);
      }
      case Arr(var items) -> {
        var kept = new ArrayList<Json>();
        items.forEach(item -> kept.add(normal(item)));
        yield new Arr(kept);
      }
      case Str _, Num _, Bool _, Null _ -> value;
    };
  }
}
