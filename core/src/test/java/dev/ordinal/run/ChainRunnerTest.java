package dev.ordinal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.SetStatus;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Plan;
import dev.ordinal.plan.Plan.Chain;
import dev.ordinal.run.ask.ApiRequest;
import dev.ordinal.run.ask.ApiRequest.Origin;
import dev.ordinal.run.ask.Outcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ChainRunnerTest {
  private static final Outcome DONE = new Outcome.Done(Optional.empty());
  private static final Outcome REFUSED = new Outcome.Refused("no");

  @Test
  void actionsOfAChainFollowOneAnother() {
    assertThat(play(plan(chain("claim", "pod")), _ -> DONE)).containsExactly("claim", "pod");
  }

  @Test
  void aFailureEndsItsChainAndNoOther() {
    var plan = plan(chain("a1", "a2"), chain("b1", "b2"));

    assertThat(play(plan, target -> target.equals("a1") ? REFUSED : DONE))
        .containsExactlyInAnyOrder("a1", "b1", "b2");
  }

  @Test
  void laterPlanWithAnotherGoalOvertakesThisOne() {
    var runner = new ChainRunner("shop", plan(chain("claim", "pod"), chain("other")));

    assertThat(runner.isOvertakenBy(plan(chain("pod"), chain("other")))).isFalse();
    assertThat(runner.isOvertakenBy(plan())).isFalse();
    assertThat(runner.isOvertakenBy(plan(chain("third")))).isTrue();
  }

  @Test
  void aRowOfRefusalsEndsTheTurn() {
    var chains = IntStream.range(0, 1000).mapToObj(i -> chain("pod-" + i)).toList();

    assertThat(play(plan(chains.toArray(Chain[]::new)), _ -> REFUSED)).hasSizeBetween(5, 8);
  }

  @Test
  void aRowOfRefusalsEndsNothingOfAnotherSort() {
    var chains =
        Stream.concat(
                IntStream.range(0, 20)
                    .mapToObj(i -> new Action.PatchClaim("data-web-" + i, Json.EMPTY)),
                IntStream.range(0, 3)
                    .mapToObj(i -> new Action.CreatePod("web-" + i, "v1", Json.EMPTY)))
            .map(action -> new Chain(List.of(action)))
            .toArray(Chain[]::new);

    assertThat(play(plan(chains), target -> target.startsWith("data-") ? REFUSED : DONE))
        .endsWith("web-0", "web-1", "web-2")
        .hasSizeBetween(8, 11);
  }

  @Test
  void fewAreStartedAtFirstAndMoreWhileAllGoesWell() {
    var runner =
        new ChainRunner(
            "shop",
            plan(IntStream.range(0, 100).mapToObj(i -> chain("pod-" + i)).toArray(Chain[]::new)));
    var first = runner.begin();

    assertThat(first).hasSize(4);
    assertThat(runner.end(planned(first.getFirst()), DONE)).hasSize(2);
  }

  @Test
  void turnIsOverWhenNothingIsInFlight() {
    var runner = new ChainRunner("shop", plan(chain("a")));
    assertThat(runner.isOver()).isTrue();
    var request = runner.begin().getFirst();
    assertThat(runner.isOver()).isFalse();
    runner.end(planned(request), REFUSED);
    assertThat(runner.isOver()).isTrue();
    assertThat(runner.hasChangedAnything()).isFalse();
  }

  private static List<String> play(Plan<SetStatus> plan, Function<String, Outcome> simulation) {
    var runner = new ChainRunner("shop", plan);
    var open = new ArrayDeque<>(runner.begin());
    var seen = new ArrayList<String>();
    while (!open.isEmpty()) {
      var request = open.poll();
      seen.add(request.name());
      open.addAll(runner.end(planned(request), simulation.apply(request.name())));
    }
    return seen;
  }

  private static Origin.Planned planned(ApiRequest request) {
    return (Origin.Planned) request.origin();
  }

  private static Chain chain(String... targets) {
    var actions = new ArrayList<Action>();
    for (var target : targets) {
      actions.add(
          new Action.DeletePod(target, "uid", OptionalLong.empty(), Action.Cause.SCALE_DOWN));
    }
    return new Chain(actions);
  }

  private static Plan<SetStatus> plan(Chain... chains) {
    return new Plan<>(List.of(chains), List.of(), List.of(), SetStatus.NONE, Optional.empty());
  }
}
