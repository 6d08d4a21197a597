package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.cli.handover.Mover;
import dev.ordinal.handover.Way;
import dev.ordinal.kube.http.Connection;
import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.OnRealCluster;
import dev.ordinal.rig.User;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `ordinal adopt` and `ordinal release`, while both controllers run: the pods notice nothing.
@OnRealCluster("the native controller is the other one")
class HandoverIT {
  private static final String NATIVE = "apis/apps/v1";
  private static final String OWN = "apis/apps.kruise.io/v1beta1";

  private final Cluster cluster;
  private final Realm realm;

  HandoverIT(Cluster cluster, @TempDir Path folder) {
    this.cluster = cluster;
    this.realm = Realm.open(cluster, folder);
  }

  @AfterEach
  void close() {
    realm.close();
  }

  private static String manifest(String name, int replicas) {
    return """
        apiVersion: apps/v1
        kind: StatefulSet
        metadata: {name: %1$s, labels: {part: %1$s}}
        spec:
          replicas: %2$d
          serviceName: %1$s
          podManagementPolicy: Parallel
          selector: {matchLabels: {app: %1$s}}
          persistentVolumeClaimRetentionPolicy: {whenDeleted: Delete, whenScaled: Delete}
          template:
            metadata: {labels: {app: %1$s}}
            spec:
              containers:
              - name: main
                image: nginx:1.27
                command: [sh, -c, "exec nginx <conf >log 2>&1"]
                ports: [{containerPort: 80}]
                readinessProbe: {httpGet: {port: 80}}
                resources: {requests: {cpu: "0.1", memory: 1024Ki}}
                volumeMounts: [{name: data, mountPath: /data}]
          volumeClaimTemplates:
          - metadata: {name: data}
            spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
        """
        .formatted(name, replicas);
  }

  private static final String AROUND =
      """
      apiVersion: autoscaling/v2
      kind: HorizontalPodAutoscaler
      metadata: {name: web}
      spec:
        minReplicas: 5
        maxReplicas: 9
        scaleTargetRef: {apiVersion: apps/v1, kind: StatefulSet, name: web}
      ---
      apiVersion: policy/v1
      kind: PodDisruptionBudget
      metadata: {name: web}
      spec: {maxUnavailable: 1, selector: {matchLabels: {app: web}}}
      ---
      apiVersion: v1
      kind: Service
      metadata: {name: web}
      spec: {clusterIP: None, selector: {app: web}, ports: [{port: 80}]}
      """;

  private void create(String name, int replicas) {
    cluster.apply(manifest(name, replicas));
    awaitNative(name, replicas);
  }

  private void awaitNative(String name, int replicas) {
    cluster.await(
        "the native controller to have " + name + " at rest",
        () -> {
          var status = set(NATIVE, name).object("status");
          return status.find("availableReplicas").equals(Optional.of(Json.of(replicas)))
              && status.find("updatedReplicas").equals(Optional.of(Json.of(replicas)));
        });
  }

  private Json.Obj set(String version, String name) {
    return cluster.find(version, "statefulsets", name).orElse(Json.EMPTY);
  }

  private CommandRun run(String... arguments) {
    return CommandRun.of(cluster, arguments);
  }

  private SortedMap<String, String> uids(String resource, String group) {
    var found = new TreeMap<String, String>();
    for (var each : cluster.list(group, resource)) {
      found.put(each.object("metadata").text("name"), each.object("metadata").text("uid"));
    }
    return found;
  }

