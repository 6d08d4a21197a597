package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.rig.ControlPlane;
import dev.ordinal.rig.Rig;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// etcd is restored from a backup, on a control plane of its own: the simulated cluster has none,
/// and all other tests would be set back, too.
@Tag("real")
class RestoreIT {
  /// A set is scaled after the backup. Afterwards neither that nor the new pods have happened, and
  /// the controller, which ran all the time, takes up from there. No kubelet is needed to see it.
  @Test
  void controllerGoesOnFromTheBackupWithoutARestart(@TempDir Path folder) throws IOException {
    try (var rig = Rig.start(_ -> {});
        var cluster = rig.enter("restore");
        var realm = Realm.open(cluster, folder)) {
      cluster.apply(Realm.manifest("web", 2, "podManagementPolicy: Parallel"));
      realm.awaitReady("web");
      ((ControlPlane) rig.plane()).undo(() -> scaleFor(realm, 4));
      assertThat(realm.pods("web")).containsOnlyKeys("web-0", "web-1");

      scaleFor(realm, 3);
      assertThat(realm.pods("web")).containsOnlyKeys("web-0", "web-1", "web-2");
      assertThat(realm.controller().log()).contains("restored from a backup");
    }
  }

  private static void scaleFor(Realm realm, int replicas) {
    realm.kubectl("scale", "asts", "web", "--replicas=" + replicas);
    realm.await(replicas + " pods", () -> realm.pods("web").size() == replicas);
  }
}
