package dev.ordinal.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Members behave like the sorted map that they stand for.
class MembersTest {
  @Test
  void everyChangeGivesWhatATreeWouldHave() {
    var chance = new Random(1);
    var tree = new TreeMap<String, Json>();
    var members = Members.of(tree);
    for (var i = 0; i < 2000; i++) {
      var name = "n" + chance.nextInt(20);
      var before = new TreeMap<>(members);
      var kept = members;
      if (chance.nextInt(3) == 0) {
        tree.remove(name);
        members = members.without(name);
      } else {
        tree.put(name, Json.of(i));
        members = members.with(name, Json.of(i));
      }
      assertThat(new TreeMap<>(kept)).as("the old ones stay").isEqualTo(before);
      assertThat(members).isEqualTo(tree).hasSameHashCodeAs(tree).hasSize(tree.size());
      assertThat(List.copyOf(members.entrySet())).isEqualTo(new ArrayList<>(tree.entrySet()));
      assertThat(members.get(name)).isEqualTo(tree.get(name));
      assertThat(members.containsKey(name)).isEqualTo(tree.containsKey(name));
      assertThat(members).isEqualTo(Members.of(tree));
    }
  }

  @Test
  void partsAndEndsAreThoseOfATree() {
    var tree = new TreeMap<String, Json>();
    List.of("b", "a", "d", "c").forEach(name -> tree.put(name, Json.of(name)));
    var members = Members.of(tree);
    assertThat(members.firstKey()).isEqualTo("a");
    assertThat(members.lastKey()).isEqualTo("d");
    assertThat(members.subMap("b", "d")).containsOnlyKeys("b", "c");
    assertThat(members.headMap("b")).containsOnlyKeys("a");
    assertThat(members.tailMap("c")).containsOnlyKeys("c", "d");
    assertThatThrownBy(() -> Members.of(new TreeMap<>()).firstKey())
        .isInstanceOf(NoSuchElementException.class);
  }

  @Test
  void anotherOrderIsNotTakenOver() {
    var reversed = new TreeMap<String, Json>(Comparator.reverseOrder());
    reversed.put("a", Json.of(1));
    reversed.put("b", Json.of(2));
    assertThat(Members.of(reversed).keySet()).containsExactly("a", "b");
    assertThat(Members.of(reversed).get("b")).isEqualTo(Json.of(2));
  }
}
