package dev.ordinal.cli.bundle;

import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import java.util.ArrayList;
import java.util.List;

/// JSON for people: one member on each line.
final class PrettyJson {
  private PrettyJson() {}

  static String write(Json value) {
    return lines(value, "") + "\n";
  }

  private static String lines(Json value, String indent) {
    var deeper = indent + "  ";
    return switch (value) {
      case Json.Obj(var members) -> {
        var lines = new ArrayList<String>();
        members.forEach(
            (name, member) ->
                lines.add(JsonText.write(Json.of(name)) + ": " + lines(member, deeper)));
        yield block("{", lines, "}", indent);
      }
      case Json.Arr(var items) ->
          block("[", items.stream().map(item -> lines(item, deeper)).toList(), "]", indent);
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
}
