package dev.ordinal.kube;

/// Counts the turns that are under way.
final class RunningTurns {
  private int count;

  synchronized void begin() {
    count++;
  }

  synchronized void end() {
    count--;
    notifyAll();
  }

  synchronized void awaitNone() throws InterruptedException {
    while (count > 0) {
      wait();
    }
  }
}
