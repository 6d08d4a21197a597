package dev.ordinal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.local.KubeconfigPlace.Usual;
import java.net.InetAddress;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class UpCommandTest {
  @Test
  void warnsWhenOtherMachinesReachTheCluster() {
    assertThat(UpCommand.findWarning(InetAddress.ofLiteral("0.0.0.0")))
        .contains(
            "The cluster listens on 0.0.0.0 without a password: every client that reaches this"
                + " machine can change everything in it.");
    assertThat(UpCommand.findWarning(InetAddress.ofLiteral("127.0.0.1"))).isEmpty();
    assertThat(UpCommand.findWarning(InetAddress.ofLiteral("::1"))).isEmpty();
  }

  @Test
  void clusterBesideAnotherSaysWhyItsKubeconfigIsElsewhere() {
    var file = Path.of("/home/you/.cache/ordinal/up/kubeconfig");
    assertThat(UpCommand.ownKubeconfig(new Usual(file, true)))
        .isEqualTo(
            "Another cluster runs and uses /home/you/.cache/ordinal/up/kubeconfig, so this one has"
                + " a kubeconfig of its own.");
    assertThat(UpCommand.ownKubeconfig(new Usual(file, false)))
        .isEqualTo(
            "/home/you/.cache/ordinal/up/kubeconfig cannot be written, so the kubeconfig is a"
                + " temporary file.");
  }
}
