package dev.ordinal.bench.soak;

import dev.ordinal.e2e.Detour;
import dev.ordinal.e2e.Duo;
import dev.ordinal.rig.Audit;
import dev.ordinal.rig.Await;
import dev.ordinal.rig.Rig;
import dev.ordinal.rig.User;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// Two controllers and many sets under random edits and faults on the real control plane, for an
/// hour: what it costs, how long the sets need after each fault, and whether anything is left
/// behind. `make soak`; the arguments are minutes and sets. Ends with 1 when a promise was broken.
public final class SoakBench {
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final Duration REST = Duration.ofMinutes(1);
  private static final List<User> USERS = List.of(User.ORDINAL, User.STANDBY);

  private final Detour detour;
  private final Duo duo;
  private final Edits edits;
  private final Patrol patrol;
  private final Map<Fault, List<Duration>> recoveries = new EnumMap<>(Fault.class);
  private Optional<User> veteran = Optional.empty();
  private int dead;

  private SoakBench(Detour detour, Duo duo, Edits edits, Patrol patrol) {
    this.detour = detour;
    this.duo = duo;
    this.edits = edits;
    this.patrol = patrol;
  }

  private enum Fault {
    NOTHING,
    LEADER_KILLED,
    LEADER_STANDS_STILL_FOR_30_S,
    API_SERVER_RESTARTED,
    ANSWERS_429_FOR_A_MINUTE,
    ANSWERS_500_FOR_A_MINUTE,
    CONNECTIONS_CUT_FOR_A_MINUTE;

    String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  public static void main(String[] arguments) throws IOException {
    var minutes = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 60;
    var sets = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 200;
    var seed = System.currentTimeMillis();
    var chance = new Random(seed);
    System.out.printf("%d minutes, %d sets, seed %d%n", minutes, sets, seed);
    var isKept = false;
    try (var rig = Rig.start(line -> {});
        var cluster = rig.enter("soak");
        var detour = Detour.open(rig.plane(), new Random(seed));
        var duo =
            Duo.start(
                cluster,
                Files.createTempDirectory("ordinal-soak"),
                detour::route,
                List.of(
                    "--leader-elect-resource-name=soak", "--metrics-bind-address=127.0.0.1:0"))) {
      var edits = new Edits(cluster, sets, chance);
      try (var patrol = new Patrol(cluster, duo, edits.path())) {
        var bench = new SoakBench(detour, duo, edits, patrol);
        bench.run(Instant.now().plus(Duration.ofMinutes(minutes)));
        var restsSince = bench.rest();
        isKept = bench.conclude(writes(cluster.audit().since(restsSince)));
      }
    }
    System.exit(isKept ? 0 : 1);
  }

  private void run(Instant end) {
    edits.createAll();
    awaitDone();
    memory("all sets are there");
    while (Instant.now().isBefore(end)) {
      for (var fault : Fault.values()) {
        if (Instant.now().isBefore(end)) {
          round(fault);
        }
      }
    }
  }

  /// Edits for a minute, a fault in the middle of them, and then the time until all sets are done.
  private void round(Fault fault) {
    editFor(Duration.ofSeconds(15));
    var leader = fault == Fault.LEADER_KILLED ? victim() : awaitLeader();
    if (fault != Fault.NOTHING) {
      patrol.suspend();
    }
    begin(fault, leader);
    editDuring(fault);
    end(fault, leader);
    patrol.resume();
    edits.settle();
    var begin = Instant.now();
    awaitDone();
    recoveries
        .computeIfAbsent(fault, _ -> new ArrayList<>())
        .add(Duration.between(begin, Instant.now()));
    dead += (int) USERS.stream().filter(user -> !isAliveSoon(user)).count();
    memory(fault.text());
  }

  private User awaitLeader() {
    Await.until("a leader", Duration.ofMinutes(2), () -> patrol.leader().isPresent());
    return patrol.leader().orElse(User.ORDINAL);
  }

  /// One of them lives from the beginning to the end, so that its memory tells something. If it
  /// leads, it stands still until the other one does.
  private User victim() {
    var leader = awaitLeader();
    if (!veteran.equals(Optional.of(leader))) {
      veteran = Optional.of(Duo.other(leader));
      return leader;
    }
    var other = Duo.other(leader);
    duo.process(leader).pause();
    Await.until("the other to lead", Duration.ofMinutes(2), () -> patrol.leads(other));
    duo.process(leader).resume();
    return other;
  }

