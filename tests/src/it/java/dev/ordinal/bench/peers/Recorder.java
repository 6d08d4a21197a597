package dev.ordinal.bench.peers;

import dev.ordinal.rig.Audit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/// Measures the steps of one round with one controller.
final class Recorder {
  private final Contender contender;
  private final int round;
  private final List<Window> windows = new ArrayList<>();

  Recorder(Contender contender, int round) {
    this.contender = contender;
    this.round = round;
  }

  /// A step between its first request and its end.
  private record Window(
      Step step, int pods, Instant begin, Instant end, Map<Quantity, Double> values) {
    boolean holds(Audit.Entry entry) {
      return !entry.at().isBefore(begin) && entry.at().isBefore(end);
    }
  }

  /// The state of the processes before a step.
  record Before(Usage usage, Vitals vitals, Instant begin) {}

  Before before() {
    var vitals = contender.vitals().read();
    return new Before(contender.usage(), vitals, Instant.now());
  }

  /// Before the controller starts.
  Before beforeStart() {
    return new Before(contender.usageOfServer(), Vitals.NONE, Instant.now());
  }

  /// Ends a step that ended at `end`; more values can be added to those returned.
  Map<Quantity, Double> after(Before before, Instant end, Step step, int pods) {
    var usage = contender.usage();
    var vitals = contender.vitals().read();
    var values = new EnumMap<Quantity, Double>(Quantity.class);
    values.put(Quantity.SECONDS, seconds(Duration.between(before.begin(), end)));
    values.put(Quantity.CPU, seconds(usage.controller().minus(before.usage().controller())));
    values.put(Quantity.SERVER_CPU, seconds(usage.server().minus(before.usage().server())));
    values.put(Quantity.RESIDENT, usage.residentBytes() / 1e6);
    values.put(
        Quantity.ALLOCATED, (vitals.allocatedBytes() - before.vitals().allocatedBytes()) / 1e6);
    values.put(Quantity.PAUSES, 1e3 * (vitals.pauseSeconds() - before.vitals().pauseSeconds()));
    values.put(Quantity.LONGEST_PAUSE, 1e3 * vitals.longestPauseSeconds());
    // Reports of the end are written after it is seen.
    windows.add(new Window(step, pods, before.begin(), Instant.now(), values));
    System.err.printf("  %-55s %6.1f s%n", step.title(), values.get(Quantity.SECONDS));
    return values;
  }

  void forgetAll() {
    windows.clear();
  }

  /// The audit log is read once, at the end.
  List<Measurement> measurements() {
    var peer = contender.peer();
    var writes = peer.writes(contender.rig().audit(peer.user()));
    for (var window : windows) {
      count(window, writes.where(window::holds));
    }
    return windows.stream()
        .map(each -> new Measurement(round, each.step(), peer, each.pods(), each.values()))
        .toList();
  }

  private static void count(Window window, Audit own) {
    var values = window.values();
    values.put(Quantity.WRITES, (double) own.entries().size());
    values.put(
        Quantity.CONFLICTS,
        (double)
            own.entries().stream()
                .filter(entry -> entry.code() == 409 && !entry.verb().equals("create"))
                .count());
    values.put(Quantity.NEEDLESS, (double) needless(own));
    if (window.step().family() == Step.Family.START_BUSY && !own.entries().isEmpty()) {
      var first = own.entries().stream().map(Audit.Entry::at).min(Instant::compareTo).get();
      values.put(Quantity.FIRST_WRITE, seconds(Duration.between(window.begin(), first)));
    }
  }

  /// Creations of what exists, deletions of what is deleted already, changes of what is gone.
  private static long needless(Audit own) {
    var going = new HashSet<String>();
    var count = 0L;
    for (var entry : own.entries()) {
      var object = entry.namespace() + "/" + entry.resource() + "/" + entry.name();
      var isRepeated =
          switch (entry.verb()) {
            case "create" -> {
              going.remove(object);
              yield entry.code() == 409;
            }
            case "delete" -> !going.add(object) || entry.code() == 404;
            default -> entry.code() == 404;
          };
      if (isRepeated) {
        count++;
      }
    }
    return count;
  }

  static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }
}
