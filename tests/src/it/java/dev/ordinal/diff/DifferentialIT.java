package dev.ordinal.diff;

import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.ControllerProcess;
import dev.ordinal.rig.OnRealCluster;
import dev.ordinal.rig.User;
import java.nio.file.Path;
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
  private Duel duel;
  private ControllerProcess controller;

  @BeforeAll
  void startController(Cluster cluster, @TempDir Path folder) {
    var rig = cluster.rig();
    controller =
        ControllerProcess.start(
            folder.resolve("controller.log"),
            "--kubeconfig=" + rig.plane().kubeconfig(User.ORDINAL));
    Collector.awaitAwake(rig);
    duel = new Duel(new Duel.Side(rig, Half.NATIVE), rig, Allowed.read());
  }

  @AfterAll
  void stopController() {
    duel.close();
    controller.close();
  }

  @TestFactory
  Stream<DynamicTest> bothHalvesDoTheSame() {
    return duel.play(Scenarios.all());
  }
}