  private void begin(Fault fault, User leader) {
    switch (fault) {
      case NOTHING, CONNECTIONS_CUT_FOR_A_MINUTE -> {}
      case LEADER_KILLED -> duo.process(leader).kill();
      case LEADER_STANDS_STILL_FOR_30_S -> duo.process(leader).pause();
      case API_SERVER_RESTARTED -> detour.restartApiServer();
      case ANSWERS_429_FOR_A_MINUTE -> detour.refuse(429);
      case ANSWERS_500_FOR_A_MINUTE -> detour.refuse(500);
    }
  }

  private void editDuring(Fault fault) {
    switch (fault) {
      case NOTHING, LEADER_KILLED, LEADER_STANDS_STILL_FOR_30_S, API_SERVER_RESTARTED ->
          editFor(Duration.ofSeconds(30));
      case ANSWERS_429_FOR_A_MINUTE, ANSWERS_500_FOR_A_MINUTE -> editFor(Duration.ofMinutes(1));
      case CONNECTIONS_CUT_FOR_A_MINUTE -> {
        for (var cut = 0; cut < 12; cut++) {
          detour.cut();
          editFor(Duration.ofSeconds(5));
        }
      }
    }
  }

  private void end(Fault fault, User leader) {
    switch (fault) {
      case NOTHING, API_SERVER_RESTARTED, CONNECTIONS_CUT_FOR_A_MINUTE -> {}
      case LEADER_KILLED -> duo.start(leader);
      case LEADER_STANDS_STILL_FOR_30_S -> duo.process(leader).resume();
      case ANSWERS_429_FOR_A_MINUTE, ANSWERS_500_FOR_A_MINUTE -> detour.refuse(0);
    }
  }

  /// One edit a second, and a look at all sets every ten.
  private void editFor(Duration time) {
    for (var second = 0; second < time.toSeconds(); second++) {
      edits.makeOne();
      if (second % 10 == 0) {
        patrol.look();
      }
      pause(Duration.ofSeconds(1));
    }
  }

  private static void pause(Duration time) {
    var later = CompletableFuture.delayedExecutor(time.toMillis(), TimeUnit.MILLISECONDS);
    CompletableFuture.runAsync(() -> {}, later).join();
  }

  private void awaitDone() {
    try {
      Await.until("all sets done", PATIENCE, this::isDone);
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + ": " + patrol.notDone(), e);
    }
  }

  private boolean isDone() {
    var isDone = patrol.allDone();
    if (!isDone) {
      pause(Duration.ofSeconds(1));
      patrol.look();
    }
    return isDone;
  }

  /// A controller that has just been started needs a moment.
  private boolean isAliveSoon(User user) {
    try {
      Await.until("/livez of " + user, Duration.ofMinutes(1), () -> patrol.isAlive(user));
      return true;
    } catch (AssertionError e) {
      System.err.println(e.getMessage());
      return false;
    }
  }

  private void memory(String after) {
    System.out.printf(
        "%s  %-32s resident: %s; %s; %d edits%n",
        Instant.now().truncatedTo(ChronoUnit.SECONDS),
        after,
        patrol.memory(User.ORDINAL),
        patrol.memory(User.STANDBY),
        edits.done());
  }

  /// Lets a minute without edits pass, and returns when it began. What the last rollouts left to
  /// write down is written by then.
  private Instant rest() {
    pause(REST.dividedBy(2));
    var begin = Instant.now();
    pause(REST);
    return begin;
  }

  /// All writes of both but those of leases.
  private static long writes(Audit audit) {
    var found =
        audit.writes().entries().stream()
            .filter(entry -> USERS.stream().anyMatch(user -> user.login().equals(entry.user())))
            .filter(entry -> !entry.resource().equals("leases"))
            .toList();
    found.forEach(entry -> System.err.println("At rest: " + entry.at() + " " + entry));
    return found.size();
  }

  private boolean conclude(long writesAtRest) {
    System.out.println("\n| fault | times | done again after: shortest | median | longest |");
    System.out.println("|---|---|---|---|---|");
    recoveries.forEach((fault, times) -> System.out.println(row(fault, times)));
    System.out.printf(
        "%n%d edits, %d looks. Sets without a reason: %d. Dead watches: %d."
            + " Writes in a minute of rest: %d.%n",
        edits.done(), patrol.looks(), patrol.silent(), dead, writesAtRest);
    return patrol.silent() == 0 && dead == 0 && writesAtRest == 0;
  }

  private static String row(Fault fault, List<Duration> times) {
    var sorted = times.stream().sorted(Comparator.naturalOrder()).toList();
    return "| %s | %d | %s | %s | %s |"
        .formatted(
            fault.text(),
            times.size(),
            seconds(sorted.getFirst()),
            seconds(sorted.get(sorted.size() / 2)),
            seconds(sorted.getLast()));
  }

  private static String seconds(Duration time) {
    return "%.1f s".formatted(time.toMillis() / 1000.0);
  }
}
