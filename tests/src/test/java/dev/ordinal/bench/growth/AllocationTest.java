package dev.ordinal.bench.growth;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.ordinal.codec.Lines;
import dev.ordinal.codec.PodReader;
import dev.ordinal.codec.WatchEvent;
import dev.ordinal.model.PodView;
import dev.ordinal.model.SetKey;
import dev.ordinal.plan.stage.Planner;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What an event and a plan allocate, which no other work on the machine changes. The limits leave
/// a fifth to spare; a better compiler allocates less, never more.
class AllocationTest {
  private static final int WARM_UP = 200;
  private static final int COUNTED = 200;

  @TempDir Path folder;

  /// A step, with the number of its repetition.
  private interface Work {
    void run(int number) throws IOException;
  }

  private static double kilobytes(Work work) throws IOException {
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    for (var number = 0; number < WARM_UP; number++) {
      work.run(number);
    }
    var before = threads.getCurrentThreadAllocatedBytes();
    for (var number = 0; number < COUNTED; number++) {
      work.run(WARM_UP + number);
    }
    return (threads.getCurrentThreadAllocatedBytes() - before) / 1e3 / COUNTED;
  }

  private Memory memory(int pods, int replicas) throws IOException {
    var world = new World(folder, pods, replicas);
    var memory = new Memory();
    memory.list(world.write(Memory.settledStatus(world)));
    assertThat(memory.turns()).isZero();
    return memory;
  }

  private WatchEvent<PodView> read(Memory memory, byte[] event) throws IOException {
    var lines = new Lines(new ByteArrayInputStream(event));
    lines.next();
    return WatchEvent.read(lines, new PodReader(), memory.pool);
  }

  /// The line itself, and the buffer that the lines of one watch share, are not part of it.
  @Test
  void aPodOfSixKilobytesIsReadWithTen() throws IOException {
    var memory = new Memory();
    var event = new World(folder, 10, 10).event(3, 100).getBytes(UTF_8);
    var buffer = kilobytes(_ -> new Lines(new ByteArrayInputStream(event)).next());

    assertThat(kilobytes(_ -> read(memory, event)) - buffer).isLessThan(11);
  }

  /// With its set's turn. The rest of the cluster does not matter.
  @Test
  void anEventCostsTheSameInABigCluster() throws IOException {
    var small = event(memory(20, 10));
    var big = event(memory(2_000, 10));

    assertThat(big).isLessThan(small * 1.2).isLessThan(76);
  }

  private double event(Memory memory) throws IOException {
    var world = new World(folder, 20, 10);
    var views = new PodView[WARM_UP + COUNTED];
    for (var number = 0; number < views.length; number++) {
      var event = world.event(number % 20, 10_000 + number).getBytes(UTF_8);
      if (read(memory, event) instanceof WatchEvent.Modified<PodView>(var pod)) {
        views[number] = pod;
      }
    }
    var feed = memory.engine.pods();
    return kilobytes(
        number -> {
          feed.changed(views[number]);
          memory.turn();
        });
  }

  @Test
  void aPlanAllocatesFewKilobytesForEachPod() throws IOException {
    var ten = plan(memory(10, 10));
    var hundred = plan(memory(100, 100));

    assertThat(ten).isLessThan(64);
    assertThat(hundred).isLessThan(377);
  }

  private static double plan(Memory memory) throws IOException {
    var key = new SetKey("team-0", "store");
    return kilobytes(_ -> Planner.plan(memory.engine.snapshot(key, Memory.NOW).orElseThrow()));
  }
}
