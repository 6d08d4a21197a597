package dev.ordinal.cli.change;

import dev.ordinal.cli.change.ChangeText.Ending;
import dev.ordinal.cli.option.ConnectionOptions;
import dev.ordinal.cli.option.OneSet;
import dev.ordinal.cli.option.OutputOptions;
import dev.ordinal.cli.option.Screen;
import dev.ordinal.cli.option.SetNames;
import dev.ordinal.kube.http.Connection;
import dev.ordinal.model.SetKey;
import dev.ordinal.view.SetOverview;
import dev.ordinal.view.live.LiveSets;
import java.io.Console;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The set to change, and how: at once, after a question, or not at all. A change is made only of
/// the very state that it was decided on.
final class ChangeOptions {
  private static final int DONE = 0;
  private static final int NOT_DONE = 1;

  @Mixin private ConnectionOptions cluster = new ConnectionOptions();
  @Mixin private OutputOptions output = new OutputOptions();

  @Parameters(
      index = "0",
      paramLabel = "NAME",
      description = "The set.",
      completionCandidates = SetNames.class)
  private String name = "";

  @Option(names = "--dry-run", description = "Only show what would change.")
  private boolean isDryRun;

  @Option(
      names = {"-y", "--yes"},
      description = "Change it without a question.")
  private boolean isSure;

  /// Reads the set, shows what the change does, asks, and makes it.
  int make(Function<SetOverview, ChangeRequest> decide) {
    try (var connection = cluster.open()) {
      var key = OneSet.key(connection.namespace(), name);
      var namespace = Optional.of(key.namespace());
      try (var sets = LiveSets.open(connection.api(), namespace, () -> {})) {
        sets.awaitRead(OneSet.FIRST_READ);
        var set = OneSet.find(connection, sets, key);
        return make(connection, key, decide.apply(set));
      }
    }
  }

  /// Does something else with the set than to change it.
  int with(BiFunction<Connection, SetKey, Integer> work) {
    try (var connection = cluster.open()) {
      return work.apply(connection, OneSet.key(connection.namespace(), name));
    }
  }

  OutputOptions.Form form() {
    return output.form();
  }

  Screen screen() {
    return output.screen();
  }

  int make(Connection connection, SetKey key, ChangeRequest change) {
    var text = new ChangeText(output.screen(), output.form(), key, change);
    if (change.isEmpty()) {
      text.ended(Ending.NOT_NEEDED);
      return DONE;
    }
    text.show();
    if (isDryRun) {
      text.ended(Ending.DRY_RUN);
      return DONE;
    }
    if (!isSure && !isConfirmed()) {
      text.ended(Ending.REFUSED);
      return NOT_DONE;
    }
    new Delivery(connection.api()).make(change);
    text.ended(Ending.DONE);
    return DONE;
  }

  /// Without a terminal there is no answer to wait for.
  private static boolean isConfirmed() {
    var terminal = Optional.ofNullable(System.console()).filter(Console::isTerminal);
    if (terminal.isEmpty()) {
      throw new IllegalArgumentException("Add --yes to change it, or --dry-run to look only.");
    }
    return answer(terminal.get()).startsWith("y");
  }

  private static String answer(Console console) {
    var answer = console.readLine("Go on? [y/N] ");
    return answer == null ? "" : answer.strip().toLowerCase(Locale.ROOT);
  }
}
