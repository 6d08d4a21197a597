package dev.ordinal.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A kubeconfig that stays valid for a terminal when the cluster is started again.
class KubeconfigPlaceTest {
  @TempDir private Path folder;

  @Test
  void onlyOneClusterAtATimeHasIt() {
    try (var first = KubeconfigPlace.take(folder).orElseThrow()) {
      assertThat(first.file()).isEqualTo(folder.resolve("kubeconfig"));
      assertThat(KubeconfigPlace.take(folder)).isEmpty();
      assertThat(KubeconfigPlace.usual(folder))
          .isEqualTo(new KubeconfigPlace.Usual(folder.resolve("kubeconfig"), true));
    }
    var next = KubeconfigPlace.take(folder);
    assertThat(next).isPresent();
    next.orElseThrow().close();
  }

  @Test
  void placeThatCannotBeWrittenIsNotInUse() throws Exception {
    var file = Files.writeString(folder.resolve("file"), "");
    assertThat(KubeconfigPlace.take(file)).isEmpty();
    assertThat(KubeconfigPlace.usual(file).isInUse()).isFalse();
  }

  @Test
  void clusterThatIsStartedAgainKeepsItsAddressAndLeavesTheFile() throws Exception {
    var file = folder.resolve("kubeconfig");
    var options = LocalOptions.usual().kubeconfig(file);
    String address;
    try (var cluster = LocalCluster.start(options)) {
      address = cluster.address();
    }
    assertThat(Files.readString(file)).contains(address);
    try (var again = LocalCluster.start(options);
        var beside = LocalCluster.start(options)) {
      assertThat(again.address()).isEqualTo(address);
      assertThat(beside.address()).isNotEqualTo(address);
    }
  }
}
