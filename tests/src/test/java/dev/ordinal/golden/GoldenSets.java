package dev.ordinal.golden;

import dev.ordinal.api.Yaml;
import dev.ordinal.codec.JsonBytes;
import dev.ordinal.model.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Sets as users write them, and the revisions that controllers have recorded for them.
final class GoldenSets {
  private static final String PLACE = "tests/src/test/resources/golden/";

  private GoldenSets() {}

  /// One revision as it was written.
  record Recorded(String set, String writer, String name, Json.Obj data) {
    Json.Obj template() {
      return data.object("spec").object("template").without("$patch");
    }

    @Override
    public String toString() {
      return set + " by " + writer;
    }
  }

  /// Without apiVersion and kind, which are those of either side.
  static List<Json.Obj> manifests() {
    return Yaml.documents(PLACE + "sets.yaml");
  }

  static Json.Obj template(String set) {
    return manifests().stream()
        .filter(each -> name(each).equals(set))
        .findFirst()
        .orElseThrow()
        .object("spec")
        .object("template");
  }

  static String name(Json.Obj set) {
    return set.object("metadata").text("name");
  }

  static List<Recorded> recorded() {
    try {
      var found = new ArrayList<Recorded>();
      for (var line : Files.readAllLines(Path.of(PLACE + "recorded.jsonl"))) {
        var row = JsonBytes.readObject(line.getBytes(StandardCharsets.UTF_8));
        found.add(
            new Recorded(
                row.text("set"), row.text("writer"), row.text("name"), row.object("data")));
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
