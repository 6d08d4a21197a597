package dev.ordinal.diff;

import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.ControllerProcess;
import dev.ordinal.rig.Kruise;
import dev.ordinal.rig.OnRealCluster;
import dev.ordinal.rig.Rig;
import dev.ordinal.rig.User;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/// Plays every scenario twice, before the real kruise-manager with its own definitions and webhooks
/// on a control plane of its own, and before ours, and compares what happened. Alone, because our
/// controller looks after all namespaces meanwhile.
///
/// Some scenarios are left out in a run of all tests; `-Dscenario=.*` plays all of them, another
/// regular expression those that it matches.
@OnRealCluster("kruise-manager is what is compared")
@Isolated
@TestInstance(Lifecycle.PER_CLASS)
class KruiseDifferentialIT {
  static final String ALLOWED = "/diff/allowed-kruise.txt";

  /// The gates whose work is always on here.
  private static final String GATES =
      "--feature-gates=StatefulSetStartOrdinal=true,StatefulSetAutoResizePVCGate=true";

  private Rig theirs;
  private Kruise kruise;
  private ControllerProcess controller;
  private final Allowed allowed = Allowed.read(ALLOWED);
  private Duel duel;

  @BeforeAll
  void startBoth(Cluster cluster, @TempDir Path folder) {
    var rig = cluster.rig();
    controller =
        ControllerProcess.start(
            folder.resolve("controller.log"),
            "--kubeconfig=" + rig.plane().kubeconfig(User.ORDINAL));
    theirs = Rig.startBare();
    kruise =
        Kruise.install(
            theirs,
            GATES,
            "--rest-config-qps=1000",
            "--rest-config-burst=2000",
            "--statefulset-workers=10");
    for (var side : List.of(rig, theirs)) {
      KruiseHookScenarios.prepare(side);
      Collector.awaitAwake(side);
    }
    duel = new Duel(new Duel.Side(theirs, Half.KRUISE), rig, allowed);
  }

  @AfterAll
  void stopBoth() {
    duel.close();
    controller.close();
    kruise.close();
    theirs.close();
  }

  @TestFactory
  Stream<DynamicTest> bothDoTheSame() {
    var isChosen = System.getProperty("scenario") != null;
    return duel.play(isChosen ? KruiseScenarios.all() : KruiseScenarios.often(allowed));
  }
}
