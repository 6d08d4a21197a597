package dev.ordinal.diff;

import static dev.ordinal.diff.Scenario.both;
import static dev.ordinal.diff.SetForm.ordered;
import static dev.ordinal.diff.SetForm.parallel;

import java.util.List;
import java.util.stream.Stream;

/// Updates that may take several pods down. Deleted pods end only when told, so that each rest
/// shows which are down together.
final class BudgetScenarios {
  private BudgetScenarios() {}

  static List<Scenario> all() {
    return Stream.of(batches(), windows(), unhurried(), unwell()).flatMap(List::stream).toList();
  }

  private static List<Scenario> batches() {
    return List.of(
        new Scenario(
            "two-at-once-ordered",
            ordered(5).maxUnavailable(2).goneWhenTold(),
            BudgetScenarios::batch),
        new Scenario(
            "forty-percent-ordered",
            ordered(5).maxUnavailable("40%").goneWhenTold(),
            BudgetScenarios::batch));
  }

  private static void batch(Play set) {
    set.rest();
    set.image("app:2");
    set.still();
    // The higher one has to wait for the lower one.
    set.letGo("web-4");
    set.awaitNone("web-4");
    set.still();
    set.letGo("web-3");
    set.awaitReady("web-4", "app:2");
    set.still();
    // The lower one does not wait for the higher one.
    set.letGo("web-1");
    set.awaitReady("web-1", "app:2");
    set.still();
    set.letGo("web-2");
    set.awaitReady("web-2", "app:2");
    set.letGo("web-0");
    set.rest();
  }

  private static List<Scenario> windows() {
    return List.of(
        new Scenario(
            "two-at-once-parallel",
            parallel(5).maxUnavailable(2).goneWhenTold(),
            BudgetScenarios::window),
        new Scenario(
            "forty-percent-parallel",
            parallel(5).maxUnavailable("40%").goneWhenTold(),
            BudgetScenarios::window));
  }

  static void window(Play set) {
    set.rest();
    set.image("app:2");
    set.still();
    for (var pod : List.of("web-3", "web-2", "web-4")) {
      set.letGo(pod);
      set.awaitReady(pod, "app:2");
      set.still();
    }
    set.letGo("web-0");
    set.letGo("web-1");
    set.rest();
  }

  private static List<Scenario> unhurried() {
    return Stream.of(
            both("tiny-percent", ordered(3).maxUnavailable("10%"), BudgetScenarios::update),
            both(
                "all-at-once",
                ordered(3).maxUnavailable("100%").goneWhenTold(),
                BudgetScenarios::together),
            both(
                "two-at-once-under-partition",
                ordered(4).maxUnavailable(2).partition(2).goneWhenTold(),
                set -> {
                  set.rest();
                  set.image("app:2");
                  set.still();
                  set.letGo("web-2");
                  set.awaitReady("web-2", "app:2");
                  set.letGo("web-3");
                  set.rest();
                }),
            List.of(
                new Scenario(
                    "two-at-once-with-min-ready-parallel",
                    parallel(4).maxUnavailable(2).minReady(1),
                    BudgetScenarios::update)))
        .flatMap(List::stream)
        .toList();
  }

  private static void update(Play set) {
    set.rest();
    set.image("app:2");
    set.rest();
  }

  private static void together(Play set) {
    set.rest();
    set.image("app:2");
    set.still();
    for (var pod : List.of("web-0", "web-1", "web-2")) {
      set.letGo(pod);
      set.awaitReady(pod, "app:2");
    }
    set.rest();
  }

  /// Pods that were down before the update began.
  private static List<Scenario> unwell() {
    return List.of(
        new Scenario(
            "two-at-once-with-one-down-parallel",
            parallel(5).maxUnavailable(2).goneWhenTold(),
            set -> {
              set.rest();
              set.unready("web-1");
              set.image("app:2");
              set.still();
            }),
        new Scenario(
            "one-at-once-with-three-down-parallel",
            parallel(4).goneWhenTold(),
            set -> {
              set.rest();
              List.of("web-0", "web-1", "web-2").forEach(set::unready);
              set.image("app:2");
              set.still();
            }),
        new Scenario(
            "two-at-once-with-one-down-ordered",
            ordered(5).maxUnavailable(2).goneWhenTold(),
            set -> {
              set.rest();
              set.unready("web-1");
              set.image("app:2");
              set.still();
            }));
  }
}
