package dev.ordinal.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.ordinal.kube.http.Connection;
import dev.ordinal.local.LocalCluster;
import dev.ordinal.local.LocalOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ControllerCommandTest {
  private static Optional<String> findMissing(String server, String namespace) {
    try (var connection = Connection.withoutCredentials(server, Duration.ofSeconds(20))) {
      return ControllerCommand.findMissing(connection.api(), namespace);
    }
  }

  @Test
  void namespaceThatDoesNotExistIsWarnedOf() {
    try (var cluster = LocalCluster.start(LocalOptions.usual())) {
      assertThat(findMissing(cluster.address(), "nowhere"))
          .contains(
              "There is no namespace nowhere: the controller has nothing to do until it is"
                  + " created.");
      assertThat(findMissing(cluster.address(), "no where")).isPresent();
      assertThat(findMissing(cluster.address(), "default")).isEmpty();
    }
  }

  @Test
  void refusedAndUnansweredQuestionsAreNoWarning() throws IOException {
    var real = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    real.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(403, -1);
          exchange.close();
        });
    real.start();
    var server = "http://127.0.0.1:" + real.getAddress().getPort();
    assertThat(findMissing(server, "nowhere")).isEmpty();
    real.stop(0);
    assertThat(findMissing(server, "nowhere")).isEmpty();
  }
}
