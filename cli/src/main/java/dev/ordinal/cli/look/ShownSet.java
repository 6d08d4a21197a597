package dev.ordinal.cli.look;

import dev.ordinal.cli.option.OneSet;
import dev.ordinal.cli.option.OutputOptions;
import dev.ordinal.cli.option.Screen;
import dev.ordinal.model.json.Json;
import dev.ordinal.view.SetOverview;
import dev.ordinal.view.live.LiveSets;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;

/// One set, read once, and the form in which something of it is printed.
final class ShownSet {
  @Mixin private OneSet one = new OneSet();
  @Mixin private OutputOptions output = new OutputOptions();

  /// The set as it is now.
  SetOverview read() {
    try (var connection = one.open()) {
      var key = one.key(connection);
      try (var sets = LiveSets.open(connection.api(), Optional.of(key.namespace()), () -> {})) {
        sets.awaitRead(OneSet.FIRST_READ);
        return OneSet.find(connection, sets, key);
      }
    }
  }

  Screen screen() {
    return output.screen();
  }

  /// Prints lines, or the same as a value, or names.
  void print(List<String> lines, Json value, List<String> names) {
    var screen = screen();
    switch (output.form()) {
      case TABLE, WIDE -> screen.lines(lines);
      case JSON, YAML -> screen.value(output.form(), value);
      case NAME -> names.forEach(screen::raw);
    }
  }
}
