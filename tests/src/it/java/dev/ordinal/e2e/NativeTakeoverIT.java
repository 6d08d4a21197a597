package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.OnRealCluster;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The pods of a native set, orphaned and adopted under the same name and template.
@OnRealCluster("the native controller is what is taken over from")
class NativeTakeoverIT {
  static final String SPEC =
      """
      metadata: {name: web}
      spec:
        replicas: 3
        serviceName: web
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec:
            containers:
            - name: main
              image: nginx:1.27
              args: []
              ports: [{containerPort: 80}]
              readinessProbe: {httpGet: {port: 80}}
              resources: {requests: {cpu: "0.1", memory: 1024Ki}}
              volumeMounts: [{name: data, mountPath: /data}]
            volumes: [{name: tmp, emptyDir: {sizeLimit: 0.5Gi}}]
        volumeClaimTemplates:
        - metadata: {name: data}
          spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
      """;

  private final Cluster cluster;
  @TempDir private Path folder;

  NativeTakeoverIT(Cluster cluster) {
    this.cluster = cluster;
  }

  @Test
  void orphanedPodsAreAdoptedAndNoneRestarts() {
    createAndOrphan(cluster, SPEC);

    try (var realm = Realm.open(cluster, folder)) {
      var before = realm.pods("web");
      cluster.apply("apiVersion: apps.kruise.io/v1beta1\nkind: StatefulSet\n" + SPEC);
      realm.awaitUpdated("web", 3);
      realm.awaitReady("web");

      assertThat(realm.pods("web")).isEqualTo(before).hasSize(3);
      assertThat(Inheritance.restarts(cluster)).isEmpty();
      assertThat(cluster.list("apis/apps/v1", "controllerrevisions")).hasSize(1);
      assertThat(owner(cluster.pod("web-0"))).isEqualTo("apps.kruise.io/v1beta1");
      assertThat(owner(cluster.list("apis/apps/v1", "controllerrevisions").getFirst()))
          .isEqualTo("apps.kruise.io/v1beta1");
    }
  }

  /// The pods of a native set of this spec, which nothing owns any more.
  static void createAndOrphan(Cluster cluster, String spec) {
    cluster.apply("apiVersion: apps/v1\nkind: StatefulSet\n" + spec);
    cluster.await(
        "the native controller's pods",
        () -> List.of("web-0", "web-1", "web-2").stream().allMatch(cluster::isReady));
    cluster.kubectl("delete", "statefulsets.apps", "web", "--cascade=orphan");
    cluster.await(
        "the native set to be gone",
        () -> cluster.find("apis/apps/v1", "statefulsets", "web").isEmpty());
  }

  private static String owner(Json.Obj object) {
    return object.object("metadata").items("ownerReferences").stream()
        .map(owner -> ((Json.Obj) owner).text("apiVersion"))
        .findFirst()
        .orElse("");
  }
}
