package dev.ordinal.diff;

import static dev.ordinal.diff.Scenario.both;
import static dev.ordinal.diff.SetForm.ordered;

import java.util.List;
import java.util.stream.Stream;

/// The template changes, and changes again.
final class UpdateScenarios {
  private UpdateScenarios() {}

  static List<Scenario> all() {
    return Stream.of(plain(), partitioned(), onDelete(), turning(), broken(), history())
        .flatMap(List::stream)
        .toList();
  }

  private static void update(Play set, String... images) {
    set.rest();
    for (var image : images) {
      set.image(image);
      set.rest();
    }
  }

  private static List<Scenario> plain() {
    return Stream.of(
            both("update", ordered(3), set -> update(set, "app:2")),
            both("update-from-start-ordinal", ordered(2).start(4), set -> update(set, "app:2")),
            both("update-with-claims", ordered(2).claims(), set -> update(set, "app:2")),
            both("update-with-min-ready", ordered(2).minReady(1), set -> update(set, "app:2")),
            both("update-and-back", ordered(2), set -> update(set, "app:2", "app:1", "app:2")),
            both("update-of-nothing", ordered(0), set -> update(set, "app:2")),
            both(
                "update-with-sick-pod",
                ordered(3),
                set -> {
                  set.rest();
                  set.unready("web-0");
                  set.image("app:2");
                  set.still();
                }))
        .flatMap(List::stream)
        .toList();
  }

  private static List<Scenario> partitioned() {
    return Stream.of(
            both("canary", ordered(3).partition(2), set -> update(set, "app:2")),
            both("partition-above-all", ordered(2).partition(7), set -> update(set, "app:2")),
            both(
                "partition-and-back",
                ordered(3).partition(1),
                set -> update(set, "app:2", "app:1")),
            both(
                "canary-from-start-ordinal",
                ordered(3).start(5).partition(2),
                set -> update(set, "app:2")),
            both("phased", ordered(3).partition(2), UpdateScenarios::phases),
            both(
                "killed-on-both-sides-of-partition",
                ordered(3).partition(2),
                UpdateScenarios::bothSides),
            both(
                "scale-up-under-partition",
                ordered(2).partition(1),
                set -> {
                  update(set, "app:2");
                  set.scale(4);
                  set.rest();
                }),
            both(
                "scale-to-zero-under-partition",
                ordered(2).partition(1),
                set -> {
                  update(set, "app:2");
                  set.scale(0);
                  set.rest();
                  set.scale(2);
                  set.rest();
                }))
        .flatMap(List::stream)
        .toList();
  }

  private static void phases(Play set) {
    update(set, "app:2");
    set.partition(1);
    set.rest();
    set.partition(0);
    set.rest();
  }

  static void bothSides(Play set) {
    update(set, "app:2");
    set.kill("web-0");
    set.awaitReplaced("web-0");
    set.rest();
    set.kill("web-2");
    set.awaitReplaced("web-2");
    set.rest();
  }

  private static List<Scenario> onDelete() {
    return Stream.of(
            both(
                "on-delete",
                ordered(2).onDelete(),
                set -> {
                  update(set, "app:2");
                  set.kill("web-0");
                  set.awaitReplaced("web-0");
                  set.rest();
                  set.kill("web-1");
                  set.awaitReplaced("web-1");
                  set.rest();
                }),
            both(
                "on-delete-and-scale-up",
                ordered(1).onDelete(),
                set -> {
                  update(set, "app:2");
                  set.scale(2);
                  set.rest();
                }))
        .flatMap(List::stream)
        .toList();
  }

  /// Another change comes while the update is under way.
  private static List<Scenario> turning() {
    return Stream.of(
            both("rollback-before-first-pod", ordered(3).goneWhenTold(), UpdateScenarios::early),
            both("rollback-midway", ordered(3).goneWhenTold(), UpdateScenarios::midway),
            both("template-changed-twice", ordered(3).goneWhenTold(), UpdateScenarios::twice),
            both("scale-up-during-update", ordered(3).goneWhenTold(), set -> scaled(set, 4)),
            both("scale-down-during-update", ordered(3).goneWhenTold(), set -> scaled(set, 2)))
        .flatMap(List::stream)
        .toList();
  }

  private static void early(Play set) {
    set.rest();
    set.image("app:2");
    set.awaitTerminating("web-2");
    set.image("app:1");
    set.still();
    set.letGo("web-2");
    set.rest();
  }

  static void midway(Play set) {
    set.rest();
    set.image("app:2");
    set.letGo("web-2");
    set.awaitReady("web-2", "app:2");
    set.awaitTerminating("web-1");
    set.image("app:1");
    set.still();
    set.letGo("web-1");
    set.awaitReady("web-1", "app:1");
    set.letGo("web-2");
    set.rest();
  }

  private static void twice(Play set) {
    set.rest();
    set.image("app:2");
    set.awaitTerminating("web-2");
    set.image("app:3");
    set.still();
    for (var pod : List.of("web-2", "web-1", "web-0")) {
      set.letGo(pod);
      set.awaitReady(pod, "app:3");
    }
    set.rest();
  }

  private static void scaled(Play set, int replicas) {
    set.rest();
    set.image("app:2");
    set.awaitTerminating("web-2");
    set.scale(replicas);
    set.still();
    set.letGo("web-2");
    for (var pod : List.of("web-1", "web-0")) {
      set.letGo(pod);
      set.awaitReady(pod, "app:2");
    }
    set.rest();
  }

  /// A template whose pods never become ready, and then one whose pods do.
  private static List<Scenario> broken() {
    return Stream.of(
            both("bad-image-then-fixed", ordered(3), set -> mend(set, "app:invalid", "app:3")),
            both("bad-image-then-back", ordered(3), set -> mend(set, "app:invalid", "app:1")),
            both("crash-loop-then-fixed", ordered(3), set -> mend(set, "app:crash", "app:3")),
            both(
                "never-ready-then-fixed", ordered(3), set -> mend(set, "app:never-ready", "app:3")),
            both(
                "bad-image-from-the-start-then-fixed",
                ordered(2).image("app:invalid"),
                set -> {
                  set.still();
                  set.image("app:2");
                  set.still();
                }),
            both(
                "never-ready-from-the-start-then-fixed",
                ordered(2).image("app:never-ready"),
                set -> {
                  set.still();
                  set.image("app:2");
                  set.still();
                }))
        .flatMap(List::stream)
        .toList();
  }

  private static void mend(Play set, String bad, String good) {
    set.rest();
    set.image(bad);
    set.still();
    set.image(good);
    set.still();
  }

  private static List<Scenario> history() {
    return Stream.of(
            both(
                "history-of-one",
                ordered(1).history(1),
                set -> update(set, "app:2", "app:3", "app:4")),
            both("no-history", ordered(1).history(0), set -> update(set, "app:2", "app:3")),
            both(
                "history-limit-lowered",
                ordered(1),
                set -> {
                  update(set, "app:2", "app:3", "app:4");
                  set.edit("history 1", set.form().history(1));
                  set.rest();
                }))
        .flatMap(List::stream)
        .toList();
  }
}
