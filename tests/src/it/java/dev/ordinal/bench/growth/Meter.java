package dev.ordinal.bench.growth;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/// What the whole process has used between two moments: collector and compiler included.
record Meter(double cpuSeconds, double allocatedBytes, double seconds) {
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  static Meter now() {
    return new Meter(
        SYSTEM.getProcessCpuTime() / 1e9,
        THREADS.getTotalThreadAllocatedBytes(),
        System.nanoTime() / 1e9);
  }

  /// Processor time of the calling thread, which no other work on the machine changes.
  static double thread() {
    return THREADS.getCurrentThreadCpuTime() / 1e9;
  }

  Meter passed() {
    var now = now();
    return new Meter(
        now.cpuSeconds - cpuSeconds, now.allocatedBytes - allocatedBytes, now.seconds - seconds);
  }

  /// Used after two collections.
  static double liveBytes() {
    System.gc();
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
