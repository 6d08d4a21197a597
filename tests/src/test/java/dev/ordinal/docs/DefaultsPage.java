package dev.ordinal.docs;

import dev.ordinal.model.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// The table of `docs/reference/defaults.md`, and a set's spec in the same form.
public final class DefaultsPage {
  private static final Path PAGE = Path.of("docs/reference/defaults.md");
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `(spec[^`]+)` \\| `?([^`|]+)`? \\| `?([^`|]+)`? \\|");

  private DefaultsPage() {}

  public static SortedMap<String, String> kruise() throws IOException {
    return column(2);
  }

  public static SortedMap<String, String> ordinal() throws IOException {
    return column(3);
  }

  private static SortedMap<String, String> column(int number) throws IOException {
    var found = new TreeMap<String, String>();
    ROW.matcher(Files.readString(PAGE))
        .results()
        .filter(row -> !row.group(number).equals("nothing"))
        .forEach(row -> found.put(row.group(1), row.group(number)));
    return found;
  }

  /// The values in a spec by their path, without what every set has to state.
  public static SortedMap<String, String> leaves(Json.Obj spec) {
    var found = new TreeMap<String, String>();
    var rest = spec;
    for (var stated : List.of("selector", "template", "volumeClaimTemplates", "serviceName")) {
      rest = rest.without(stated);
    }
    collect("spec", rest, found);
    return found;
  }

  private static void collect(String path, Json value, SortedMap<String, String> found) {
    switch (value) {
      case Json.Obj(var members) ->
          members.forEach((name, member) -> collect(path + "." + name, member, found));
      case Json.Str(var text) -> found.put(path, text);
      case Json.Num(var literal) -> found.put(path, literal);
      case Json.Bool(var flag) -> found.put(path, Boolean.toString(flag));
      case Json.Arr _, Json.Null _ -> found.put(path, value.toString());
    }
  }
}
