package dev.ordinal.sim.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.Json;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Deletion with grace, as the clock moves.
class GraceTest {
  private final TestServer shop = new TestServer();

  @BeforeEach
  void runningPod() {
    shop.post(
        "pods",
        "{metadata: {name: p}, spec: {nodeName: n, terminationGracePeriodSeconds: 20,"
            + " containers: [{name: app, image: a}]}}");
  }

  @Test
  void deletionIsDueWhenTheGraceIsOver() {
    var metadata = shop.delete("pods/p", "").body().object("metadata");

    assertThat(metadata.text("deletionTimestamp")).isEqualTo("2026-01-01T00:00:20Z");
    assertThat(metadata.find("deletionGracePeriodSeconds")).contains(Json.of(20));
    assertThat(metadata.find("generation")).contains(Json.of(2));
  }

  @Test
  void hurryCountsFromTheFirstDelete() {
    shop.delete("pods/p", "");
    shop.pass(Duration.ofSeconds(5));

    var metadata = shop.delete("pods/p", "gracePeriodSeconds: 10").body().object("metadata");

    assertThat(metadata.text("deletionTimestamp")).isEqualTo("2026-01-01T00:00:10Z");
    assertThat(metadata.find("deletionGracePeriodSeconds")).contains(Json.of(10));
  }

  @Test
  void hurryThatComesTooLateLeavesASecond() {
    shop.delete("pods/p", "");
    shop.pass(Duration.ofSeconds(15));

    var metadata = shop.delete("pods/p", "gracePeriodSeconds: 3").body().object("metadata");

    assertThat(metadata.text("deletionTimestamp")).isEqualTo("2026-01-01T00:00:15Z");
    assertThat(metadata.find("deletionGracePeriodSeconds")).contains(Json.of(1));
    assertThat(shop.names("pods")).containsExactly("p");
  }

  @Test
  void zeroGraceEndsItEvenWithTheVersionSeen() {
    var seen = shop.get("pods/p").body().object("metadata");
    var precise =
        "{gracePeriodSeconds: 0, preconditions: {uid: %s, resourceVersion: '%s'}}"
            .formatted(seen.text("uid"), seen.text("resourceVersion"));

    assertThat(shop.delete("pods/p", precise).code()).isEqualTo(200);
    assertThat(shop.get("pods/p").code()).isEqualTo(404);
  }
}