  @Test
  void runningSetGoesThereAndBackAndItsPodsNoticeNothing() {
    cluster.apply(AROUND);
    create("web", 5);
    // A second revision, so that there is a history.
    cluster.kubectl("set", "image", "sts/web", "main=nginx:1.28");
    cluster.kubectl("rollout", "status", "statefulset.apps/web");
    var pods = realm.pods("web");
    var claims = uids("persistentvolumeclaims", "api/v1");
    var revisions = uids("controllerrevisions", NATIVE);

    try (var history = PodHistory.start(cluster, "web")) {
      var there = run("adopt", "web", "--yes");
      assertThat(there.output())
          .contains("web: 5 pods, 2 revisions\n")
          .contains("HorizontalPodAutoscaler web scales the apps/v1 StatefulSet")
          .contains("PodDisruptionBudget web selects the pods")
          .contains("No pod restarts.")
          .endsWith("web: adopted, every pod is the one it was\n");
      realm.awaitReady("web");
      assertThat(strategy(OWN)).isEqualTo("RollingUpdate");
      assertThat(owners("apps.kruise.io/v1beta1")).hasSize(5);

      var back = run("release", "web", "--yes");
      assertThat(back.output()).endsWith("web: released, every pod is the one it was\n");
      awaitNative("web", 5);
      history.catchUp();
      assertThat(history.lines()).isEmpty();
    }

    assertThat(strategy(NATIVE)).isEqualTo("RollingUpdate");
    assertThat(owners("apps/v1")).hasSize(5);
    assertThat(realm.pods("web")).isEqualTo(pods).hasSize(5);
    assertThat(uids("persistentvolumeclaims", "api/v1")).isEqualTo(claims).hasSize(5);
    assertThat(uids("controllerrevisions", NATIVE)).isEqualTo(revisions).hasSize(2);
    assertThat(Inheritance.restarts(cluster)).isEmpty();
    assertThat(uids("configmaps", "api/v1")).containsOnlyKeys("kube-root-ca.crt");
    assertThat(cluster.kubectl("rollout", "history", "statefulset.apps/web"))
        .contains("1 ", "2 ");
  }

  private String strategy(String version) {
    return set(version, "web").object("spec").object("updateStrategy").text("type");
  }

  private List<String> owners(String version) {
    return cluster.list("api/v1", "pods").stream()
        .flatMap(pod -> pod.object("metadata").items("ownerReferences").stream())
        .map(owner -> ((Json.Obj) owner).text("apiVersion"))
        .filter(version::equals)
        .toList();
  }

  /// A new process each time: what it knows is what is in the cluster.
  private List<String> moveWithADeathAfterEachWrite(String name, Way way) {
    var deaths = new ArrayList<String>();
    var options =
        new Connection.Options(
            Optional.of(cluster.kubeconfig(User.ADMIN)), Optional.empty(), Optional.empty());
    try (var connection = Connection.open(options, "test")) {
      while (deaths.size() < 20) {
        var api = new CutApi(connection.api());
        try {
          var result =
              new Mover(api, cluster.namespace(), way, Duration.ofMinutes(4)).move(name);
          assertThat(result).isEqualTo(new Mover.Result(true, "", List.of()));
          return deaths;
        } catch (CutApi.Killed e) {
          deaths.add(e.getMessage().replaceAll(" .*/", " "));
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
    }
    throw new AssertionError("it never arrives: " + deaths);
  }

  @Test
  void deathAfterAnyWriteIsNoHarm() {
    create("db", 3);
    var pods = realm.pods("db");
    try (var history = PodHistory.start(cluster, "db")) {
      assertThat(moveWithADeathAfterEachWrite("db", Way.ADOPT))
          .containsSubsequence(
              "POST configmaps",
              "DELETE db",
              "POST statefulsets",
              "PATCH db",
              "DELETE ordinal-adopt-db");
      realm.awaitReady("db");
      assertThat(moveWithADeathAfterEachWrite("db", Way.RELEASE))
          .containsSubsequence("POST configmaps", "DELETE db", "POST statefulsets", "PATCH db");
      awaitNative("db", 3);
      history.catchUp();
      assertThat(history.lines()).isEmpty();
    }
    assertThat(realm.pods("db")).isEqualTo(pods).hasSize(3);
  }
}
