package dev.ordinal.local;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Kinds that are stored and that nothing acts on.
class IdleTest {
  private final LocalCluster cluster = LocalCluster.start(LocalOptions.usual());
  private final LocalClient client = new LocalClient(cluster);

  @AfterEach
  void close() {
    client.close();
    cluster.close();
  }

  @Test
  void writingOneIsWarnedOfAndReadingIsNot() {
    var path = "/apis/apps/v1/namespaces/default/deployments";
    var reply =
        client.post(
            path,
            "application/json",
            """
            {"metadata": {"name": "idle"}, "spec": {"replicas": 1, "template":
             {"spec": {"containers": [{"name": "app", "image": "app:1"}]}}}}
            """);

    assertThat(reply.statusCode()).isEqualTo(201);
    assertThat(reply.headers().firstValue("Warning"))
        .contains("299 - \"the simulated cluster stores this Deployment, and nothing acts on it\"");
    var read = client.send(client.request(path + "/idle").GET());
    assertThat(read.statusCode()).isEqualTo(200);
    assertThat(read.headers().firstValue("Warning")).isEmpty();
    assertThat(client.get("/api/v1/namespaces/default/pods").items("items")).isEmpty();
  }

  @Test
  void kindThatIsActedOnIsNotWarnedOf() {
    var reply =
        client.post(
            "/api/v1/namespaces/default/configmaps",
            "application/json",
            "{\"metadata\": {\"name\": \"a\"}}");
    assertThat(reply.statusCode()).isEqualTo(201);
    assertThat(reply.headers().firstValue("Warning")).isEmpty();
  }
}
