package dev.ordinal.rig;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.local.LocalCluster;
import dev.ordinal.local.LocalOptions;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuthProxyTest {
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String NOTE = "{\"metadata\": {\"name\": \"note\"}}";

  private final HttpClient client = HttpClient.newHttpClient();
  private final Path log;
  private final LocalCluster cluster;

  AuthProxyTest(@TempDir Path folder) {
    this.log = folder.resolve("audit.log");
    this.cluster = LocalCluster.start(LocalOptions.usual(), handler -> new AuthProxy(handler, log));
  }

  @AfterEach
  void close() {
    client.shutdownNow();
    cluster.close();
  }

  private int send(String method, String path, String token, String body)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create(cluster.address() + path))
            .method(method, BodyPublishers.ofString(body))
            .header("Content-Type", "application/json");
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    return client.send(request.build(), BodyHandlers.ofString()).statusCode();
  }

  @Test
  void requestsAreWrittenDownAsTheRealServerDoes() throws IOException, InterruptedException {
    send("POST", MAPS, "", NOTE);
    send("POST", MAPS, "", NOTE);
    send("GET", MAPS, "", "");
    send("GET", MAPS + "?watch=true&timeoutSeconds=1", "", "");
    send("GET", "/api/v1/namespaces/default", "", "");
    send("PUT", MAPS + "/note", "", NOTE);
    send("DELETE", MAPS + "/note", "", "");
    send("DELETE", MAPS, "", "");
    send("GET", "/version", "", "");

    assertThat(Audit.read(log, "").entries())
        .extracting(Audit.Entry::toString)
        .containsExactly(
            "create configmaps note 201",
            "create configmaps note 409",
            "list configmaps  200",
            "watch configmaps  200",
            "get namespaces default 200",
            "update configmaps note 200",
            "delete configmaps note 200",
            "deletecollection configmaps  200",
            "get   200");
    assertThat(Audit.read(log, "").in("default").entries()).hasSize(8);
  }

  @Test
  void dryRunsAreNoWrites() throws IOException, InterruptedException {
    send("POST", MAPS + "?dryRun=All", "", NOTE);

    assertThat(Audit.read(log, "").entries()).hasSize(1);
    assertThat(Audit.read(log, "").writes().entries()).isEmpty();
  }

  @Test
  void tokensTellUsersApart() throws IOException, InterruptedException {
    send("GET", MAPS, User.ORDINAL.token(), "");
    send("GET", MAPS, "", "");

    assertThat(Audit.read(log, "").entries())
        .extracting(Audit.Entry::user)
        .containsExactly(User.ORDINAL.login(), User.ADMIN.login());
  }

  @Test
  void unknownTokensAreRefused() throws IOException, InterruptedException {
    assertThat(send("POST", MAPS, "stolen", NOTE)).isEqualTo(401);

    assertThat(send("GET", MAPS + "/note", "", "")).isEqualTo(404);
  }
}
