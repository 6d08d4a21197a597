package dev.ordinal.cli.plan;

import dev.ordinal.cli.option.ConnectionOptions;
import dev.ordinal.cli.option.OneSet;
import dev.ordinal.cli.option.OutputOptions;
import dev.ordinal.cli.option.SetNames;
import dev.ordinal.forecast.Forecast;
import dev.ordinal.forecast.LiveObjects;
import dev.ordinal.forecast.Player;
import dev.ordinal.forecast.PodStep;
import dev.ordinal.kube.http.Connection;
import dev.ordinal.local.OwnDefinitions;
import dev.ordinal.model.SetKey;
import dev.ordinal.model.json.Json;
import dev.ordinal.view.Progress;
import dev.ordinal.view.SetOverview;
import dev.ordinal.view.live.LiveSets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `ordinal plan`
@Command(
    name = "plan",
    description = "Show what a change of a set would do, pod by pod, without making it.",
    footer = "Exit code 0: no pod restarts or is deleted. 1: some do.")
public final class PlanCommand implements Callable<Integer> {
  /// Where no pod of the set tells how long one takes.
  private static final Duration USUAL_START = Duration.ofSeconds(10);

  @Mixin private ConnectionOptions cluster = new ConnectionOptions();
  @Mixin private OutputOptions output = new OutputOptions();
  @Mixin private PlannedChange change = new PlannedChange();

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      description = "The set, unless -f names it.",
      completionCandidates = SetNames.class)
  private @Nullable String name;

  @Override
  public Integer call() {
    var manifest = change.manifest(Optional.ofNullable(name).map(OneSet::simple));
    try (var connection = cluster.open()) {
      var key = key(connection, manifest);
      var forecast = play(connection, key, manifest);
      var screen = output.screen();
      switch (output.form()) {
        case TABLE, WIDE -> screen.lines(new ForecastText(screen).lines(key, forecast));
        case JSON, YAML -> screen.value(output.form(), ForecastText.value(key, forecast));
        case NAME -> forecast.steps().stream().map(PodStep::pod).distinct().forEach(screen::raw);
      }
      return forecast.restarts() > 0 ? 1 : 0;
    }
  }

  private SetKey key(Connection connection, Json.Obj manifest) {
    var meta = manifest.object("metadata");
    var word = name != null ? name : meta.text("name");
    if (word.isEmpty()) {
      throw new IllegalArgumentException("Name a set, or give -f FILE.");
    }
    var written = meta.text("namespace");
    if (!written.isEmpty()
        && cluster.namespace().filter(each -> !each.equals(written)).isPresent()) {
      throw new IllegalArgumentException(
          "The manifest is for namespace %s, and -n says %s."
              .formatted(written, connection.namespace()));
    }
    return OneSet.key(written.isEmpty() ? connection.namespace() : written, word);
  }

  private Forecast play(Connection connection, SetKey key, Json.Obj manifest) {
    var namespace = Optional.of(key.namespace());
    SetOverview set;
    try (var sets = LiveSets.open(connection.api(), namespace, () -> {})) {
      set = OneSet.find(connection, sets.awaitRead(OneSet.FIRST_READ), key);
    }
    var objects =
        LiveObjects.find(connection.api(), key)
            .orElseThrow(() -> OneSet.missing(connection.api(), key));
    var startTime = Progress.startTime(set.ordinals()).orElse(USUAL_START);
    return Player.play(
        objects,
        change.patch(objects.set(), manifest),
        new Player.Basis(OwnDefinitions.all(), startTime, set.now()));
  }
}
