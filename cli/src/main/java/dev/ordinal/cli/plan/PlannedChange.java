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
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The change that is asked about: a manifest, or single fields.
final class PlannedChange {
  @Option(
      names = {"-f", "--filename"},
      paramLabel = "FILE",
      description = "The manifest with the changed set.")
  private @Nullable Path file;

  @Option(
      names = "--set-image",
      paramLabel = "CONTAINER=IMAGE",
      description = "Another image for a container; may be given more than once.")
  private Map<String, String> images = new TreeMap<>();

  @Option(names = "--replicas", paramLabel = "COUNT", description = "Another number of pods.")
  private @Nullable Integer replicas;

  @Option(names = "--partition", paramLabel = "ORDINAL", description = "Another partition.")
  private @Nullable Integer partition;

  /// The set in the manifest, if there is one.
  Json.Obj manifest() {
    if (file == null) {
      return Json.EMPTY;
    }
    return documents(file).stream()
        .filter(each -> each.text("kind").equals(Names.KIND))
        .filter(each -> each.text("apiVersion").startsWith(Names.GROUP + "/"))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "%s has no StatefulSet of %s.".formatted(file, Names.GROUP)));
  }

  private static List<Json.Obj> documents(Path file) {
    try {
      var found = new ArrayList<Json.Obj>();
      for (var part : Files.readString(file).split("(?m)^---.*$")) {
        if (!part.lines().allMatch(line -> line.isBlank() || line.startsWith("#"))) {
          var json = YamlText.toJson(part).getBytes(StandardCharsets.UTF_8);
          found.add(JsonBytes.readObject(json));
        }
      }
      return found;
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException("There is no file %s.".formatted(file), e);
    } catch (IOException | Refusal e) {
      throw new IllegalArgumentException(
          "%s cannot be read: %s".formatted(file, e.getMessage()), e);
    }
  }

  /// A merge patch of the live set.
  Json.Obj patch(Json.Obj live, Json.Obj manifest) {
    var spec = manifest.object("spec");
    if (replicas != null) {
      spec = spec.with("replicas", Json.of(replicas));
    }
    if (partition != null) {
      var rolling = spec.object("updateStrategy").object("rollingUpdate");
      spec =
          spec.with(
              "updateStrategy",
              spec.object("updateStrategy")
                  .with("rollingUpdate", rolling.with("partition", Json.of(partition))));
    }
    if (!images.isEmpty()) {
      var known = spec.find("template").isPresent() ? spec : live.object("spec");
      spec = spec.with("template", imaged(known.object("template")));
    }
    if (spec.equals(Json.EMPTY)) {
      throw new IllegalArgumentException(
          "Say what changes: -f FILE, --set-image, --replicas or --partition.");
    }
    return Json.of("spec", spec);
  }

  private Json.Obj imaged(Json.Obj template) {
    var left = new TreeMap<>(images);
    var spec = template.object("spec");
    for (var list : List.of("initContainers", "containers")) {
      var containers = new ArrayList<Json>();
      for (var item : spec.items(list)) {
        var container = item instanceof Json.Obj found ? found : Json.EMPTY;
        var image = left.remove(container.text("name"));
        containers.add(image == null ? item : container.with("image", Json.of(image)));
      }
      spec = containers.isEmpty() ? spec : spec.with(list, Json.of(containers));
    }
    if (!left.isEmpty()) {
      throw new IllegalArgumentException("There is no container %s.".formatted(left.firstKey()));
    }
    return template.with("spec", spec);
  }
}
