package dev.ordinal.diff;

import static dev.ordinal.diff.Scenario.both;
import static dev.ordinal.diff.SetForm.ordered;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/// A pod is killed, fails, succeeds or is evicted at each stage of its set's life.
final class FailureScenarios {
  private static final Map<String, BiConsumer<Play, String>> BLOWS =
      new TreeMap<>(
          Map.of(
              "killed", Play::kill,
              "failed", Play::fail,
              "succeeded", Play::succeed,
              "evicted", Play::evict));

  private FailureScenarios() {}

  static List<Scenario> all() {
    var all = new ArrayList<Scenario>();
    BLOWS.forEach(
        (name, blow) -> {
          all.addAll(both(name + "-at-rest", ordered(3), set -> atRest(set, blow)));
          all.addAll(
              both(
                  name + "-while-creating",
                  ordered(3).readyWhenTold(),
                  set -> whileCreating(set, blow)));
          all.addAll(
              both(
                  name + "-while-updating",
                  ordered(3).goneWhenTold(),
                  set -> whileUpdating(set, blow)));
          all.addAll(
              both(
                  name + "-while-scaling-down",
                  ordered(3).goneWhenTold(),
                  set -> whileScalingDown(set, blow)));
        });
    all.addAll(both("all-killed-at-rest", ordered(3), FailureScenarios::allKilled));
    return all;
  }

  private static void atRest(Play set, BiConsumer<Play, String> blow) {
    set.rest();
    blow.accept(set, "web-1");
    set.awaitReplaced("web-1");
    set.rest();
  }

  private static void whileCreating(Play set, BiConsumer<Play, String> blow) {
    set.awaitRunning("web-0");
    set.ready("web-0");
    set.awaitRunning("web-1");
    blow.accept(set, "web-0");
    set.awaitReplaced("web-0");
    set.still();
    List.of("web-0", "web-1", "web-2")
        .forEach(
            pod -> {
              set.awaitRunning(pod);
              set.ready(pod);
            });
    set.rest();
  }

  /// The pod that is struck comes back new, before the one that the update took.
  private static void whileUpdating(Play set, BiConsumer<Play, String> blow) {
    set.rest();
    set.image("app:2");
    set.awaitTerminating("web-2");
    blow.accept(set, "web-0");
    set.letGoIfHeld("web-0");
    set.awaitReady("web-0", "app:2");
    set.still();
    set.letGo("web-2");
    set.awaitReady("web-2", "app:2");
    set.letGo("web-1");
    set.rest();
  }

  private static void whileScalingDown(Play set, BiConsumer<Play, String> blow) {
    set.rest();
    set.scale(1);
    set.awaitTerminating("web-2");
    blow.accept(set, "web-0");
    set.letGoIfHeld("web-0");
    set.awaitReady("web-0", "app:1");
    set.still();
    set.letGo("web-2");
    set.letGo("web-1");
    set.rest();
  }

  private static void allKilled(Play set) {
    set.rest();
    // The order in which they end is the kubelet's; the pods that come are looked at.
    List.of("web-2", "web-1", "web-0")
        .forEach(
            pod -> {
              set.kill(pod);
              set.awaitReplaced(pod);
            });
    set.rest();
  }
}
