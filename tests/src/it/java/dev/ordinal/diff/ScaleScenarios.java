package dev.ordinal.diff;

import static dev.ordinal.diff.Scenario.both;
import static dev.ordinal.diff.SetForm.ordered;
import static dev.ordinal.diff.SetForm.parallel;

import java.util.List;
import java.util.stream.Stream;

/// Pods come and go with the number of replicas and the first ordinal.
final class ScaleScenarios {
  private ScaleScenarios() {}

  static List<Scenario> all() {
    return Stream.of(creating(), scaling(), starting(), turning(), sick())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Scenario> creating() {
    return Stream.of(
            both("create-one", ordered(1), Play::rest),
            both("create-three", ordered(3), Play::rest),
            both("create-with-claims", ordered(2).claims(), Play::rest),
            both("create-with-min-ready", ordered(2).minReady(1), Play::rest))
        .flatMap(List::stream)
        .toList();
  }

  private static List<Scenario> scaling() {
    return Stream.of(
            both("scale-up", ordered(1), set -> scale(set, 3)),
            both("scale-down", ordered(3), set -> scale(set, 1)),
            both("scale-down-with-min-ready", ordered(3).minReady(1), set -> scale(set, 1)),
            both("scale-to-zero-and-back", ordered(2), set -> scale(set, 0, 2)))
        .flatMap(List::stream)
        .toList();
  }

  private static void scale(Play set, int... replicas) {
    set.rest();
    for (var count : replicas) {
      set.scale(count);
      set.rest();
    }
  }

  private static List<Scenario> starting() {
    return Stream.of(
            both("start-ordinal", ordered(2).start(3), Play::rest),
            both("start-raised", ordered(3), set -> start(set, 2)),
            both("start-lowered", ordered(3).start(3), set -> start(set, 1)),
            both("start-far-away", ordered(2), set -> start(set, 10)))
        .flatMap(List::stream)
        .toList();
  }

  private static void start(Play set, int ordinal) {
    set.rest();
    set.start(ordinal);
    set.rest();
  }

  /// The number changes again before the last change is done.
  private static List<Scenario> turning() {
    return List.of(
        new Scenario(
            "scale-down-while-creating-ordered",
            ordered(3).readyWhenTold(),
            ScaleScenarios::shrinkInOrder),
        new Scenario(
            "scale-down-while-creating-parallel",
            parallel(3).readyWhenTold(),
            ScaleScenarios::shrinkAtOnce),
        new Scenario(
            "scale-up-while-scaling-down-ordered",
            ordered(3).goneWhenTold(),
            ScaleScenarios::turnBackInOrder),
        new Scenario(
            "scale-up-while-scaling-down-parallel",
            parallel(3).goneWhenTold(),
            ScaleScenarios::turnBackAtOnce));
  }

  private static void shrinkInOrder(Play set) {
    set.awaitRunning("web-0");
    set.ready("web-0");
    set.awaitRunning("web-1");
    set.scale(1);
    set.rest();
  }

  private static void shrinkAtOnce(Play set) {
    List.of("web-0", "web-1", "web-2").forEach(set::awaitRunning);
    set.still();
    set.scale(1);
    set.still();
    set.ready("web-0");
    set.rest();
  }

  private static void turnBackInOrder(Play set) {
    set.rest();
    set.scale(1);
    set.awaitTerminating("web-2");
    set.scale(3);
    set.still();
    set.letGo("web-2");
    set.rest();
  }

  private static void turnBackAtOnce(Play set) {
    set.rest();
    set.scale(1);
    set.still();
    set.scale(3);
    set.still();
    set.letGo("web-2");
    set.awaitReplaced("web-2");
    set.letGo("web-1");
    set.rest();
  }

  private static List<Scenario> sick() {
    return Stream.of(
            both("scale-down-with-sick-pod-that-stays", ordered(3), set -> heal(set, 1)),
            both("scale-up-with-sick-pod", ordered(2), set -> heal(set, 3)),
            both(
                "scale-down-with-sick-pod-that-goes",
                ordered(3),
                set -> {
                  set.rest();
                  set.unready("web-2");
                  set.scale(1);
                  set.rest();
                }),
            List.of(
                new Scenario(
                    "scale-down-with-two-sick-pods-ordered", ordered(4), ScaleScenarios::twoSick),
                new Scenario(
                    "scale-down-with-all-sick-pods-ordered", ordered(3), ScaleScenarios::allSick),
                new Scenario(
                    "scale-down-with-two-broken-pods-ordered",
                    ordered(1).maxUnavailable(2),
                    ScaleScenarios::twoBroken)))
        .flatMap(List::stream)
        .toList();
  }

  private static void heal(Play set, int replicas) {
    set.rest();
    set.unready("web-0");
    set.scale(replicas);
    set.still();
    set.ready("web-0");
    set.rest();
  }

  /// The highest is neither well nor the first that is not: natively it is waited for.
  private static void twoSick(Play set) {
    set.rest();
    set.unready("web-3");
    set.unready("web-1");
    set.scale(1);
    set.still();
    set.ready("web-1");
    set.rest();
  }

  /// The conformance test: nothing goes until they are well again.
  private static void allSick(Play set) {
    set.rest();
    List.of("web-0", "web-1", "web-2").forEach(set::unready);
    set.scale(0);
    set.still();
    // With the second the third is the first that is unwell, and goes.
    set.ready("web-0");
    set.ready("web-1");
    set.rest();
  }

  /// Two pods of a template that cannot start, taken down together by an update before.
  private static void twoBroken(Play set) {
    set.rest();
    set.scale(3);
    set.rest();
    set.image("app:crash");
    set.still();
    set.scale(1);
    set.still();
  }
}
