package dev.ordinal.sim.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.Json;
import org.junit.jupiter.api.Test;

/// Evictions, and the budgets that they have to respect.
class DrainTest {
  private final SmallCluster cluster = new SmallCluster(2);

  private void twoOnNode0() {
    cluster.pod("web-0", "app:1", "nodeName: node-0");
    cluster.pod("web-1", "app:1", "nodeName: node-0");
    cluster.run("2s");
  }

  private void budget(String rule) {
    cluster.post(
        SmallCluster.BUDGETS,
        "{metadata: {name: web}, spec: {%s, selector: {matchLabels: {app: web}}}}".formatted(rule));
    cluster.run("1s");
  }

  private String status(String field) {
    return cluster
                .get(SmallCluster.BUDGETS + "/web")
                .body()
                .object("status")
                .find(field)
                .orElseThrow()
            instanceof Json.Num(var literal)
        ? literal
        : "";
  }

  @Test
  void drainCordonsAndEvicts() {
    twoOnNode0();
    assertThat(cluster.chaos.drain("node-0")).isTrue();
    cluster.run("2s");
    assertThat(cluster.show("web-0")).isEqualTo("gone");
    assertThat(cluster.show("web-1")).isEqualTo("gone");
    cluster.pod("web-2", "app:1", "");
    cluster.run("1s");
    assertThat(cluster.node("web-2")).isEqualTo("node-1");
    assertThat(cluster.chaos.isDraining("node-0")).isFalse();

    cluster.chaos.uncordon("node-0");
    cluster.pod("web-3", "app:1", "");
    cluster.run("1s");
    assertThat(cluster.node("web-3")).isEqualTo("node-0");
    assertThat(cluster.chaos.drain("node-9")).isFalse();
  }

  @Test
  void budgetIsRespectedInTheServersWords() {
    twoOnNode0();
    budget("minAvailable: 2");
    assertThat(status("currentHealthy")).isEqualTo("2");
    assertThat(status("disruptionsAllowed")).isEqualTo("0");
    var reply = cluster.chaos.evictPod("shop", "web-0");
    assertThat(reply.code()).isEqualTo(429);
    assertThat(reply.body().text("message"))
        .isEqualTo("Cannot evict pod as it would violate the pod's disruption budget.");
    assertThat(((Json.Obj) reply.body().object("details").items("causes").getFirst()))
        .isEqualTo(
            Json.of("reason", Json.of("DisruptionBudget"))
                .with(
                    "message",
                    Json.of("The disruption budget web needs 2 healthy pods and has 2 currently")));
    cluster.run("2s");
    assertThat(cluster.show("web-0")).isEqualTo("node-0 Running ready");
    assertThat(cluster.condition("web-0", "DisruptionTarget")).isEqualTo(Json.EMPTY);
  }

  @Test
  void budgetIsSpentAtOnce() {
    twoOnNode0();
    budget("minAvailable: 1");
    assertThat(cluster.chaos.evictPod("shop", "web-0").code()).isEqualTo(201);
    assertThat(cluster.chaos.evictPod("shop", "web-1").code()).isEqualTo(429);
    cluster.run("2s");
    assertThat(cluster.show("web-0")).isEqualTo("gone");
    assertThat(cluster.show("web-1")).isEqualTo("node-0 Running ready");
    assertThat(status("currentHealthy")).isEqualTo("1");
  }

  @Test
  void drainWaitsForTheBudgetAndGoesOn() {
    twoOnNode0();
    budget("minAvailable: 1");
    cluster.chaos.drain("node-0");
    cluster.run("20s");
    assertThat(cluster.show("web-0")).isEqualTo("gone");
    assertThat(cluster.show("web-1")).isEqualTo("node-0 Running ready");
    assertThat(cluster.chaos.isDraining("node-0")).isTrue();

    cluster.pod("web-2", "app:1", "");
    cluster.run("10s");
    assertThat(cluster.show("web-1")).isEqualTo("gone");
    assertThat(cluster.show("web-2")).isEqualTo("node-1 Running ready");
    assertThat(cluster.chaos.isDraining("node-0")).isFalse();
  }

  @Test
  void unreadyPodMayGoWhileTheOthersAreEnough() {
    twoOnNode0();
    cluster.pod("sick", "app:never-ready", "nodeName: node-0");
    cluster.run("1s");
    budget("minAvailable: 2");
    assertThat(cluster.chaos.evictPod("shop", "sick").code()).isEqualTo(201);
    assertThat(cluster.chaos.evictPod("shop", "web-0").code()).isEqualTo(429);
  }

  @Test
  void podWithoutBudgetIsEvicted() {
    twoOnNode0();
    budget("minAvailable: 2");
    cluster.merge("pods/web-0", "metadata: {labels: {app: other}}");
    cluster.run("1s");
    assertThat(status("currentHealthy")).isEqualTo("1");
    assertThat(cluster.chaos.evictPod("shop", "web-0").code()).isEqualTo(201);
  }
}
