package dev.ordinal.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkQueueTest {
  private static final Instant NOW = Views.NOW;
  private final WorkQueue<String> queue = new WorkQueue<>(_ -> "shop");

  @Test
  void firstComeFirstServed() {
    queue.add("b");
    queue.add("a");

    assertThat(queue.take(NOW)).contains("b");
    assertThat(queue.take(NOW)).contains("a");
    assertThat(queue.take(NOW)).isEmpty();
  }

  @Test
  void manyCallsAreOneTurn() {
    queue.add("a");
    queue.add("a");
    queue.take(NOW);
    queue.done("a");

    assertThat(queue.take(NOW)).isEmpty();
  }

  @Test
  void aKeyNeverRunsTwiceAtATime() {
    queue.add("a");
    queue.take(NOW);
    queue.add("a");

    assertThat(queue.take(NOW)).isEmpty();
    queue.done("a");
    assertThat(queue.take(NOW)).contains("a");
  }

  @Test
  void laterIsNotNow() {
    queue.addAt("a", NOW.plusSeconds(5));
    queue.addAt("a", NOW.plusSeconds(9));

    assertThat(queue.take(NOW)).isEmpty();
    assertThat(queue.nextDue()).contains(NOW.plusSeconds(5));
    assertThat(queue.take(NOW.plusSeconds(5))).contains("a");
    assertThat(queue.nextDue()).isEmpty();
  }

  private record Recorder(List<String> heard) implements WorkQueue.Listener<String> {
    @Override
    public void added(String key) {
      heard.add("added");
    }

    @Override
    public void taken(String key) {
      heard.add("taken");
    }

    @Override
    public void ended(String key) {
      heard.add("ended");
    }
  }

  @Test
  void listenerHearsEachStepOnce() {
    var heard = new ArrayList<String>();
    queue.observe(new Recorder(heard));
    queue.add("web");
    queue.add("web");
    queue.take(NOW);
    queue.add("web");
    queue.done("web");
    queue.take(NOW);
    queue.done("web");
    queue.done("web");
    queue.addAt("web", NOW);
    queue.take(NOW);

    assertThat(heard)
        .containsExactly("added", "taken", "added", "ended", "taken", "ended", "added", "taken");
  }
}
