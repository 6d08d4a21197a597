package dev.ordinal.cli.option;

import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// JSON and YAML for people and programs, one member on each line.
public final class ValueText {
  /// Words that need no quotes in YAML, and are no other value there.
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z/][A-Za-z0-9/._-]*");

  private static final List<String> OTHER_VALUES =
      List.of("true", "false", "yes", "no", "on", "off", "null", "y", "n");

  private ValueText() {}

  public static String json(Json value) {
    return json(value, "");
  }

  private static String json(Json value, String indent) {
    var deeper = indent + "  ";
    return switch (value) {
      case Json.Obj(var members) -> {
        var lines = new ArrayList<String>();
        members.forEach(
            (name, member) ->
                lines.add(JsonText.write(Json.of(name)) + ": " + json(member, deeper)));
        yield block("{", lines, "}", indent);
      }
      case Json.Arr(var items) ->
          block("[", items.stream().map(item -> json(item, deeper)).toList(), "]", indent);
      case Json.Str _, Json.Num _, Json.Bool _, Json.Null _ -> JsonText.write(value);
    };
  }

  private static String block(String begin, List<String> lines, String end, String indent) {
    if (lines.isEmpty()) {
      return begin + end;
    }
    var deeper = "\n" + indent + "  ";
    return begin + deeper + String.join("," + deeper, lines) + "\n" + indent + end;
  }

  public static String yaml(Json value) {
    return String.join("\n", lines(value));
  }

  private static List<String> lines(Json value) {
    return switch (value) {
      case Json.Obj(var members) when !members.isEmpty() ->
          members.entrySet().stream()
              .flatMap(each -> member(word(each.getKey()) + ":", each.getValue()))
              .toList();
      case Json.Arr(var items) when !items.isEmpty() ->
          items.stream().flatMap(ValueText::item).toList();
      case Json.Str(var text) -> List.of(word(text));
      case Json.Obj _, Json.Arr _, Json.Num _, Json.Bool _, Json.Null _ ->
          List.of(JsonText.write(value));
    };
  }

  private static Stream<String> member(String name, Json value) {
    var lines = lines(value);
    return isBlock(value)
        ? Stream.concat(Stream.of(name), lines.stream().map(line -> "  " + line))
        : Stream.of(name + " " + lines.getFirst());
  }

  private static Stream<String> item(Json value) {
    var lines = lines(value);
    return Stream.concat(
        Stream.of("- " + lines.getFirst()), lines.stream().skip(1).map(line -> "  " + line));
  }

  private static boolean isBlock(Json value) {
    return switch (value) {
      case Json.Obj(var members) -> !members.isEmpty();
      case Json.Arr(var items) -> !items.isEmpty();
      case Json.Str _, Json.Num _, Json.Bool _, Json.Null _ -> false;
    };
  }

  private static String word(String text) {
    var isPlain =
        PLAIN.matcher(text).matches() && !OTHER_VALUES.contains(text.toLowerCase(Locale.ROOT));
    return isPlain ? text : JsonText.write(Json.of(text));
  }
}
