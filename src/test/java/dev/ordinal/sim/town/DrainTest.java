package dev.ordinal.sim.town;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.Json;
import org.junit.jupiter.api.Test;

/// Evictions, and the budgets that they have to respect.
class DrainTest {
  private final Village village = new Village(2);

  private void twoOnNode0() {
    village.pod("web-0", "app:1", "nodeName: node-0");
    village.pod("web-1", "app:1", "nodeName: node-0");
    village.run("2s");
  }

  private void budget(String rule) {
    village.post(
        Village.BUDGETS,
        "{metadata: {name: web}, spec: {%s, selector: {matchLabels: {app: web}}}}".formatted(rule));
    village.run("1s");
  }

  private String status(String field) {
    return village.get(Village.BUDGETS + "/web").body().object("status").find(field).orElseThrow()
            instanceof Json.Num(var literal)
        ? literal
        : "";
  }

  @Test
  void drainCordonsAndEvicts() {
    twoOnNode0();
    assertThat(village.chaos.drain("node-0")).isTrue();
    village.run("2s");
    assertThat(village.show("web-0")).isEqualTo("gone");
    assertThat(village.show("web-1")).isEqualTo("gone");
    village.pod("web-2", "app:1", "");
    village.run("1s");
    assertThat(village.node("web-2")).isEqualTo("node-1");
    assertThat(village.chaos.isDraining("node-0")).isFalse();

    village.chaos.uncordon("node-0");
    village.pod("web-3", "app:1", "");
    village.run("1s");
    assertThat(village.node("web-3")).isEqualTo("node-0");
    assertThat(village.chaos.drain("node-9")).isFalse();
  }

  @Test
  void budgetIsRespectedInTheServersWords() {
    twoOnNode0();
    budget("minAvailable: 2");
    assertThat(status("currentHealthy")).isEqualTo("2");
    assertThat(status("disruptionsAllowed")).isEqualTo("0");
    var reply = village.chaos.evictPod("shop", "web-0");
    assertThat(reply.code()).isEqualTo(429);
    assertThat(reply.body().text("message"))
        .isEqualTo("Cannot evict pod as it would violate the pod's disruption budget.");
    assertThat(((Json.Obj) reply.body().object("details").items("causes").getFirst()))
        .isEqualTo(
            Json.of("reason", Json.of("DisruptionBudget"))
                .with(
                    "message",
                    Json.of("The disruption budget web needs 2 healthy pods and has 2 currently")));
    village.run("2s");
    assertThat(village.show("web-0")).isEqualTo("node-0 Running ready");
    assertThat(village.condition("web-0", "DisruptionTarget")).isEqualTo(Json.EMPTY);
  }

  @Test
  void budgetIsSpentAtOnce() {
    twoOnNode0();
    budget("minAvailable: 1");
    assertThat(village.chaos.evictPod("shop", "web-0").code()).isEqualTo(201);
    assertThat(village.chaos.evictPod("shop", "web-1").code()).isEqualTo(429);
    village.run("2s");
    assertThat(village.show("web-0")).isEqualTo("gone");
    assertThat(village.show("web-1")).isEqualTo("node-0 Running ready");
    assertThat(status("currentHealthy")).isEqualTo("1");
  }

  @Test
  void drainWaitsForTheBudgetAndGoesOn() {
    twoOnNode0();
    budget("minAvailable: 1");
    village.chaos.drain("node-0");
    village.run("20s");
    assertThat(village.show("web-0")).isEqualTo("gone");
    assertThat(village.show("web-1")).isEqualTo("node-0 Running ready");
    assertThat(village.chaos.isDraining("node-0")).isTrue();

    village.pod("web-2", "app:1", "");
    village.run("10s");
    assertThat(village.show("web-1")).isEqualTo("gone");
    assertThat(village.show("web-2")).isEqualTo("node-1 Running ready");
    assertThat(village.chaos.isDraining("node-0")).isFalse();
  }

  @Test
  void unreadyPodMayGoWhileTheOthersAreEnough() {
    twoOnNode0();
    village.pod("sick", "app:never-ready", "nodeName: node-0");
    village.run("1s");
    budget("minAvailable: 2");
    assertThat(village.chaos.evictPod("shop", "sick").code()).isEqualTo(201);
    assertThat(village.chaos.evictPod("shop", "web-0").code()).isEqualTo(429);
  }

  @Test
  void podThatNobodySelectsHasNoBudget() {
    twoOnNode0();
    budget("minAvailable: 2");
    village.merge("pods/web-0", "metadata: {labels: {app: other}}");
    village.run("1s");
    assertThat(status("currentHealthy")).isEqualTo("1");
    assertThat(village.chaos.evictPod("shop", "web-0").code()).isEqualTo(201);
  }
}
