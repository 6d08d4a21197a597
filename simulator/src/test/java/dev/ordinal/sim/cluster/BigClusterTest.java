package dev.ordinal.sim.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// The work of a cluster depends on the changes, not on its size.
class BigClusterTest {
  @Test
  void threeThousandPodsComeUpAndGo() {
    var cluster = new SmallCluster(10);
    cluster.post(
        "services", "{metadata: {name: web}, spec: {selector: {app: web}, ports: [{port: 80}]}}");
    for (var i = 0; i < 3000; i++) {
      cluster.pod("web-" + i, "app:1", "");
    }
    cluster.run("30s");
    var ready =
        cluster.list("pods").stream()
            .filter(pod -> cluster.show(SimClient.name(pod)).endsWith("Running ready"))
            .count();
    assertThat(ready).isEqualTo(3000);

    var events = cluster.time.count();
    cluster.run("3600s");
    assertThat(cluster.time.count() - events).as("events at rest").isLessThan(5);

    cluster.delete("pods");
    cluster.run("60s");
    assertThat(cluster.list("pods")).isEmpty();
  }
}
