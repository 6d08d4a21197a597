package dev.ordinal.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Keys are `<namespace>/<name>`, and 64 of them may run at once.
class WorkQueueShareTest {
  private static final Instant NOW = Views.NOW;
  private final WorkQueue<String> queue = new WorkQueue<>(key -> key.split("/", 2)[0], 64);

  private void add(String namespace, int keys) {
    for (var i = 0; i < keys; i++) {
      queue.add(namespace + "/" + i);
    }
  }

  private List<String> takeAll() {
    var taken = new ArrayList<String>();
    for (var key = queue.take(NOW); key.isPresent(); key = queue.take(NOW)) {
      taken.add(key.get());
    }
    return taken;
  }

  @Test
  void namespaceLeavesMostTurnsToOthers() {
    add("slow", 20);

    assertThat(takeAll()).hasSize(8);
  }

  @Test
  void setElsewhereGetsItsTurnWhileAllTurnsOfANamespaceLast() {
    add("slow", 20);
    takeAll();
    add("shop", 1);

    assertThat(takeAll()).containsExactly("shop/0");
  }

  @Test
  void namespacesTakeTurns() {
    add("a", 3);
    add("b", 3);

    assertThat(takeAll()).containsExactly("a/0", "b/0", "a/1", "b/1", "a/2", "b/2");
  }

  @Test
  void manySlowNamespacesTogetherLeaveRoomForOneMore() {
    for (var namespace : List.of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j")) {
      add(namespace, 20);
      takeAll();
    }
    add("shop", 1);

    assertThat(takeAll()).containsExactly("shop/0");
  }

  @Test
  void turnThatEndsMakesRoom() {
    add("slow", 10);
    takeAll();
    assertThat(takeAll()).isEmpty();
    queue.done("slow/1");

    assertThat(takeAll()).containsExactly("slow/8");
  }
}
