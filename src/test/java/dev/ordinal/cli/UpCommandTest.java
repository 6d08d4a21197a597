package dev.ordinal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import org.junit.jupiter.api.Test;

/// What `ordinal up` says beside its greeting.
class UpCommandTest {
  @Test
  void clusterThatOthersReachIsWarnedOf() throws IOException {
    assertThat(UpCommand.findWarning(InetAddress.getByName("0.0.0.0")))
        .contains(
            "The cluster listens on 0.0.0.0 without a password: whoever reaches this machine can"
                + " change everything in it.");
    assertThat(UpCommand.findWarning(InetAddress.getByName("127.0.0.1"))).isEmpty();
    assertThat(UpCommand.findWarning(InetAddress.getByName("::1"))).isEmpty();
  }
}
