package dev.ordinal.sim.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The events of a pod by scheduler and kubelets, in the order of `kubectl get events`.
class EventsTest {
  private final SmallCluster cluster = new SmallCluster(ClusterOptions.of(1).withEvents());

  private List<String> told() {
    return cluster.get("events").body().items("items").stream()
        .map(Json.Obj.class::cast)
        .map(event -> event.text("reason") + ": " + event.text("message"))
        .toList();
  }

  @Test
  void aPodsLifeIsToldInOrder() {
    cluster.pod("web-0", "app:1", "");
    cluster.run("1s");
    assertThat(told())
        .containsExactly(
            "Scheduled: Successfully assigned shop/web-0 to node-0",
            "Pulling: Pulling image \"app:1\"",
            "Pulled: Successfully pulled image \"app:1\" in 50ms (50ms including waiting). Image"
                + " size: %d bytes.".formatted(Kubelets.size("app:1")),
            "Created: Container created",
            "Started: Container started");
  }

  @Test
  void anImageThatIsThereIsNotPulled() {
    cluster.pod("a", "app:1", "");
    cluster.run("1s");
    cluster.pod("b", "app:1", "");
    cluster.run("1s");
    assertThat(told())
        .endsWith(
            "Pulled: Container image \"app:1\" already present on machine",
            "Created: Container created",
            "Started: Container started")
        .filteredOn(line -> line.startsWith("Pulling"))
        .hasSize(1);
  }
}
