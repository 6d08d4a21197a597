package dev.ordinal.e2e;

import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.Rig;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// Two controllers on the real control plane, and an API server that fails for a minute in the
/// middle of a rollout: how long the rollout takes then, and what went wrong meanwhile. `make
/// bench-trouble`. Ends with 1 when a promise was broken.
public final class ApiTroubleBench {
  private static final int PODS = 200;
  private static final int BUDGET = 20;
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final Cluster cluster;
  private final Detour detour;
  private final Duo duo;
  private final Random chance;
  private int rollouts;
  private int duplicates;
  private int mostDown;

  private ApiTroubleBench(Cluster cluster, Detour detour, Duo duo, Random chance) {
    this.cluster = cluster;
    this.detour = detour;
    this.duo = duo;
    this.chance = chance;
  }

  private enum Trouble {
    NONE,
    API_SERVER_RESTARTED,
    THREE_OF_FOUR_ANSWERS_ARE_429,
    THREE_OF_FOUR_ANSWERS_ARE_500,
    CONNECTIONS_CUT_EVERY_5_S;

    String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /// How long a rollout took in all, and after the end of the trouble.
  private record Rollout(Duration whole, Duration rest) {}

  /// How often each trouble happens; twice when not given.
  public static void main(String[] arguments) throws IOException {
    var times = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 2;
    var seed = System.currentTimeMillis();
    var chance = new Random(seed);
    var isKept = true;
    try (var rig = Rig.start(line -> {});
        var cluster = rig.enter("trouble");
        var detour = Detour.open(rig.plane(), new Random(seed));
        var duo =
            Duo.start(
                cluster,
                Files.createTempDirectory("ordinal-trouble"),
                detour::route,
                List.of("--leader-elect-resource-name=trouble"))) {
      var bench = new ApiTroubleBench(cluster, detour, duo, chance);
      System.out.printf("%d pods, maxUnavailable %d, seed %d%n%n", PODS, BUDGET, seed);
      System.out.println("| trouble for a minute | times | rollout took | after the trouble |");
      System.out.println("|---|---|---|---|");
      bench.apply();
      bench.awaitDone();
      for (var trouble : Trouble.values()) {
        bench.measure(trouble, times);
      }
      isKept = bench.conclude();
    }
    System.exit(isKept ? 0 : 1);
  }

  private void measure(Trouble trouble, int times) {
    var found = new ArrayList<Rollout>();
    for (var time = 0; time < times; time++) {
      found.add(rollOut(trouble));
    }
    System.out.printf(
        "| %s | %d | %s | %s |%n",
        trouble.text(),
        times,
        range(found.stream().map(Rollout::whole).toList()),
        trouble == Trouble.NONE ? "" : range(found.stream().map(Rollout::rest).toList()));
  }

  private static String range(List<Duration> times) {
    var sorted = times.stream().sorted(Comparator.naturalOrder()).toList();
    return "%.1f to %.1f s"
        .formatted(sorted.getFirst().toMillis() / 1000.0, sorted.getLast().toMillis() / 1000.0);
  }

  private Rollout rollOut(Trouble trouble) {
    try (var history = PodHistory.start(cluster, "many")) {
      var begin = Instant.now();
      apply();
      var some = 1 + chance.nextInt(PODS / 2);
      cluster.await("some progress", () -> history.lines("created").size() >= some);
      happen(trouble);
      var end = Instant.now();
      awaitDone();
      var done = Instant.now();
      history.catchUp();
      duplicates += history.lines("created").size() - PODS;
      mostDown = Math.max(mostDown, history.mostDown());
      return new Rollout(Duration.between(begin, done), Duration.between(end, done));
    }
  }

  private void happen(Trouble trouble) {
    switch (trouble) {
      case NONE -> {}
      case API_SERVER_RESTARTED -> detour.restartApiServer();
      case THREE_OF_FOUR_ANSWERS_ARE_429 -> refuse(429);
      case THREE_OF_FOUR_ANSWERS_ARE_500 -> refuse(500);
      case CONNECTIONS_CUT_EVERY_5_S -> {
        for (var cut = 0; cut < 12; cut++) {
          detour.cut();
          pass(MINUTE.dividedBy(12));
        }
      }
    }
  }

  private void refuse(int code) {
    detour.refuse(code);
    pass(MINUTE);
    detour.refuse(0);
  }

  private static void pass(Duration time) {
    var later = CompletableFuture.delayedExecutor(time.toMillis(), TimeUnit.MILLISECONDS);
    CompletableFuture.runAsync(() -> {}, later).join();
  }

  /// Each pod has to be ready for a while, so that a rollout lasts longer than the trouble.
  private void apply() {
    rollouts++;
    cluster.apply(
        Realm.manifest(
            "many",
            PODS,
            "podManagementPolicy: Parallel\n  minReadySeconds: 8\n"
                + "  updateStrategy: {rollingUpdate: {maxUnavailable: "
                + BUDGET
                + "}}",
            "{containers: [{name: app, image: \"app:" + rollouts + "\"}]}"));
  }

  private void awaitDone() {
    cluster.await(
        "rollout " + rollouts,
        Duration.ofMinutes(10),
        () ->
            LeaderIT.status(cluster, "many")
                .matches("app:" + rollouts + " " + PODS + " (\\d+) \\1 True"));
  }

  private boolean conclude() {
    var others = duo.writesOfOthers().size();
    var overruns = duo.overruns();
    System.out.printf(
        "%nRollouts: %d. The leader changed %d times. Writes begun by a controller that did not lead:"
            + " %d. Writes under way when a term ended: %d. Pods created twice: %d. Most pods down at"
            + " once: %d of %d.%n",
        rollouts,
        duo.changes(),
        Math.max(0, others - overruns),
        overruns,
        duplicates,
        mostDown,
        BUDGET);
    return others <= overruns && duplicates == 0 && mostDown <= BUDGET;
  }
}
