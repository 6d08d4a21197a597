package dev.ordinal.sim.crd;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.reply.Fault;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Bounds on a single value: ranges, lengths, patterns, choices.
final class Limits {
  private Limits() {}

  static List<Fault> check(Schema schema, Json value, String path) {
    var faults = new ArrayList<Fault>();
    Types.misformat(schema, value, path).ifPresent(faults::add);
    switch (value) {
      case Json.Num(var literal) -> number(schema, new BigDecimal(literal), path, faults);
      case Json.Str(var text) -> text(schema, text, path, faults);
      case Json.Arr(var items) -> count(schema, "Items", items.size(), path).ifPresent(faults::add);
      case Json.Obj(var members) ->
          count(schema, "Properties", members.size(), path).ifPresent(faults::add);
      case Json.Bool _, Json.Null _ -> {}
    }
    var choices = schema.source().items("enum");
    if (!choices.isEmpty() && !choices.contains(value)) {
      var names = choices.stream().map(choice -> ((Json.Str) choice).value()).toList();
      faults.add(Fault.unsupported(path, value, names));
    }
    return faults;
  }

  private static void number(Schema schema, BigDecimal value, String path, List<Fault> faults) {
    schema
        .limit("minimum")
        .filter(low -> value.compareTo(BigDecimal.valueOf(low)) < 0)
        .ifPresent(low -> faults.add(bound(value, path, "greater than or equal to " + low)));
    schema
        .limit("maximum")
        .filter(high -> value.compareTo(BigDecimal.valueOf(high)) > 0)
        .ifPresent(high -> faults.add(bound(value, path, "less than or equal to " + high)));
  }

  private static Fault bound(BigDecimal value, String path, String words) {
    var number = new Json.Num(value.toPlainString());
    return Fault.invalid(path, number, path + " in body should be " + words);
  }

  private static void text(Schema schema, String text, String path, List<Fault> faults) {
    var length = text.codePointCount(0, text.length());
    schema
        .limit("minLength")
        .filter(low -> length < low)
        .ifPresent(
            low ->
                faults.add(
                    Fault.invalid(
                        path,
                        Json.of(text),
                        path + " in body should be at least " + low + " chars long")));
    schema
        .limit("maxLength")
        .filter(high -> length > high)
        .ifPresent(
            high ->
                faults.add(
                    new Fault(
                        Fault.Type.TOO_LONG,
                        path,
                        Optional.empty(),
                        "may not be more than " + high + " bytes")));
    schema
        .pattern()
        .filter(pattern -> !pattern.matcher(text).find())
        .ifPresent(
            pattern ->
                faults.add(
                    Fault.invalid(
                        path, Json.of(text), path + " in body should match '" + pattern + "'")));
  }

  private static Optional<Fault> count(Schema schema, String of, int size, String path) {
    return schema
        .limit("max" + of)
        .filter(high -> size > high)
        .map(
            high ->
                new Fault(
                    Fault.Type.TOO_MANY,
                    path,
                    Optional.of(Integer.toString(size)),
                    "must have at most " + high + (of.equals("Items") ? " items" : " properties")));
  }
}
