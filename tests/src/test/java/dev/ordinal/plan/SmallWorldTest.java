package dev.ordinal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.PodView;
import dev.ordinal.plan.draw.Sketch;
import dev.ordinal.plan.life.Health;
import dev.ordinal.plan.stage.Planner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Every set of up to three pods, in every state that matters, under every rule: all invariants
/// hold of every plan. What goes wrong with a thousand pods mostly goes wrong with three.
class SmallWorldTest {
  private static final String UPDATE = "template=v2 revisions=v0,v1,v2 current=v1 minReady=10 ";

  /// `-` is no pod. `v1` is current, `v2` the newest, and `v0` a template overtaken on the way.
  private static final List<String> PODS =
      List.of(
          "-",
          "v2:ready:other",
          "v0:starting",
          "v1:ready",
          "v1:fresh",
          "v1:creating",
          "v1:starting",
          "v1:crash",
          "v1:failed",
          "v1:terminating",
          "v2:ready",
          "v2:fresh",
          "v2:starting",
          "v2:failed",
          "v2:terminating");

  static Stream<String> rules() {
    var rules = new ArrayList<String>();
    for (var policy : List.of("", "parallel ")) {
      for (var replicas : List.of(1, 2, 3)) {
        for (var partition : List.of(0, 1, 2)) {
          for (var max : List.of(1, 2)) {
            rules.add(
                policy + "replicas=%d partition=%d max=%d".formatted(replicas, partition, max));
          }
        }
      }
      Stream.of(
              "replicas=0",
              "replicas=2 reserved=1",
              "replicas=2 start=1 partition=1",
              "replicas=3 paused",
              "replicas=3 onDelete",
              "replicas=3 refused",
              "replicas=2 unchecked",
              "replicas=3 template=v1 revisions=v0,v2,v1",
              "replicas=3 deleting",
              "replicas=3 fault=x")
          .forEach(rule -> rules.add(policy + rule));
    }
    return rules.stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rules")
  void everyPlanKeepsTheInvariants(String rules) {
    eachSet(rules, PODS, seen -> check(seen, Invariants.ALL));
  }

  /// Pods with hooks and in-place updates, in every state of their life.
  private static final List<String> LIVES =
      List.of(
          "-",
          "v1:ready",
          "v1:ready:drain=true",
          "v1:ready:drain=true:PreparingUpdate",
          "v1:ready:PreparingUpdate",
          "v1:ready:drain=true:PreparingDelete",
          "v1:ready:PreparingDelete",
          "v1:starting:PreparingNormal",
          "v1:ready:drain=true:specified",
          "v1:terminating",
          "v2:grace:Updating",
          "v2:graced:Updating",
          "v2:renewing:Updating",
          "v2:renewed:drain=true:Updating",
          "v2:ready:Updated",
          "v2:ready:drain=true",
          "v2:ready:drain=true:PreparingUpdate");

  static Stream<String> lifeRules() {
    var rules = new ArrayList<String>();
    for (var policy : List.of("", "parallel ")) {
      for (var size :
          List.of("replicas=2", "replicas=3", "replicas=3 max=2", "replicas=3 partition=1")) {
        rules.add(policy + size + " inPlace inPlaceHook=drain preNormal=warm");
        rules.add(policy + size + " preDelete=drain");
      }
      rules.add(policy + "replicas=3 inPlaceOnly inPlaceHook=drain preDelete=drain grace=10");
      rules.add(policy + "replicas=3 paused inPlace inPlaceHook=drain preDelete=drain");
      rules.add(policy + "replicas=3 paused preDelete=drain");
    }
    return rules.stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("lifeRules")
  void everyLifeKeepsItsInvariants(String rules) {
    eachSet(rules, LIVES, seen -> check(seen, LifeInvariants.ALL));
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"replicas=2", "parallel replicas=2"})
  void planDependsOnNothingButWhatIsThere(String rules) {
    var pods = List.of("-", "v1:ready", "v1:crash", "v1:failed", "v2:starting", "v1:ready:orphan");
    eachSet(
        rules,
        pods,
        seen -> {
          var plan = Planner.plan(seen);
          assertThat(Planner.plan(seen)).isEqualTo(plan);
          assertThat(Planner.plan(with(seen, seen.pods().reversed()))).isEqualTo(plan);
        });
  }

  private static void eachSet(String rules, List<String> words, Consumer<Snapshot> check) {
    var base = Picture.of(UPDATE + rules, "").snapshot();
    var parsed = Rules.parse(UPDATE + rules);
    var second = pods(1, words, parsed);
    var third = pods(2, words, parsed);
    for (var zero : pods(0, words, parsed)) {
      for (var one : second) {
        for (var two : third) {
          check.accept(with(base, Stream.of(zero, one, two).flatMap(List::stream).toList()));
        }
      }
    }
  }

  /// Each possible pod of this ordinal; the empty list is none.
  private static List<List<PodView>> pods(int ordinal, List<String> words, Rules rules) {
    return words.stream()
        .map(word -> word.equals("-") ? "" : ordinal + ":" + word)
        .map(word -> PodSketch.all(word, rules))
        .toList();
  }

  private static Snapshot with(Snapshot base, List<PodView> pods) {
    return new Snapshot(
        base.set(),
        pods,
        base.claims(),
        base.revisions(),
        base.classes(),
        List.of(),
        List.of(),
        base.findings(),
        base.now());
  }

  private static void check(Snapshot seen, Map<String, Predicate<Scene>> invariants) {
    var scene = Scene.of(seen);
    for (var rule : invariants.entrySet()) {
      if (!rule.getValue().test(scene)) {
        fail(rule.getKey(), scene);
      }
    }
  }

  private static void fail(String rule, Scene scene) {
    var pods =
        scene.seen().pods().stream()
            .map(
                pod ->
                    pod.name()
                        + ":"
                        + pod.revision()
                        + ":"
                        + Health.state(pod)
                        + pod.meta().labels())
            .toList();
    assertThat(Sketch.show(scene.plan()))
        .as("%s: %s", rule, pods)
        .isEqualTo("a plan that keeps it");
  }
}
