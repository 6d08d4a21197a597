package dev.ordinal.plan;

import dev.ordinal.model.PodView;
import dev.ordinal.model.UpdateStrategy.Rolling;
import dev.ordinal.plan.Action.GrowClaim;
import dev.ordinal.plan.draw.Sketch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Every set of two or three pods in every state that matters, each with a claim that fits, is
/// small, grows or cannot grow: whatever the rules are, no plan breaks a promise.
class GrowthWorldTest {
  private static final String UPDATE =
      "grow claims=data:2Gi template=v2 revisions=v1,v2 current=v1 ";

  /// A pod, or `-` for none, and its claim. What goes or is not there does not grow.
  private static final List<String> PODS = pods();

  private static List<String> pods() {
    var pods = new ArrayList<>(List.of("- 1Gi", "v1:terminating 1Gi", "v1:terminating 2Gi/1Gi"));
    for (var pod : List.of("v1:ready", "v1:crash", "v2:ready", "v2:starting")) {
      for (var claim : List.of("2Gi", "1Gi", "2Gi/1Gi", "1Gi:class=slow")) {
        pods.add(pod + " " + claim);
      }
    }
    return pods;
  }

  private static final Map<String, Predicate<World>> PROMISES =
      Map.of(
          "the budget is kept", World::keepsTheBudget,
          "no pod is replaced before its claim has grown", World::putsTheClaimFirst,
          "only small claims grow", World::growsOnlyWhatIsSmall,
          "the partition and the pause are kept", World::keepsTheRange,
          "every wait has a hold", World::saysWhy,
          "at rest all claims fit", World::restsOnlyWhenDone);

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"max=2", "parallel max=2"})
  void everyPlanForThreePodsKeepsItsPromises(String rules) {
    for (var a : PODS) {
      for (var b : PODS) {
        for (var c : PODS) {
          check(new World(rules, List.of(a, b, c)));
        }
      }
    }
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "max=1",
        "max=2 partition=1",
        "max=1 paused",
        "parallel max=1",
        "parallel max=2 partition=1",
        "parallel max=1 paused",
        "parallel unordered max=1",
        "parallel unordered max=2 partition=1"
      })
  void everyPlanForTwoPodsKeepsItsPromises(String rules) {
    for (var a : PODS) {
      for (var b : PODS) {
        check(new World(rules, List.of(a, b)));
      }
    }
  }

  private static void check(World simulation) {
    PROMISES.forEach(
        (promise, isKept) -> {
          if (!isKept.test(simulation)) {
            throw new AssertionError(promise + "\n" + simulation);
          }
        });
  }

  /// A plan with what it was made of, as plain words.
  private static final class World {
    private final List<String> pods;
    private final List<String> claims;
    private final String rules;
    private final Scene scene;

    World(String rules, List<String> slots) {
      this.rules = rules;
      this.pods = slots.stream().map(slot -> slot.split(" ")[0]).toList();
      this.claims = slots.stream().map(slot -> slot.split(" ")[1]).toList();
      var all = UPDATE + rules + " replicas=" + slots.size();
      var drawn = each(i -> pods.get(i).equals("-") ? "" : i + ":" + pods.get(i));
      var sized = each(i -> "data-web-" + i + ":" + claims.get(i));
      this.scene = Scene.of(Picture.of(all, drawn).claims(sized).snapshot());
    }

    private IntStream ordinals() {
      return IntStream.range(0, pods.size());
    }

    private String each(IntFunction<String> word) {
      return ordinals().mapToObj(word).collect(Collectors.joining(" ")).strip();
    }

    private boolean isGrowing(int ordinal) {
      return claims.get(ordinal).equals("2Gi/1Gi") && scene.find(ordinal).isPresent();
    }

    private boolean isSmall(int ordinal) {
      return claims.get(ordinal).equals("1Gi");
    }

    private boolean isUp(int ordinal) {
      return pods.get(ordinal).endsWith(":ready") && !isGrowing(ordinal);
    }

    private List<Integer> grown() {
      return scene.actions().stream()
          .filter(GrowClaim.class::isInstance)
          .map(action -> Scene.ordinal(((GrowClaim) action).pod()))
          .toList();
    }

    private List<Integer> replaced() {
      return scene.deletes(Action.Cause.UPDATE, Action.Cause.STUCK).stream()
          .map(delete -> Scene.ordinal(delete.target()))
          .toList();
    }

    boolean keepsTheBudget() {
      var taken = Stream.concat(grown().stream(), replaced().stream()).filter(this::isUp).count();
      var down = ordinals().filter(i -> !isUp(i)).count();
      return taken == 0 || down + taken <= scene.allowed();
    }

    boolean putsTheClaimFirst() {
      return replaced().stream().noneMatch(i -> isSmall(i) || isGrowing(i));
    }

    boolean growsOnlyWhatIsSmall() {
      return grown().stream().allMatch(i -> isSmall(i) && !pods.get(i).endsWith(":terminating"));
    }

    boolean keepsTheRange() {
      var isByOrdinal = !rules.contains("unordered");
      return Stream.concat(grown().stream(), replaced().stream())
          .allMatch(i -> !isPaused() && (!isByOrdinal || i >= scene.partition()));
    }

    private boolean isPaused() {
      return scene.rolling().map(Rolling::isPaused).orElseThrow();
    }

    /// Where ordinals do not decide, the partition may protect any pod.
    private boolean isInRange(int ordinal) {
      return rules.contains("unordered") ? scene.partition() == 0 : ordinal >= scene.partition();
    }

    boolean saysWhy() {
      return scene.own().stream()
          .filter(pod -> !pod.isTerminating() && isInRange(Scene.ordinal(pod.name())))
          .filter(this::isLacking)
          .allMatch(
              pod -> scene.isHeld(pod) || scene.isActedOn(pod) || grown().contains(ordinal(pod)));
    }

    private boolean isLacking(PodView pod) {
      return !claims.get(ordinal(pod)).equals("2Gi");
    }

    private static int ordinal(PodView pod) {
      return Scene.ordinal(pod.name());
    }

    boolean restsOnlyWhenDone() {
      return !scene.plan().isAtRest()
          || ordinals().filter(this::isInRange).allMatch(i -> claims.get(i).equals("2Gi"));
    }

    @Override
    public String toString() {
      return rules + "\n" + pods + "\n" + claims + "\n" + Sketch.show(scene.plan());
    }
  }
}
