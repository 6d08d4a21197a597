package dev.ordinal.command.memory;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Collects the whole heap when its old generation has grown, as `HeapGrowth` decides. The serial
/// collector by itself lets the old generation grow to its limit: what a rollout needed once
/// would never be given back. With another collector nothing is done.
public final class FullCollections implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger("ordinal");
  private static final Duration PAUSE = Duration.ofSeconds(2);

  private final LongSupplier used;
  private final Runnable collection;
  private final CountDownLatch closed = new CountDownLatch(1);
  private HeapGrowth growth = new HeapGrowth(0);

  /// @param used the bytes in the old generation
  FullCollections(LongSupplier used, Runnable collection) {
    this.used = used;
    this.collection = collection;
  }

  public static FullCollections start() {
    var pool = oldGeneration();
    var collections =
        new FullCollections(
            () -> pool.map(known -> known.getUsage().getUsed()).orElse(0L), System::gc);
    if (pool.isPresent()) {
      Thread.ofVirtual().name("full-collections").start(collections::run);
    }
    return collections;
  }

  private static Optional<MemoryPoolMXBean> oldGeneration() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getName().equals("Tenured Gen"))
        .findFirst();
  }

  private void run() {
    try {
      while (!closed.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
        look();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  void look() {
    var before = used.getAsLong();
    if (growth.isDue(before)) {
      var begin = System.nanoTime();
      collection.run();
      growth = new HeapGrowth(used.getAsLong());
      LOG.debug(
          "collected the heap in {} ms: {} MB live, {} MB before",
          Duration.ofNanos(System.nanoTime() - begin).toMillis(),
          growth.live() >> 20,
          before >> 20);
    }
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
