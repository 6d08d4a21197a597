package dev.ordinal.cli.look;

import dev.ordinal.cli.option.OneSet;
import dev.ordinal.cli.option.OutputOptions;
import dev.ordinal.cli.option.Refresh;
import dev.ordinal.cli.option.Screen;
import dev.ordinal.command.GoDuration;
import dev.ordinal.view.SetOverview;
import dev.ordinal.view.SetPhase;
import dev.ordinal.view.live.LiveSets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `ordinal status`
@Command(
    name = "status",
    description = "Wait until a set is where its spec wants it to be.",
    footer = "Exit code 0: done. 1: stalled. 124: timed out.")
public final class StatusCommand implements Callable<Integer> {
  private static final int DONE = 0;
  private static final int STALLED = 1;
  private static final int TIMED_OUT = 124;
  private static final Duration TICK = Duration.ofSeconds(1);

  @Mixin private OneSet one = new OneSet();
  @Mixin private OutputOptions output = new OutputOptions();

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = GoDuration.class,
      description = "How long to wait, such as 90s or 10m; 0s looks once. Default: no limit.")
  private @Nullable Duration timeout;

  @Override
  public Integer call() {
    try (var connection = one.open()) {
      var refresh = new Refresh();
      var key = one.key(connection);
      var end = timeout == null ? Instant.MAX : Instant.now().plus(timeout);
      var namespace = Optional.of(key.namespace());
      try (var sets = LiveSets.open(connection.api(), namespace, refresh::signal)) {
        sets.awaitRead(OneSet.FIRST_READ);
        var screen = output.screen();
        var said = "";
        while (true) {
          var set = OneSet.find(connection, sets, key);
          said = say(screen, set, said);
          if (isDone(set)) {
            return DONE;
          }
          if (set.phase() == SetPhase.STALLED) {
            return STALLED;
          }
          if (!end.isAfter(Instant.now()) || !refresh.await(TICK)) {
            return TIMED_OUT;
          }
        }
      }
    }
  }

  /// A set that the controller has not looked at since its last change is not done.
  private static boolean isDone(SetOverview set) {
    return set.phase().isDone() && set.isObserved();
  }

  /// Prints only what is new.
  private static String say(Screen screen, SetOverview set, String said) {
    var words = set.phase().word() + ": " + set.message();
    if (!words.equals(said)) {
      screen.line(screen.paint(SetTable.tone(set.phase()), words));
      screen.out().flush();
    }
    return words;
  }
}
