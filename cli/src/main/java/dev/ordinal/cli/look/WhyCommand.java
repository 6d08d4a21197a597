package dev.ordinal.cli.look;

import dev.ordinal.cli.option.OneSet;
import dev.ordinal.cli.option.OutputOptions;
import dev.ordinal.model.json.Json;
import dev.ordinal.view.live.LiveSets;
import dev.ordinal.view.why.ExplanationJson;
import dev.ordinal.view.why.Explanations;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `ordinal why`
@Command(
    name = "why",
    description = "Tell why pods of a set wait, down to the first cause, and what ends the wait.",
    footer = "Exit code 0: nothing waits. 1: something does.")
public final class WhyCommand implements Callable<Integer> {
  @Mixin private OneSet one = new OneSet();
  @Mixin private OutputOptions output = new OutputOptions();

  @Override
  public Integer call() {
    try (var connection = one.open()) {
      var key = one.key(connection);
      try (var sets = LiveSets.open(connection.api(), Optional.of(key.namespace()), () -> {})) {
        sets.awaitRead(OneSet.FIRST_READ);
        var set = OneSet.find(connection, sets, key);
        var found = Explanations.of(set);
        var screen = output.screen();
        switch (output.form()) {
          case TABLE, WIDE -> screen.lines(new WhyText(screen).lines(set, found));
          case JSON, YAML ->
              screen.value(
                  output.form(),
                  Json.of("name", Json.of(key.name()))
                      .with("namespace", Json.of(key.namespace()))
                      .with("phase", Json.of(set.phase().word()))
                      .with("waits", ExplanationJson.of(found)));
          case NAME -> found.forEach(each -> screen.raw(each.target()));
        }
        return found.isEmpty() ? 0 : 1;
      }
    }
  }
}
