package dev.ordinal.golden;

import dev.ordinal.api.Yaml;
import dev.ordinal.codec.JsonBytes;
import dev.ordinal.model.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Sets as users write them, and what controllers have made of them.
public final class GoldenSets {
  private static final Path PLACE = Path.of("tests/src/test/resources/golden");

  private static final List<Json.Obj> MANIFESTS =
      Yaml.documents(PLACE.resolve("sets.yaml").toString());

  private GoldenSets() {}

  /// A set with its pod, its claims and its revision, as a controller left them.
  public record Recorded(String set, String writer, List<Json.Obj> objects) {
    public Recorded {
      objects = List.copyOf(objects);
    }

    /// The only one of that kind.
    public Json.Obj the(String kind) {
      var found = objects.stream().filter(each -> each.text("kind").equals(kind)).toList();
      if (found.size() != 1) {
        throw new IllegalStateException(found.size() + " of kind " + kind + ": " + this);
      }
      return found.getFirst();
    }

    /// The name of the revision.
    public String revision() {
      return GoldenSets.name(the("ControllerRevision"));
    }

    public Json.Obj data() {
      return the("ControllerRevision").object("data");
    }

    public Json.Obj template() {
      return data().object("spec").object("template").without("$patch");
    }

    public boolean isBy(String controller) {
      return writer.startsWith(controller + "-");
    }

    @Override
    public String toString() {
      return set + " by " + writer;
    }
  }

  /// Without apiVersion and kind, which are those of either side.
  public static List<Json.Obj> manifests() {
    return MANIFESTS;
  }

  public static Json.Obj manifest(String set) {
    return MANIFESTS.stream().filter(each -> name(each).equals(set)).findFirst().orElseThrow();
  }

  static Json.Obj template(String set) {
    return manifest(set).object("spec").object("template");
  }

  public static String name(Json.Obj object) {
    return object.object("metadata").text("name");
  }

  public static List<Recorded> recorded() {
    return writers().stream().flatMap(GoldenSets::by).toList();
  }

  /// Each controller in each version: the names of the files.
  static List<String> writers() {
    try (var files = Files.list(PLACE.resolve("recorded"))) {
      return files
          .map(file -> file.getFileName().toString().replace(".jsonl", ""))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<Recorded> by(String writer) {
    return lines("recorded/" + writer + ".jsonl").stream().map(line -> row(writer, line));
  }

  private static Recorded row(String writer, String line) {
    try {
      var row = JsonBytes.readObject(line.getBytes(StandardCharsets.UTF_8));
      var objects = row.items("objects").stream().map(Json.Obj.class::cast).toList();
      return new Recorded(row.text("set"), writer, objects);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<String> lines(String file) {
    try {
      return Files.readAllLines(PLACE.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
