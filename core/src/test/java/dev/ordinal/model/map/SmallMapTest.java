package dev.ordinal.model.map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.ordinal.model.json.Json;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/// A small map behaves like the sorted map that it stands for.
class SmallMapTest {
  @Test
  void everyChangeGivesWhatATreeWouldHave() {
    var chance = new Random(1);
    var tree = new TreeMap<String, Json>();
    var small = SmallMap.of(tree);
    for (var i = 0; i < 2000; i++) {
      var name = "n" + chance.nextInt(20);
      var before = new TreeMap<>(small);
      var kept = small;
      if (chance.nextInt(3) == 0) {
        tree.remove(name);
        small = small.without(name);
      } else {
        tree.put(name, Json.of(i));
        small = small.with(name, Json.of(i));
      }
      assertThat(new TreeMap<>(kept)).as("the old ones stay").isEqualTo(before);
      assertThat(small).isEqualTo(tree).hasSameHashCodeAs(tree).hasSize(tree.size());
      assertThat(List.copyOf(small.entrySet())).isEqualTo(new ArrayList<>(tree.entrySet()));
      assertThat(small.get(name)).isEqualTo(tree.get(name));
      assertThat(small.containsKey(name)).isEqualTo(tree.containsKey(name));
      assertThat(small).isEqualTo(SmallMap.of(tree));
    }
  }

  @Test
  void partsAndEndsAreThoseOfATree() {
    var tree = new TreeMap<String, Json>();
    List.of("b", "a", "d", "c").forEach(name -> tree.put(name, Json.of(name)));
    var small = SmallMap.of(tree);
    assertThat(small.firstKey()).isEqualTo("a");
    assertThat(small.lastKey()).isEqualTo("d");
    assertThat(small.subMap("b", "d")).containsOnlyKeys("b", "c");
    assertThat(small.headMap("b")).containsOnlyKeys("a");
    assertThat(small.tailMap("c")).containsOnlyKeys("c", "d");
    assertThatThrownBy(() -> SmallMap.of(new TreeMap<String, Json>()).firstKey())
        .isInstanceOf(NoSuchElementException.class);
  }

  @Test
  void anotherOrderIsNotTakenOver() {
    var reversed = new TreeMap<String, Json>(Comparator.reverseOrder());
    reversed.put("a", Json.of(1));
    reversed.put("b", Json.of(2));
    assertThat(SmallMap.of(reversed).keySet()).containsExactly("a", "b");
    assertThat(SmallMap.of(reversed).get("b")).isEqualTo(Json.of(2));
  }

  /// The reason to have it: decision 17 has the figures.
  @Test
  void changedCopyTakesAThirdOfTheMemoryOfATree() {
    var tree = new TreeMap<String, Json>();
    for (var i = 0; i < 12; i++) {
      tree.put("member" + i, Json.of(i));
    }
    var small = SmallMap.of(tree);
    var value = Json.of("new");

    assertThat(allocated(() -> small.with("member1", value)) * 3)
        .isLessThan(allocated(() -> new TreeMap<>(tree).put("member1", value)));
  }

  private static long allocated(Supplier<Object> copy) {
    var counter = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    var kept = new Object[1000];
    var before = counter.getCurrentThreadAllocatedBytes();
    Arrays.setAll(kept, _ -> copy.get());
    return counter.getCurrentThreadAllocatedBytes() - before;
  }
}
