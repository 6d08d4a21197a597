package dev.ordinal.cli;

import java.util.concurrent.CountDownLatch;

/// The end of a command that runs until it is stopped by a signal.
final class Farewell {
  private Farewell() {}

  /// To be said by a shutdown hook. The JVM ends when its hooks do: this one waits until what runs
  /// has ended. A stop by signal that went well is a success, which the JVM by itself would report
  /// as 143.
  static void say(CountDownLatch stop, CountDownLatch stopped) {
    var isBySignal = stopped.getCount() > 0;
    stop.countDown();
    try {
      stopped.await();
      if (isBySignal) {
        Runtime.getRuntime().halt(0);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
