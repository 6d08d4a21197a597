package dev.ordinal.cli.plan;

import dev.ordinal.model.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The change that is asked about: a manifest, or single fields.
final class PlannedChange {
  @Option(
      names = {"-f", "--filename"},
      paramLabel = "FILE",
      description = "The manifest with the changed set; - for standard input.")
  private @Nullable String file;

  @Option(
      names = "--set-image",
      paramLabel = "CONTAINER=IMAGE",
      description = "Another image for a container; may be given more than once.")
  private Map<String, String> images = new TreeMap<>();

  @Option(names = "--replicas", paramLabel = "COUNT", description = "Another number of pods.")
  private @Nullable Integer replicas;

  @Option(names = "--partition", paramLabel = "COUNT", description = "Another partition.")
  private @Nullable Integer partition;

  /// The set in the manifest, if there is one.
  Json.Obj manifest(Optional<String> name) {
    return file == null ? Json.EMPTY : ManifestFile.read(file).choose(name);
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
