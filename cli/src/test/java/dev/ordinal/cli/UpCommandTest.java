package dev.ordinal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
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
}
