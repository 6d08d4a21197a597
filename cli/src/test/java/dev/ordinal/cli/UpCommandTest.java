package dev.ordinal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;

/// What `ordinal up` says beside its greeting.
class UpCommandTest {
  @Test
  void clusterThatOthersReachIsWarnedOf() {
    assertThat(UpCommand.findWarning(InetAddress.ofLiteral("0.0.0.0")))
        .contains(
            "The cluster listens on 0.0.0.0 without a password: whoever reaches this machine can"
                + " change everything in it.");
    assertThat(UpCommand.findWarning(InetAddress.ofLiteral("127.0.0.1"))).isEmpty();
    assertThat(UpCommand.findWarning(InetAddress.ofLiteral("::1"))).isEmpty();
  }
}
