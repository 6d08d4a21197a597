package dev.ordinal.e2e;

import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.Rig;
import dev.ordinal.rig.User;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/// Two controllers on the real control plane, and a leader that goes at random moments of a
/// rollout: how long no controller acts, and what went wrong meanwhile. `make bench-redundancy`.
/// Ends with 1 when a promise was broken.
public final class RedundancyBench {
  private static final int PODS = 200;
  private static final int BUDGET = 20;

  private final Cluster cluster;
  private final Duo duo;
  private final Random chance;
  private int rollouts;
  private int duplicates;
  private int mostDown;

  private RedundancyBench(Cluster cluster, Duo duo, Random chance) {
    this.cluster = cluster;
    this.duo = duo;
    this.chance = chance;
  }

  private enum Way {
    KILLED,
    PAUSED,
    STOPPED
  }

  /// How often the leader is killed, paused for longer than its lease, and stopped; 20, 4 and 4
  /// when not given.
  public static void main(String[] arguments) throws IOException {
    var counts = new ArrayList<>(List.of(20, 4, 4));
    for (var number = 0; number < Math.min(arguments.length, counts.size()); number++) {
      counts.set(number, Integer.parseInt(arguments[number]));
    }
    var seed = System.currentTimeMillis();
    var folder = Files.createTempDirectory("ordinal-redundancy");
    var isKept = true;
    try (var rig = Rig.start(line -> {});
        var cluster = rig.enter("redundancy");
        var duo = Duo.start(cluster, folder, "bench")) {
      var bench = new RedundancyBench(cluster, duo, new Random(seed));
      System.out.printf("%d pods, maxUnavailable %d, seed %d%n%n", PODS, BUDGET, seed);
      System.out.println("| the leader is | times | gap: shortest | median | longest |");
      System.out.println("|---|---|---|---|---|");
      bench.measure(Way.KILLED, counts.get(0));
      bench.measure(Way.PAUSED, counts.get(1));
      bench.measure(Way.STOPPED, counts.get(2));
      isKept = bench.conclude();
    }
    System.exit(isKept ? 0 : 1);
  }

  private void measure(Way way, int times) {
    if (times == 0) {
      return;
    }
    var gaps = new ArrayList<Duration>();
    while (gaps.size() < times) {
      rollOut(way, times, gaps);
    }
    gaps.sort(Comparator.naturalOrder());
    System.out.printf(
        "| %s | %d | %s | %s | %s |%n",
        way.name().toLowerCase(java.util.Locale.ROOT),
        times,
        seconds(gaps.getFirst()),
        seconds(gaps.get(gaps.size() / 2)),
        seconds(gaps.getLast()));
  }

  private static String seconds(Duration gap) {
    return "%.1f s".formatted(gap.toMillis() / 1000.0);
  }

  /// One rollout, in which the leader goes as often as it fits, and so often in all.
  private void rollOut(Way way, int times, List<Duration> gaps) {
    if (rollouts == 0) {
      apply();
      awaitDone();
    }
    try (var history = PodHistory.start(cluster, "many")) {
      apply();
      while (gaps.size() < times && !isDone()) {
        var created = history.lines("created").size();
        var more = Math.min(PODS - 1, created + 1 + chance.nextInt(PODS / 4));
        cluster.await("some progress", () -> history.lines("created").size() >= more);
        if (more < PODS - BUDGET) {
          gaps.add(lose(way, duo.awaitLeader()));
        }
      }
      awaitDone();
      history.catchUp();
      duplicates += history.lines("created").size() - PODS;
      mostDown = Math.max(mostDown, history.mostDown());
    }
  }

  /// Returns how long no controller wrote anything.
  private Duration lose(Way way, User leader) {
    var process = duo.process(leader);
    var moment = Instant.now();
    switch (way) {
      case KILLED -> process.kill();
      case PAUSED -> process.pause();
      case STOPPED -> process.stop();
    }
    var standby = Duo.other(leader);
    cluster.await("a write of the other", () -> !duo.writes(standby, moment).isEmpty());
    if (way == Way.PAUSED) {
      process.resume();
    } else {
      duo.start(leader);
    }
    return Duration.between(moment, duo.writes(standby, moment).getFirst().at());
  }

  private void apply() {
    rollouts++;
    cluster.apply(
        Realm.manifest(
            "many",
            PODS,
            "podManagementPolicy: Parallel\n  updateStrategy: {rollingUpdate: {maxUnavailable: "
                + BUDGET
                + "}}",
            "{containers: [{name: app, image: \"app:" + rollouts + "\"}]}"));
  }

  private void awaitDone() {
    cluster.await("rollout " + rollouts, Duration.ofMinutes(10), this::isDone);
  }

  private boolean isDone() {
    return LeaderIT.status(cluster, "many")
        .matches("app:" + rollouts + " " + PODS + " (\\d+) \\1 True");
  }

  private boolean conclude() {
    var others = duo.writesOfOthers().size();
    var overruns = duo.overruns();
    System.out.printf(
        "%nRollouts: %d. Writes begun by a controller that did not lead: %d. Writes under way when a"
            + " term ended: %d. Pods created twice: %d. Most pods down at once: %d of %d.%n",
        rollouts, Math.max(0, others - overruns), overruns, duplicates, mostDown, BUDGET);
    return others <= overruns && duplicates == 0 && mostDown <= BUDGET;
  }
}
