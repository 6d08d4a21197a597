package dev.ordinal.e2e;

import dev.ordinal.golden.Belongings;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.rig.Cluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What a controller left of the sets of [MidFlight] when it was stopped, as `LeftBehindTest` reads
/// it.
final class LeftBehind {
  private static final String SETS = "apis/apps.kruise.io/v1beta1";

  private final List<String> lines = new ArrayList<>();

  /// One line for each set, with all that is its own.
  void record(Cluster place, String situation) {
    for (var set : List.of("store", "guarded", "disk")) {
      lines.add(
          JsonText.write(
              Json.of("situation", Json.of(situation))
                  .with("objects", Json.of(Belongings.of(place, SETS, set)))));
    }
  }

  void write(Path file) {
    try {
      Files.write(file, lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
