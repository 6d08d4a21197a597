package dev.ordinal.sim.town;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// A town does only what there is to do, however big it is.
class BigTownTest {
  @Test
  void threeThousandPodsComeUpAndGo() {
    var village = new Village(10);
    village.post(
        "services", "{metadata: {name: web}, spec: {selector: {app: web}, ports: [{port: 80}]}}");
    for (var i = 0; i < 3000; i++) {
      village.pod("web-" + i, "app:1", "");
    }
    village.run("30s");
    var ready =
        village.list("pods").stream()
            .filter(pod -> village.show(Office.name(pod)).endsWith("Running ready"))
            .count();
    assertThat(ready).isEqualTo(3000);

    var events = village.time.count();
    village.run("3600s");
    assertThat(village.time.count() - events).as("events at rest").isLessThan(5);

    village.delete("pods");
    village.run("60s");
    assertThat(village.list("pods")).isEmpty();
  }
}
