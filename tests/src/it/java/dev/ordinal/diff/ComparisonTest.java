package dev.ordinal.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.diff.Account.Event;
import dev.ordinal.diff.Account.Phase;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  @Test
  void otherOrderIsADifferenceWhereThereIsAnOrder() {
    assertThat(inOrder("web-1 ready, web-0 ready", "web-0 ready, web-1 ready"))
        .containsExactly(
            "order after 'x': native [web-1 ready, web-0 ready] | ours [web-0 ready, web-1 ready]");
  }

  @Test
  void podsTakenDownTogetherHaveNoOrder() {
    assertThat(
            inOrder(
                "web-4 terminating, web-3 terminating, web-3 gone",
                "web-3 terminating, web-4 terminating, web-3 gone"))
        .isEmpty();
  }

  @Test
  void podTakenDownOnlyAfterTheOtherIsGoneIsADifference() {
    assertThat(
            inOrder(
                "web-4 terminating, web-3 terminating, web-4 gone",
                "web-4 terminating, web-4 gone, web-3 terminating"))
        .hasSize(1);
  }

  @Test
  void sideBySideOnlyEachPodsOwnStoryCounts() {
    assertThat(sideBySide("web-0 created, web-1 created", "web-1 created, web-0 created"))
        .isEmpty();
    assertThat(sideBySide("web-0 created, web-0 ready", "web-0 ready, web-0 created"))
        .containsExactly("pod web-0 after 'x': native [created, ready] | ours [ready, created]");
  }

  @Test
  void factsThatOnlyOneHalfShowsAreDifferences() {
    var peer = account(true, "", "a = 1", "b = 1");
    var ours = account(true, "", "a = 1", "b = 2");

    assertThat(Comparison.of(Half.NATIVE, peer, ours))
        .containsExactly("only native after 'x': b = 1", "only ours after 'x': b = 2");
  }

  private static List<String> inOrder(String peer, String ours) {
    return Comparison.of(Half.NATIVE, account(true, peer), account(true, ours));
  }

  private static List<String> sideBySide(String peer, String ours) {
    return Comparison.of(Half.NATIVE, account(false, peer), account(false, ours));
  }

  private static Account account(boolean isOrdered, String events, String... facts) {
    var order =
        Stream.of(events.split(", "))
            .filter(each -> !each.isEmpty())
            .map(each -> each.split(" "))
            .map(words -> new Event(words[0], words[1]))
            .toList();
    return new Account(List.of(new Phase("'x'", isOrdered, order, new TreeSet<>(List.of(facts)))));
  }
}
