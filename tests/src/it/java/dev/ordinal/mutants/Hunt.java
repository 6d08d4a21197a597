package dev.ordinal.mutants;

import java.util.Collections;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;

/// Runs scenarios side by side, in the order of their seeds, until one fails.
final class Hunt {
  private static final int CREW = Runtime.getRuntime().availableProcessors();

  private final LongFunction<String> trial;
  private final AtomicLong next = new AtomicLong(1);
  private final AtomicLong last;
  private final ConcurrentSkipListMap<Long, String> faults = new ConcurrentSkipListMap<>();

  Hunt(LongFunction<String> trial, int seeds) {
    this.trial = trial;
    this.last = new AtomicLong(seeds);
  }

  /// A scenario that failed.
  record Fault(long seed, String words) {}

  /// The same fault each time: those before it are played to their end, those after it are not
  /// begun.
  Optional<Fault> first() throws Exception {
    Callable<Boolean> work = this::work;
    try (var crew = Executors.newFixedThreadPool(CREW)) {
      for (var done : crew.invokeAll(Collections.nCopies(CREW, work))) {
        done.get();
      }
    }
    return Optional.ofNullable(faults.firstEntry())
        .map(first -> new Fault(first.getKey(), first.getValue()));
  }

  private boolean work() {
    for (var seed = next.getAndIncrement(); seed <= last.get(); seed = next.getAndIncrement()) {
      var words = trial.apply(seed);
      if (!words.isEmpty()) {
        faults.put(seed, words);
        last.accumulateAndGet(seed, Math::min);
      }
    }
    return faults.isEmpty();
  }
}
