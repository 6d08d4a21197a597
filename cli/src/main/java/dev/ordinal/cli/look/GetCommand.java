package dev.ordinal.cli.look;

import dev.ordinal.cli.option.ConnectionOptions;
import dev.ordinal.cli.option.FilterOptions;
import dev.ordinal.cli.option.OneSet;
import dev.ordinal.cli.option.OutputOptions;
import dev.ordinal.cli.option.OutputOptions.Form;
import dev.ordinal.cli.option.Refresh;
import dev.ordinal.cli.option.Screen;
import dev.ordinal.cli.option.SetNames;
import dev.ordinal.kube.http.Connection;
import dev.ordinal.model.Names;
import dev.ordinal.model.SetView;
import dev.ordinal.model.json.Json;
import dev.ordinal.view.OverviewJson;
import dev.ordinal.view.SetOverview;
import dev.ordinal.view.live.LiveSets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `ordinal get`
@Command(
    name = "get",
    description = "Show sets, or one set with its revisions and pods.",
    footer = "✔ available  ◌ on its way  ◷ waits  ✖ needs help  • going")
public final class GetCommand implements Callable<Integer> {
  /// Ages move though nothing happens.
  private static final Duration TICK = Duration.ofSeconds(1);

  /// A busy set changes more often than anyone can read.
  private static final Duration LEAST = Duration.ofMillis(200);

  @Mixin private ConnectionOptions cluster = new ConnectionOptions();
  @Mixin private FilterOptions filter = new FilterOptions();
  @Mixin private OutputOptions output = new OutputOptions();

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      description = "The set to show as a tree. Without it all are listed.",
      completionCandidates = SetNames.class)
  private @Nullable String name;

  @Option(
      names = {"-w", "--watch"},
      description = "Go on showing what changes, until Ctrl-C.")
  private boolean isWatching;

  @Override
  public Integer call() {
    if (isWatching && !List.of(Form.TABLE, Form.WIDE).contains(output.form())) {
      throw new IllegalArgumentException("-w goes with -o table and -o wide only.");
    }
    try (var connection = cluster.open()) {
      var refresh = new Refresh();
      var namespace = filter.namespace(connection.namespace());
      try (var sets = LiveSets.open(connection.api(), namespace, refresh::signal)) {
        sets.awaitRead(OneSet.FIRST_READ);
        if (isWatching) {
          watch(connection, sets, refresh);
        } else {
          show(connection, sets);
        }
      }
    }
    return 0;
  }

  private void watch(Connection connection, LiveSets sets, Refresh refresh) {
    var screen = output.screen();
    var live = new LiveScreen(screen);
    do {
      live.show(table(screen, select(connection, sets)));
    } while (!screen.isClosed() && refresh.await(TICK) && new Refresh().await(LEAST));
  }

  private void show(Connection connection, LiveSets sets) {
    var screen = output.screen();
    var found = select(connection, sets);
    if (found.isEmpty() && !filter.isForAll()) {
      OneSet.requireNamespace(connection.api(), connection.namespace());
    }
    switch (output.form()) {
      case TABLE, WIDE -> screen.lines(table(screen, found));
      case JSON, YAML -> screen.value(output.form(), value(found));
      case NAME ->
          found.forEach(
              set -> screen.raw("statefulset.%s/%s".formatted(Names.GROUP, set.key().name())));
    }
  }

  private List<SetOverview> select(Connection connection, LiveSets sets) {
    if (name != null) {
      return List.of(OneSet.find(connection, sets, OneSet.key(connection.namespace(), name)));
    }
    var now = Instant.now();
    return sets.sets().stream()
        .filter(filter::matches)
        .map(SetView::key)
        .map(key -> sets.find(key, now))
        .flatMap(Optional::stream)
        .toList();
  }

  private List<String> table(Screen screen, List<SetOverview> found) {
    var isWide = output.form() == Form.WIDE;
    if (name != null) {
      return new SetTree(screen, isWide).lines(found.getFirst());
    }
    return found.isEmpty()
        ? List.of("There are no sets here.")
        : new SetTable(screen, filter.isForAll(), isWide).lines(found);
  }

  private Json value(List<SetOverview> found) {
    return name != null
        ? OverviewJson.of(found.getFirst())
        : Json.of("items", Json.of(found.stream().map(OverviewJson::summary).toList()));
  }
}
