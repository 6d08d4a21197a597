package dev.ordinal.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.JsonText;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.ControllerProcess;
import dev.ordinal.rig.OnRealCluster;
import dev.ordinal.rig.Rig;
import dev.ordinal.rig.User;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/// Plays every scenario twice on the same control plane, once as `apps/v1` before Kubernetes' own
/// controller and once as `apps.kruise.io/v1beta1` before ours, and compares what happened.
/// Alone, because our controller looks after all namespaces meanwhile.
///
/// `-Dscenario=REGEX` plays only some of them, and `-Dscenario=random-.* -Dhistories=200
/// -Dhistory=1000` so many histories of chance, from that seed on.
@OnRealCluster("the native controller is what is compared")
@Isolated
@TestInstance(Lifecycle.PER_CLASS)
class DifferentialIT {
  private static final int AT_A_TIME = 6;

  private Rig rig;
  private final Allowed allowed = Allowed.read();
  private final ExecutorService stage =
      Executors.newFixedThreadPool(AT_A_TIME, Thread.ofVirtual().factory());
  private final ExecutorService halves = Executors.newVirtualThreadPerTaskExecutor();
  private ControllerProcess controller;

  @BeforeAll
  void startController(Cluster cluster, @TempDir Path folder) {
    rig = cluster.rig();
    controller =
        ControllerProcess.start(
            folder.resolve("controller.log"),
            "--kubeconfig=" + rig.plane().kubeconfig(User.ORDINAL));
    Collector.awaitAwake(rig);
  }

  @AfterAll
  void stopController() {
    stage.shutdownNow();
    halves.shutdownNow();
    controller.close();
  }

  @TestFactory
  Stream<DynamicTest> bothHalvesDoTheSame() {
    var filter = System.getProperty("scenario", ".*");
    var chosen = Scenarios.all().stream().filter(each -> each.name().matches(filter)).toList();
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

  /// The differences, and all that was asked for.
  private record Result(List<String> differences, String script) {
    static Result of(Account peer, Account ours) {
      var asked = peer.phases().stream().map(Account.Phase::title);
      return new Result(Comparison.of(peer, ours), asked.collect(Collectors.joining("; ")));
    }
  }

  private Result differences(Scenario scenario) {
    var peer =
        CompletableFuture.supplyAsync(() -> Play.perform(rig, Half.NATIVE, scenario), halves);
    var ours = CompletableFuture.supplyAsync(() -> Play.perform(rig, Half.OURS, scenario), halves);
    try {
      return Result.of(peer.join(), ours.join());
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
}
