package dev.ordinal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.ordinal.plan.stage.Planner;
import java.lang.management.ManagementFactory;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What one plan of a large set in the middle of its update costs. Unlike its time, what it
/// allocates is the same on each machine.
class PlanCostTest {
  private static final int PODS = 1000;

  @Test
  void planAllocatesLittleForEachPod() {
    var pods = IntStream.range(0, PODS).mapToObj(PlanCostTest::pod);
    var rules = "replicas=%d parallel max=100 template=v2 revisions=v1,v2".formatted(PODS);
    var seen = Picture.of(rules, pods.collect(Collectors.joining(" "))).snapshot();
    var plan = Planner.plan(seen);
    var before = allocated();
    var again = Planner.plan(seen);
    var bytes = allocated() - before;

    assertThat(again.holds()).hasSameSizeAs(plan.holds()).hasSizeGreaterThan(PODS / 2);
    assertThat(bytes / PODS).isLessThan(2600);
  }

  private static String pod(int ordinal) {
    var state = ordinal % 20 == 7 ? "starting" : "ready";
    return ordinal + (ordinal < PODS * 6 / 10 ? ":v1:" : ":v2:") + state;
  }

  private static long allocated() {
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    return threads.getCurrentThreadAllocatedBytes();
  }
}
