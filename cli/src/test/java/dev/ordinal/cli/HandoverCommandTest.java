package dev.ordinal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.kube.http.Api;
import dev.ordinal.kube.http.Connection;
import dev.ordinal.local.LocalCluster;
import dev.ordinal.local.LocalOptions;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A run that goes on where an earlier one was interrupted.
class HandoverCommandTest {
  private static final String SETS = "/apis/apps/v1/namespaces/default/statefulsets";
  private static final String SET =
      """
      {"apiVersion":"apps/v1","kind":"StatefulSet","metadata":{"name":"web"},"spec":{"replicas":2,
       "serviceName":"web","selector":{"matchLabels":{"app":"web"}},"template":{"metadata":
       {"labels":{"app":"web"}},"spec":{"containers":[{"name":"app","image":"web:1"}]}}}}
      """;
  private static final String NOTE =
      """
      {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"ordinal-adopt-web"},
       "data":{"handover.json":"{\\"source\\":{\\"metadata\\":{\\"name\\":\\"web\\"}}}"}}
      """;

  private final LocalCluster cluster = LocalCluster.start(LocalOptions.usual());
  private final Connection connection =
      Connection.withoutCredentials(cluster.address(), Duration.ofSeconds(30));

  @BeforeEach
  void create() throws Api.Unreachable {
    assertThat(send(Api.Request.post(SETS, SET)).code()).isEqualTo(201);
    var notes = "/api/v1/namespaces/default/configmaps";
    assertThat(send(Api.Request.post(notes, NOTE)).code()).isEqualTo(201);
  }

  @AfterEach
  void close() {
    connection.close();
    cluster.close();
  }

  private Api.Response send(Api.Request request) throws Api.Unreachable {
    return connection.api().send(request);
  }

  private String run(String... arguments) {
    var told = new StringWriter();
    var writer = new PrintWriter(told, true);
    var all = new ArrayList<>(List.of(arguments));
    all.add("--kubeconfig=" + cluster.kubeconfig());
    var command = OrdinalCommand.commandLine().setOut(writer).setErr(writer);
    return command.execute(all.toArray(String[]::new)) + " " + told;
  }

  /// The first run stopped before it deleted the set, which has been scaled since.
  @Test
  void setThatMayNotGoNowIsLeftThoughAnEarlierRunHadBegun() throws Exception {
    assertThat(run("adopt", "web", "--yes"))
        .startsWith("1 ")
        .contains("cannot: it is being scaled: wait until it has 2 pods");

    var left = send(Api.Request.get(SETS + "/web"));
    assertThat(left.code()).isEqualTo(200);
    assertThat(left.text()).doesNotContain("deletionTimestamp");
  }
}
