package dev.ordinal.kube.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/// What is told of a server that cannot be reached.
class HttpApiTest {
  @Test
  void refusedConnectionAsksWhetherTheServerRuns() {
    var cause = HttpApi.unreachable("https://10.0.0.1", new ConnectException("Connection refused"));

    assertThat(cause)
        .hasMessage("The API server at https://10.0.0.1 refused the connection: is it running?");
    assertThat(cause.isOutcomeKnown()).isTrue();
  }

  @Test
  void unresolvedNameIsNoRefusal() {
    var wrapped = new ConnectException("wrapped");
    wrapped.initCause(new UnresolvedAddressException());

    assertThat(HttpApi.unreachable("https://nowhere", wrapped))
        .hasMessage("The API server at https://nowhere has a host name that does not resolve.");
  }

  @Test
  void silenceAfterSendingLeavesTheOutcomeOpen() {
    assertThat(HttpApi.unreachable("s", new TimeoutException()).isOutcomeKnown()).isFalse();
    assertThat(HttpApi.unreachable("s", new HttpConnectTimeoutException("t")).isOutcomeKnown())
        .isTrue();
  }
}
