package dev.ordinal.sim.shape;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.shape.Shape.Dict;
import dev.ordinal.sim.shape.Shape.Field;
import dev.ordinal.sim.shape.Shape.Leaf;
import dev.ordinal.sim.shape.Shape.Rows;
import dev.ordinal.sim.shape.Shape.Struct;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Decodes a value into a shape, as the API server's decoder does: unknown fields are dropped and
/// noted, nulls and empty lists are dropped, required fields get their zero value, quantities their
/// canonical form. Parts of an earlier result are reused.
public final class Decoding {
  /// Stands for a value that has never been decoded.
  public static final Json.Obj NOTHING = new Json.Obj(new TreeMap<>());

  private final List<String> unknown = new ArrayList<>();

  /// A value of the wrong type, in Go's words.
  public static final class Mismatch extends Exception {
    Mismatch(String words) {
      super(words, null, false, false);
    }

    /// The message in the server's reply.
    public String words() {
      return String.valueOf(getMessage());
    }
  }

  /// The decoder's position. Its path is built only for an error.
  private record Place(@Nullable Place parent, String struct, String name, int index) {
    Place field(String owner, String field) {
      return new Place(this, owner, field, -1);
    }

    Place item(int place) {
      return new Place(this, struct, "", place);
    }

    /// With the indexes of lists, or without them as in Go's messages.
    String path(boolean isExact) {
      if (parent == null) {
        return "";
      }
      var before = parent.path(isExact);
      if (index >= 0) {
        return isExact ? before + "[" + index + "]" : before;
      }
      return before.isEmpty() ? name : before + "." + name;
    }
  }

  private static final Place TOP = new Place(null, "", "", -1);

  /// Fields that the shape does not have, as paths.
  public List<String> unknown() {
    return unknown.stream().sorted().toList();
  }

  /// `known` was decoded before; parts that it shares are not decoded again; or [#NOTHING].
  public Json.Obj decode(Struct shape, Json.Obj value, Json.Obj known) throws Mismatch {
    return struct(shape, value, known, TOP);
  }

  private Json.Obj struct(Struct shape, Json.Obj value, Json.Obj known, Place place)
      throws Mismatch {
    if (Same.tree(value, known)) {
      return known;
    }
    var members = new TreeMap<String, Json>();
    for (var member : value.members().entrySet()) {
      var name = member.getKey();
      var field = shape.fields().get(name);
      if (field == null) {
        unknown.add(place.field("", name).path(true));
      } else {
        var before = known.members().get(name);
        var inner = place.field(shape.name(), name);
        read(field, member.getValue(), before == null ? NOTHING : before, inner)
            .ifPresent(kept -> members.put(name, kept));
      }
    }
    for (var name : shape.shown()) {
      if (!members.containsKey(name)) {
        members.put(name, zero(Objects.requireNonNull(shape.fields().get(name)), place));
      }
    }
    return new Json.Obj(members);
  }

  /// A struct that is always present has fields that are always present.
  private Json zero(Field field, Place place) throws Mismatch {
    return field.shape() instanceof Struct inner
        ? struct(inner, Json.EMPTY, NOTHING, place)
        : field.zero().orElseThrow();
  }

  private Optional<Json> read(Field field, Json value, Json known, Place place) throws Mismatch {
    if (value instanceof Json.Null) {
      return Optional.empty();
    }
    var decoded = value(field.shape(), value, known, place);
    // Go omits empty values, except structs.
    var isEmpty =
        switch (decoded) {
          case Json.Obj(var members) -> members.isEmpty() && field.shape() instanceof Dict;
          case Json.Arr(var items) -> items.isEmpty();
          case Json.Str(var text) -> text.isEmpty() && !isPointer(place);
          case Json.Num _, Json.Bool _, Json.Null _ -> isZero(decoded, place);
        };
    return isEmpty ? field.zero() : Optional.of(decoded);
  }

  private Json value(Shape shape, Json value, Json known, Place place) throws Mismatch {
    if (Same.tree(value, known)) {
      return value;
    }
    return switch (shape) {
      case Struct struct when value instanceof Json.Obj object ->
          struct(struct, object, object(known), place);
      case Dict(var inner, _) when value instanceof Json.Obj object ->
          dict(inner, object, object(known), place);
      case Rows(var item, _) when value instanceof Json.Arr list -> rows(item, list, known, place);
      case Leaf leaf ->
          ScalarValues.read(leaf, value).orElseThrow(() -> mismatch(shape, value, place));
      case Struct _, Dict _, Rows _ -> throw mismatch(shape, value, place);
    };
  }

  private Json dict(Shape inner, Json.Obj object, Json.Obj known, Place place) throws Mismatch {
    var members = new TreeMap<String, Json>();
    for (var member : object.members().entrySet()) {
      if (!(member.getValue() instanceof Json.Null)) {
        var before = known.members().get(member.getKey());
        members.put(
            member.getKey(),
            value(inner, member.getValue(), before == null ? NOTHING : before, place));
      } else if (inner == Leaf.TEXT) {
        members.put(member.getKey(), Json.of(""));
      }
    }
    return new Json.Obj(members);
  }

  private Json rows(Shape item, Json.Arr list, Json known, Place place) throws Mismatch {
    var before = known instanceof Json.Arr(var items) ? items : List.<Json>of();
    var rows = new ArrayList<Json>(list.items().size());
    for (var i = 0; i < list.items().size(); i++) {
      var value = list.items().get(i);
      var old = i < before.size() ? before.get(i) : NOTHING;
      rows.add(value(item, value, old, place.item(i)));
    }
    return Json.of(rows);
  }

  private static Json.Obj object(Json value) {
    return value instanceof Json.Obj object ? object : NOTHING;
  }

  /// Empty text and zeros of optional fields are kept where Go has a pointer: the schema does not
  /// say where, so the relevant fields are listed.
  private static boolean isPointer(Place place) {
    return Pointers.TEXTS.contains(place.struct() + "." + place.name());
  }

  private static boolean isZero(Json value, Place place) {
    return switch (value) {
      case Json.Num(var literal) -> literal.equals("0") && !isPointerNumber(place);
      case Json.Bool(var truth) -> !truth && !isPointerNumber(place);
      case Json.Obj _, Json.Arr _, Json.Str _, Json.Null _ -> false;
    };
  }

  private static boolean isPointerNumber(Place place) {
    return !Pointers.PLAIN_NUMBERS.contains(place.struct() + "." + place.name());
  }

  private static Mismatch mismatch(Shape shape, Json value, Place place) {
    if (shape == Leaf.AMOUNT) {
      return new Mismatch(
          "quantities must match the regular expression"
              + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
    }
    if (shape == Leaf.BYTES && value instanceof Json.Str) {
      return new Mismatch("illegal base64 data at input byte 0");
    }
    var type =
        switch (value) {
          case Json.Obj _ -> "object";
          case Json.Arr _ -> "array";
          case Json.Str _ -> "string";
          case Json.Num _ -> "number";
          case Json.Bool _ -> "bool";
          case Json.Null _ -> "null";
        };
    return new Mismatch(
        "json: cannot unmarshal %s into Go struct field %s.%s of type %s"
            .formatted(type, place.struct(), place.path(false), Shape.goName(shape)));
  }
}
