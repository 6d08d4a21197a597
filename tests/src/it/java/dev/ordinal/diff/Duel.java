package dev.ordinal.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.JsonText;
import dev.ordinal.rig.Rig;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/// Plays scenarios before another controller and before ours, and compares what happened. Only
/// `-Dscenario=REGEX`, if that is given.
final class Duel implements AutoCloseable {
  private static final int AT_A_TIME = 6;

  private final Side peer;
  private final Side ours;
  private final Allowed allowed;
  private final ExecutorService stage =
      Executors.newFixedThreadPool(AT_A_TIME, Thread.ofVirtual().factory());
  private final ExecutorService halves = Executors.newVirtualThreadPerTaskExecutor();

  Duel(Side peer, Rig ours, Allowed allowed) {
    this.peer = peer;
    this.ours = new Side(ours, Half.OURS);
    this.allowed = allowed;
  }

  /// A controller, and the control plane on which it runs.
  record Side(Rig rig, Half half) {
    Account play(Scenario scenario) {
      return Play.perform(rig, half, scenario);
    }
  }

  /// The differences, and all that was asked for.
  private record Result(List<String> differences, String script) {
    static Result of(Half half, Account peer, Account ours) {
      var asked = peer.phases().stream().map(Account.Phase::title);
      return new Result(Comparison.of(half, peer, ours), asked.collect(Collectors.joining("; ")));
    }
  }

  Stream<DynamicTest> play(List<Scenario> scenarios) {
    var filter = System.getProperty("scenario", ".*");
    var chosen = scenarios.stream().filter(each -> each.name().matches(filter)).toList();
    // They mostly wait, so they overlap; each test reports one of them, in order.
    var results = new ArrayList<CompletableFuture<Result>>();
    for (var scenario : chosen) {
      results.add(CompletableFuture.supplyAsync(() -> differences(scenario), stage));
    }
    var tests = new ArrayList<DynamicTest>();
    for (var i = 0; i < chosen.size(); i++) {
      var scenario = chosen.get(i);
      var result = results.get(i);
      tests.add(DynamicTest.dynamicTest(scenario.name(), () -> assertSame(scenario, result)));
    }
    if (filter.equals(".*")) {
      tests.add(
          DynamicTest.dynamicTest(
              "allowedDifferencesStillOccur", () -> assertThat(allowed.outdated()).isEmpty()));
    }
    return tests.stream();
  }

  private Result differences(Scenario scenario) {
    var theirs = CompletableFuture.supplyAsync(() -> peer.play(scenario), halves);
    var own = CompletableFuture.supplyAsync(() -> ours.play(scenario), halves);
    try {
      return Result.of(peer.half(), theirs.join(), own.join());
    } catch (CompletionException e) {
      throw new AssertionError(scenario.name() + ": " + e.getMessage());
    }
  }

  private void assertSame(Scenario scenario, CompletableFuture<Result> result) {
    assertThat(allowed.surprises(scenario.name(), result.join().differences()))
        .as(
            "%s: %s, then %s",
            scenario.name(), JsonText.write(scenario.form().spec()), result.join().script())
        .isEmpty();
  }

  @Override
  public void close() {
    stage.shutdownNow();
    halves.shutdownNow();
  }
}
