package dev.ordinal.cli.plan;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.local.serve.YamlText;
import dev.ordinal.model.Names;
import dev.ordinal.model.json.Json;
import dev.ordinal.sim.reply.Refusal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The sets that a file of manifests has.
///
/// @param source the file, in words
record ManifestFile(String source, List<Json.Obj> sets) {
  ManifestFile {
    sets = List.copyOf(sets);
  }

  /// `-` is standard input.
  static ManifestFile read(String file) {
    var source = file.equals("-") ? "Standard input" : file;
    try {
      return of(source, text(file));
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException("There is no file %s.".formatted(file), e);
    } catch (IOException | Refusal e) {
      throw new IllegalArgumentException(
          "%s cannot be read: %s".formatted(source, e.getMessage()), e);
    }
  }

  private static String text(String file) throws IOException {
    return file.equals("-")
        ? new String(System.in.readAllBytes(), StandardCharsets.UTF_8)
        : Files.readString(Path.of(file));
  }

  static ManifestFile of(String source, String text) throws IOException {
    var found = new ArrayList<Json.Obj>();
    for (var part : text.split("(?m)^---.*$")) {
      if (!part.lines().allMatch(line -> line.isBlank() || line.startsWith("#"))) {
        var object = JsonBytes.readObject(YamlText.toJson(part).getBytes(StandardCharsets.UTF_8));
        if (isSet(object)) {
          found.add(object);
        }
      }
    }
    return new ManifestFile(source, found);
  }

  private static boolean isSet(Json.Obj object) {
    return object.text("kind").equals(Names.KIND)
        && object.text("apiVersion").startsWith(Names.GROUP + "/");
  }

  /// The set of this name, or the only one where no name is given.
  Json.Obj choose(Optional<String> name) {
    if (sets.isEmpty()) {
      throw new IllegalArgumentException(
          "%s has no StatefulSet of %s.".formatted(source, Names.GROUP));
    }
    if (name.isEmpty() && sets.size() > 1) {
      throw new IllegalArgumentException(
          "%s has several sets, name one of them: %s.".formatted(source, names()));
    }
    return sets.stream()
        .filter(set -> name.isEmpty() || name.get().equals(name(set)))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "%s has no set %s, it has %s.".formatted(source, name.get(), names())));
  }

  private String names() {
    return sets.stream().map(ManifestFile::name).collect(Collectors.joining(", "));
  }

  private static String name(Json.Obj set) {
    return set.object("metadata").text("name");
  }
}
