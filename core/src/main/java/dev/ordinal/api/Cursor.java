package dev.ordinal.api;

import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.model.number.Amount;
import dev.ordinal.model.number.IntRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/// A position in an object that is being parsed. Reading never fails: an absent or null value
/// becomes the fallback, and a wrong one is noted as a fault and becomes the fallback too. Each
/// position is reported, so that a test can compare the fields of parser and schema.
record Cursor(String parent, String name, Json value, Notes notes) {
  /// The faults and positions of a whole parse. A fault is noted once.
  record Notes(SequencedSet<String> faults, Consumer<Cursor> asked) {}

  private static final Pattern PERCENT = Pattern.compile("0*([1-9][0-9]{0,8})%");
  private static final Pattern RANGE = Pattern.compile("([0-9]{1,10})-([0-9]{1,10})");
  private static final int LONGEST_QUOTE = 60;

  static Cursor root(Json value, Notes notes) {
    return new Cursor("", "", value, notes);
  }

  String path() {
    return parent.isEmpty() ? name : parent + (name.startsWith("[") ? "" : ".") + name;
  }

  Cursor at(String member) {
    if (isPresent() && !(value instanceof Json.Obj)) {
      fault("write an object");
    }
    var found = value instanceof Json.Obj object ? object.find(member) : Optional.<Json>empty();
    return ask(new Cursor(path(), member, found.orElseGet(Json.Null::new), notes));
  }

  List<Cursor> items() {
    var found = new ArrayList<Cursor>();
    if (value instanceof Json.Arr(var items)) {
      for (var i = 0; i < items.size(); i++) {
        found.add(ask(new Cursor(path(), "[" + i + "]", items.get(i), notes)));
      }
    } else if (isPresent()) {
      fault("write a list");
    }
    return found;
  }

  /// Null counts as absent, as it does for the API server's own types.
  boolean isPresent() {
    return !(value instanceof Json.Null);
  }

  String text() {
    if (value instanceof Json.Str(var text)) {
      return text;
    }
    if (isPresent()) {
      fault("write a text, in quotes if it looks like a number");
    }
    return "";
  }

  boolean flag() {
    if (value instanceof Json.Bool(var value)) {
      return value;
    }
    if (isPresent()) {
      fault("write true or false");
    }
    return false;
  }

  int number(int least, int fallback) {
    if (!isPresent()) {
      return fallback;
    }
    return whole()
        .filter(found -> found >= least)
        .orElseGet(
            () -> {
              fault(
                  least == Integer.MIN_VALUE
                      ? "write a whole number"
                      : "write a whole number from %d to %d".formatted(least, Integer.MAX_VALUE));
              return fallback;
            });
  }

  Json.Obj object() {
    if (value instanceof Json.Obj found) {
      return found;
    }
    if (isPresent()) {
      fault("write an object");
    }
    return Json.EMPTY;
  }

  SortedMap<String, String> strings() {
    var found = new TreeMap<String, String>();
    for (var member : object().members().entrySet()) {
      found.put(member.getKey(), inner(member.getKey(), member.getValue()).text());
    }
    return found;
  }

  List<String> texts() {
    return items().stream().map(Cursor::text).toList();
  }

  /// One of `choices`; a fault lists them.
  <T> T choice(SortedMap<String, T> choices, T fallback) {
    if (!isPresent()) {
      return fallback;
    }
    var chosen = value instanceof Json.Str(var word) ? choices.get(word) : null;
    if (chosen == null) {
      fault("write " + String.join(" or ", choices.keySet()));
      return fallback;
    }
    return chosen;
  }

  Optional<Amount> amount() {
    var found = isPresent() ? readAmount() : Optional.<Amount>empty();
    if (isPresent() && found.isEmpty()) {
      fault(
          "write a whole number from 1 to 2147483647, such as 2, or a percentage such as \"25%\"");
    }
    return found;
  }

  Optional<IntRange> range() {
    var found = readRange();
    if (found.isEmpty()) {
      fault("write a number from 0 to 2147483647, such as 3, or a range such as \"5-7\"");
    }
    return found;
  }

  /// Notes that the value here is wrong; `instead` tells the user what to write.
  void fault(String instead) {
    var quote = isPresent() ? "is " + shorten(JsonText.write(value)) : "is missing";
    notes.faults().add(path() + " " + quote + ": " + instead);
  }

  private Optional<Amount> readAmount() {
    if (value instanceof Json.Str(var text)) {
      var percent = PERCENT.matcher(text);
      return percent.matches()
          ? Optional.of(new Amount.Percent(Integer.parseInt(percent.group(1))))
          : Optional.empty();
    }
    return whole().filter(count -> count >= 1).map(Amount.Count::new);
  }

  private Optional<IntRange> readRange() {
    if (value instanceof Json.Str(var text)) {
      var range = RANGE.matcher(text);
      if (!range.matches()) {
        return Optional.empty();
      }
      var from = Long.parseLong(range.group(1));
      var to = Long.parseLong(range.group(2));
      return from <= to && to <= Integer.MAX_VALUE
          ? Optional.of(new IntRange((int) from, (int) to))
          : Optional.empty();
    }
    return whole().filter(one -> one >= 0).map(one -> new IntRange(one, one));
  }

  private Optional<Integer> whole() {
    if (!(value instanceof Json.Num(var literal))) {
      return Optional.empty();
    }
    try {
      return Optional.of(Integer.parseInt(literal));
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }

  /// The keys of a map are chosen by the user, so they are not positions of a schema.
  private Cursor inner(String member, Json inside) {
    return new Cursor(path(), member, inside, notes);
  }

  private static Cursor ask(Cursor place) {
    place.notes.asked().accept(place);
    return place;
  }

  private static String shorten(String text) {
    return text.length() <= LONGEST_QUOTE ? text : text.substring(0, LONGEST_QUOTE) + "…";
  }
}
