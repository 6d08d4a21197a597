package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.OnCluster;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A quota that leaves no room for the next pod; in a namespace of its own.
@OnCluster
class StuckQuotaIT {
  private final Cluster cluster;
  @TempDir private Path folder;
  private Realm realm;

  StuckQuotaIT(Cluster cluster) {
    this.cluster = cluster;
  }

  @BeforeEach
  void open() {
    realm = Realm.open(cluster, folder);
  }

  @AfterEach
  void close() {
    realm.close();
  }

  private String headline() {
    var ready = realm.condition("full", "Ready").orElse(Json.EMPTY);
    return ready.text("reason") + ": " + ready.text("message");
  }

  /// The cause stays the headline while the request is tried again, and is one event with a count.
  @Test
  void refusedPodIsTheHeadline() {
    cluster.apply(
        "{apiVersion: v1, kind: ResourceQuota, metadata: {name: two}, spec: {hard: {pods: '2'}}}");
    cluster.apply(Realm.manifest("full", 4, ""));
    realm.await(
        "the refusal in the headline",
        () ->
            headline()
                .startsWith(
                    "RequestFailed: the request for full-2 failed and is repeated: pods \"full-2\" is"));
    realm.await(
        "a second refusal",
        () ->
            cluster.list("api/v1", "events").stream()
                .filter(event -> event.object("involvedObject").text("name").equals("full"))
                .filter(event -> event.text("reason").equals("FailedCreate"))
                .filter(event -> event.text("message").contains("exceeded quota"))
                .anyMatch(event -> !event.find("count").equals(Optional.of(Json.of(1)))));

    assertThat(
            realm.events("full", "FailedCreate").stream()
                .filter(message -> message.contains("exceeded quota")))
        .hasSize(1);
    assertThat(headline())
        .startsWith("RequestFailed: the request for full-2 failed and is repeated: ");
  }
}
