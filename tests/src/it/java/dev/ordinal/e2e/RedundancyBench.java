package dev.ordinal.e2e;

import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.ClusterKind;
import dev.ordinal.rig.Rig;
import dev.ordinal.rig.User;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/// Two controllers and a leader that goes at random moments of a rollout: how long no controller
/// acts, and what went wrong meanwhile. `make bench-redundancy`. Ends with 1 when a promise was
/// broken.
public final class RedundancyBench {
  private final Cluster cluster;
  private final Duo duo;
  private final Random chance;
  private final int pods;
  private final int budget;
  private int rollouts;
  private int duplicates;
  private int mostDown;

  private RedundancyBench(Cluster cluster, Duo duo, Random chance, int pods) {
    this.cluster = cluster;
    this.duo = duo;
    this.chance = chance;
    this.pods = pods;
    this.budget = pods / 10;
  }

  /// How long no controller held the Lease, and how long none wrote anything else.
  private record Gap(Duration lease, Duration write) {}

  private enum Way {
    KILLED,
    PAUSED,
    STOPPED
  }

  /// How often the leader is killed, paused for longer than its lease, and stopped, and how many
  /// pods there are; 20, 4, 4 and 200 when not given. Then `sim`, for the simulated cluster.
  public static void main(String[] arguments) throws IOException {
    var counts = new ArrayList<>(List.of(20, 4, 4, 200));
    var kind = List.of(arguments).contains("sim") ? ClusterKind.SIM : ClusterKind.REAL;
    for (var number = 0; number < Math.min(arguments.length, counts.size()); number++) {
      counts.set(number, Integer.parseInt(arguments[number]));
    }
    var seed = System.currentTimeMillis();
    var folder = Files.createTempDirectory("ordinal-redundancy");
    var isKept = true;
    try (var rig = Rig.start(kind, line -> {});
        var cluster = rig.enter("redundancy");
        var duo = Duo.start(cluster, folder, "bench")) {
      var bench = new RedundancyBench(cluster, duo, new Random(seed), counts.get(3));
      System.out.printf("%d pods, maxUnavailable %d, seed %d%n%n", bench.pods, bench.budget, seed);
      System.out.println("| the leader is | times | the other leads after | and writes after |");
      System.out.println("|---|---|---|---|");
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
    var gaps = new ArrayList<Gap>();
    while (gaps.size() < times) {
      rollOut(way, times, gaps);
    }
    System.out.printf(
        "| %s | %d | %s | %s |%n",
        way.name().toLowerCase(Locale.ROOT),
        times,
        range(gaps.stream().map(Gap::lease).toList()),
        range(gaps.stream().map(Gap::write).toList()));
  }

  /// The shortest, the median and the longest.
  private static String range(List<Duration> gaps) {
    var sorted = gaps.stream().sorted(Comparator.naturalOrder()).toList();
    return "%s / %s / %s"
        .formatted(
            seconds(sorted.getFirst()),
            seconds(sorted.get(sorted.size() / 2)),
            seconds(sorted.getLast()));
  }

  private static String seconds(Duration gap) {
    return "%.2f s".formatted(gap.toMillis() / 1000.0);
  }

  /// One rollout, in which the leader goes as often as it fits, and so often in all.
  private void rollOut(Way way, int times, List<Gap> gaps) {
    if (rollouts == 0) {
      apply();
      awaitDone();
    }
    try (var history = PodHistory.start(cluster, "many")) {
      apply();
      while (gaps.size() < times && !isDone()) {
        var created = history.lines("created").size();
        var more = Math.min(pods - 1, created + 1 + chance.nextInt(pods / 4));
        cluster.await("some progress", () -> history.lines("created").size() >= more);
        if (more < pods - budget) {
          gaps.add(lose(way, duo.awaitLeader()));
        }
      }
      awaitDone();
      history.catchUp();
      duplicates += history.lines("created").size() - pods;
      mostDown = Math.max(mostDown, history.mostDown());
    }
  }

  private Gap lose(Way way, User leader) {
    var process = duo.process(leader);
    var standby = Duo.other(leader);
    duo.awaitStarted(standby);
    var moment = Instant.now();
    switch (way) {
      case KILLED -> process.kill();
      case PAUSED -> process.pause();
      case STOPPED -> process.stop();
    }
    cluster.await("a write of the other", () -> !duo.writes(standby, moment).isEmpty());
    if (way == Way.PAUSED) {
      process.resume();
    } else {
      duo.start(leader);
    }
    return new Gap(
        Duration.between(moment, duo.leadsSince(standby, moment)),
        Duration.between(moment, duo.writes(standby, moment).getFirst().at()));
  }

  private void apply() {
    rollouts++;
    cluster.apply(
        Realm.manifest(
            "many",
            pods,
            "podManagementPolicy: Parallel\n  updateStrategy: {rollingUpdate: {maxUnavailable: "
                + budget
                + "}}",
            "{containers: [{name: app, image: \"app:" + rollouts + "\"}]}"));
  }

  private void awaitDone() {
    cluster.await("rollout " + rollouts, Duration.ofMinutes(10), this::isDone);
  }

  private boolean isDone() {
    return LeaderIT.status(cluster, "many")
        .matches("app:" + rollouts + " " + pods + " (\\d+) \\1 True");
  }

  private boolean conclude() {
    var others = duo.writesOfOthers().size();
    var overruns = duo.overruns();
    System.out.printf(
        "%nRollouts: %d. Writes begun by a controller that did not lead: %d. Writes under way when a"
            + " term ended: %d. Pods created twice: %d. Most pods down at once: %d of %d.%n",
        rollouts, Math.max(0, others - overruns), overruns, duplicates, mostDown, budget);
    return others <= overruns && duplicates == 0 && mostDown <= budget;
  }
}
