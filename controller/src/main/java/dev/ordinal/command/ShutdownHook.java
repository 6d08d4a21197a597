package dev.ordinal.command;

import java.util.concurrent.CountDownLatch;

/// The end of a command that runs until it is stopped by a signal.
public final class ShutdownHook {
  private ShutdownHook() {}

  /// Called by a shutdown hook. The JVM exits when its hooks end, so this one waits until the work
  /// under way has ended. A clean stop by signal is a success, which the JVM by itself would report
  /// as 143.
  public static void awaitStop(CountDownLatch stop, CountDownLatch stopped) {
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
