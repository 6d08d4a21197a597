package dev.ordinal.sim.virtual;

import java.io.Console;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// `make sim`: runs scenarios and reports the results.
///
/// `SEEDS=n` runs so many, from `FIRST` on or from a new first seed, which is printed; `SEED=n`
/// runs one and prints its trace, shrunk to the fewest steps when it fails; `KEEP=1,4` keeps only
/// those of its steps.
public final class SimMain {
  private static final int SHOWN = 3;

  private SimMain() {}

  public static void main(String[] arguments) {
    var options = new TreeMap<String, String>();
    for (var argument : arguments) {
      var split = argument.indexOf('=');
      options.put(argument.substring(0, split), argument.substring(split + 1));
    }
    var isGood =
        options.getOrDefault("SEED", "").isEmpty()
            ? many(
                number(options, "FIRST", System.currentTimeMillis()),
                number(options, "SEEDS", 1000))
            : one(number(options, "SEED", 1), options.getOrDefault("KEEP", ""));
    System.exit(isGood ? 0 : 1);
  }

  private static long number(Map<String, String> options, String name, long otherwise) {
    var text = options.getOrDefault(name, "");
    return text.isEmpty() ? otherwise : Long.parseLong(text);
  }

  private static boolean one(long seed, String keep) {
    var scenario = ScenarioMaker.of(seed);
    var played = keep.isEmpty() ? scenario : scenario.only(numbers(keep));
    var report = ScenarioRun.of(played);
    if (report.fault().isPresent() && keep.isEmpty()) {
      var kept = Shrinker.shrink(scenario, report.fault().get());
      report = ScenarioRun.of(scenario.only(kept));
      System.out.printf(
          "%d of %d steps are enough: KEEP=%s%n", kept.size(), scenario.steps().size(), join(kept));
    }
    report.trace().forEach(System.out::println);
    System.out.printf(
        "seed %d, trace %016x: %s%n", seed, report.hash(), report.fault().orElse("ends well"));
    return report.fault().isEmpty();
  }

  private static List<Integer> numbers(String text) {
    return Stream.of(text.split(",")).map(Integer::valueOf).toList();
  }

  private static String join(List<Integer> numbers) {
    return String.join(",", numbers.stream().map(String::valueOf).toList());
  }

  private static boolean many(long first, long count) {
    System.out.printf("%d scenarios: FIRST=%d%n", count, first);
    var counts = new Summary();
    var progress = new Progress(count);
    LongStream.range(first, first + count)
        .parallel()
        .mapToObj(seed -> ScenarioRun.of(ScenarioMaker.of(seed)))
        .forEach(
            report -> {
              counts.add(report);
              progress.step(counts.faults());
            });
    progress.end();
    counts.print();
    return counts.faults() == 0;
  }

  /// Prints the progress, in a terminal.
  private static final class Progress {
    private final AtomicLong done = new AtomicLong();
    private final long count;
    private final boolean isTerminal =
        Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();

    private Progress(long count) {
      this.count = count;
    }

    private void step(int faults) {
      var played = done.incrementAndGet();
      if (isTerminal && played % 50 == 0) {
        System.out.printf("\r%d of %d scenarios, %d failed", played, count, faults);
        System.out.flush();
      }
    }

    private void end() {
      if (isTerminal) {
        System.out.print("\r\u001b[K");
      }
    }
  }

  /// The kinds of steps and the results of all scenarios.
  private static final class Summary {
    private final long began = System.nanoTime();
    private final Map<String, List<Long>> faults = new TreeMap<>();
    private final Map<String, Integer> steps = new TreeMap<>();
    private final Map<String, Integer> writes = new TreeMap<>();
    private long scenarios;
    private long events;
    private long requests;

    private synchronized void add(ScenarioRun.Report report) {
      scenarios++;
      events += report.simulation().time.count();
      requests += report.simulation().asked();
      report
          .simulation()
          .faultCounts
          .forEach((what, times) -> steps.merge(what, times, Integer::sum));
      report.simulation().writes.forEach((what, times) -> writes.merge(what, times, Integer::sum));
      report
          .fault()
          .ifPresent(
              fault ->
                  faults
                      .computeIfAbsent(Shrinker.kind(fault), _ -> new ArrayList<>())
                      .add(report.scenario().seed()));
    }

    private synchronized int faults() {
      return faults.values().stream().mapToInt(List::size).sum();
    }

    private synchronized void print() {
      var seconds = (System.nanoTime() - began) / 1e9;
      System.out.printf(
          "%d scenarios in %.0f s: %.0f events and %.0f requests of the controller a second%n",
          scenarios, seconds, events / seconds, requests / seconds);
      System.out.println("Faults");
      steps.forEach((what, times) -> System.out.printf("  %-26s %8d%n", what, times));
      System.out.println("Requests of the controller, and their outcomes");
      writes.forEach((what, times) -> System.out.printf("  %-26s %8d%n", what, times));
      faults.forEach(
          (fault, seeds) ->
              System.out.printf(
                  "%d × %s: SEED=%s%n",
                  seeds.size(), fault, seeds.stream().sorted().limit(SHOWN).toList()));
      System.out.println(
          faults.isEmpty() ? "All ended well." : "make sim SEED=… prints one of them.");
    }
  }
}
