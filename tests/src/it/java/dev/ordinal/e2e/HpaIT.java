package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.OnCluster;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An autoscaler knows a set by its scale subresource alone: how many pods there are and should be,
/// and which labels they have.
@OnCluster
class HpaIT {
  private final Cluster cluster;
  private final Realm realm;

  HpaIT(Cluster cluster, @TempDir Path folder) {
    this.cluster = cluster;
    this.realm = Realm.open(cluster, folder);
  }

  @AfterEach
  void stopController() {
    realm.close();
  }

  private String scale(String set, String field) {
    return realm.kubectl(
        "get", "asts", set, "--subresource=scale", "-o", "jsonpath={" + field + "}");
  }

  @Test
  void scaleTellsCountsAndASelectorThatFindsThePods() {
    var manifest = Realm.manifest("web", 3, "podManagementPolicy: Parallel");
    cluster.apply(
        manifest.replace(
            "selector: {matchLabels: {app: web}}",
            "selector: {matchLabels: {app: web},"
                + " matchExpressions: [{key: app, operator: NotIn, values: [db]}]}"));
    realm.awaitAvailable("web", 3);
    cluster.apply(
        "{apiVersion: v1, kind: Pod, metadata: {name: other, labels: {app: db}},"
            + " spec: {containers: [{name: app, image: app}]}}");

    assertThat(scale("web", ".spec.replicas")).isEqualTo("3");
    assertThat(scale("web", ".status.replicas")).isEqualTo("3");
    assertThat(realm.kubectl("get", "pods", "-o", "name", "-l", scale("web", ".status.selector")))
        .isEqualTo("pod/web-0\npod/web-1\npod/web-2\n");
  }

  /// What the autoscaler does: a write to the subresource.
  @Test
  void numberWrittenToTheSubresourceIsFollowed() {
    cluster.apply(Realm.manifest("grow", 1, "podManagementPolicy: Parallel"));
    realm.awaitAvailable("grow", 1);
    realm.kubectl(
        "patch",
        "asts",
        "grow",
        "--subresource=scale",
        "--type=merge",
        "-p",
        "{\"spec\":{\"replicas\":2}}");

    realm.awaitAvailable("grow", 2);
    assertThat(scale("grow", ".status.replicas")).isEqualTo("2");
  }
}
