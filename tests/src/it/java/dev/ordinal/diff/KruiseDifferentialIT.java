package dev.ordinal.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.rig.ControllerProcess;
import dev.ordinal.rig.Kruise;
import dev.ordinal.rig.OnRealCluster;
import dev.ordinal.rig.Rig;
import dev.ordinal.rig.User;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Plays every scenario before the real kruise-manager, and then before our controller, and
/// compares what happened to the pods, and what the status says of them. What only one of them
/// writes on its objects is not compared.
@OnRealCluster("kruise-manager is what is compared")
class KruiseDifferentialIT {
  private static final Pattern COMPARED =
      Pattern.compile(
          "(order|pod \\S+) after .*|.*: (status\\.(?!collisionCount).*|pod \\S+\\.(phase|ready|terminating) = .*"
              + "|pod \\S+\\.spec\\.containers\\[0\\]\\.image = .*|claim \\S+\\.phase = .*)");

  @TempDir private Path folder;

  @TestFactory
  Stream<DynamicTest> bothDoTheSame() {
    Map<String, Account> peer;
    Map<String, Account> ours;
    try (var rig = Rig.startBare()) {
      try (var kruise = Kruise.install(rig);
          var place = rig.enter("diff")) {
        place.kubectl("apply", "-f", "deploy/crd/apps.kruise.io_statefulsets.yaml");
        peer = play(rig);
        kruise.stop();
        for (var kind : List.of("mutating", "validating")) {
          var name = "kruise-%s-webhook-configuration".formatted(kind);
          place.kubectl("delete", kind + "webhookconfiguration", name);
        }
      }
      try (var _ =
          ControllerProcess.start(
              folder.resolve("controller.log"),
              "--kubeconfig=" + rig.plane().kubeconfig(User.ORDINAL))) {
        ours = play(rig);
      }
    }
    var allowed = Allowed.read("/diff/allowed-kruise.txt");
    var tests =
        KruiseScenarios.all().stream()
            .map(
                scenario ->
                    DynamicTest.dynamicTest(
                        scenario.name(),
                        () -> {
                          var differences =
                              differences(peer.get(scenario.name()), ours.get(scenario.name()));
                          assertThat(allowed.surprises(scenario.name(), differences)).isEmpty();
                        }));
    var outdated =
        DynamicTest.dynamicTest(
            "allowedDifferencesStillOccur", () -> assertThat(allowed.outdated()).isEmpty());
    return Stream.concat(tests, Stream.of(outdated));
  }

  /// They mostly wait, so they overlap.
  private static Map<String, Account> play(Rig rig) {
    var accounts = new LinkedHashMap<String, Account>();
    try (var halves = Executors.newVirtualThreadPerTaskExecutor()) {
      var plays = new LinkedHashMap<String, CompletableFuture<Account>>();
      for (var scenario : KruiseScenarios.all()) {
        plays.put(
            scenario.name(),
            CompletableFuture.supplyAsync(() -> Play.perform(rig, Half.OURS, scenario), halves));
      }
      plays.forEach(
          (name, play) -> {
            try {
              accounts.put(name, play.join());
            } catch (CompletionException e) {
              throw new AssertionError(name + ": " + e.getMessage(), e);
            }
          });
    }
    return accounts;
  }

  private static List<String> differences(Account peer, Account ours) {
    return Comparison.of(peer, ours).stream()
        .filter(line -> COMPARED.matcher(line).matches())
        .map(line -> line.replace("only native", "only kruise").replace("native [", "kruise ["))
        .toList();
  }
}
