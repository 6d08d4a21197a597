package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.cli.handover.Mover;
import dev.ordinal.handover.Way;
import dev.ordinal.kube.http.Connection;
import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.OnRealCluster;
import dev.ordinal.rig.User;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
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
      assertShownIn("from-native.md", "adopt web --yes", there);
      realm.awaitReady("web");
      assertThat(strategy(OWN)).isEqualTo("RollingUpdate");
      assertThat(owners("apps.kruise.io/v1beta1")).hasSize(5);

      var back = run("release", "web", "--yes");
      assertShownIn("leaving.md", "release web --yes", back);
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
    assertThat(cluster.kubectl("rollout", "history", "statefulset.apps/web")).contains("1 ", "2 ");
  }

  /// The page shows the command with this output.
  private static void assertShownIn(String page, String command, CommandRun run) {
    assertThat(run.code()).as(run.output()).isZero();
    var shown = ("$ ./ordinal " + command + "\n" + run.output()).indent(4);
    try {
      assertThat(Files.readString(Path.of("docs/guide", page))).contains(shown);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
          var result = new Mover(api, cluster.namespace(), way, Duration.ofMinutes(4)).move(name);
          assertThat(result).isEqualTo(new Mover.Result(true, "", List.of()));
          return deaths;
        } catch (CutApi.Killed e) {
          deaths.add(String.valueOf(e.getMessage()).replaceAll(" .*/", " "));
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

  /// The revisions are ours: no default is written out in them.
  @Test
  void setThatWasNeverNativeIsReleasedOnceItsLossesAreAccepted() {
    var strategy = "updateStrategy: {rollingUpdate: {podUpdatePolicy: InPlaceIfPossible}}";
    var template =
        "{readinessGates: [{conditionType: InPlaceUpdateReady}],"
            + " containers: [{name: app, image: \"app:1\"}]}";
    var manifest =
        Realm.manifest("own", 3, strategy, template)
            .replace("metadata: {name: own}", "metadata: {name: own, labels: {part: own}}");
    cluster.apply(manifest);
    realm.awaitReady("own");
    cluster.apply(manifest.replace("app:1", "app:2"));
    realm.awaitUpdated("own", 3);
    realm.awaitReady("own");
    var pods = realm.pods("own");

    try (var history = PodHistory.start(cluster, "own")) {
      var refused = run("release", "own", "--yes");
      assertThat(refused.output())
          .contains(
              "lost: spec.template.spec.readinessGates: no controller opens InPlaceUpdateReady")
          .contains(
              "lost: spec.updateStrategy.rollingUpdate.podUpdatePolicy: every update replaces")
          .contains("Nothing was changed. To do it all the same: --accept-loss");
      assertThat(refused.code()).isEqualTo(1);
      var looked = run("release", "-l", "part=own", "--dry-run", "--accept-loss");
      assertThat(looked.output()).endsWith("1 found, 0 released, 0 refused\n");
      assertThat(set(NATIVE, "own")).isEqualTo(Json.EMPTY);

      var done = run("release", "-l", "part=own", "--yes", "--accept-loss");
      assertThat(done.output()).endsWith("1 found, 1 released, 0 refused\n");
      awaitNative("own", 3);
      history.catchUp();
      assertThat(history.lines()).isEmpty();
    }
    assertThat(realm.pods("own")).isEqualTo(pods).hasSize(3);
  }

  /// A pod below the partition that is lost comes back as it was.
  @Test
  void canaryStaysACanary() {
    create("can", 3);
    cluster.kubectl(
        "patch",
        "statefulsets.apps",
        "can",
        "-p",
        "{\"spec\":{\"updateStrategy\":{\"rollingUpdate\":{\"partition\":2}}}}");
    var old = realm.revision("can-0");
    cluster.kubectl("set", "image", "sts/can", "main=nginx:1.28");
    cluster.await(
        "the canary", () -> cluster.isReady("can-2") && !realm.revision("can-2").equals(old));
    var pods = realm.pods("can");

    assertThat(run("adopt", "can", "--yes").output()).endsWith("every pod is the one it was\n");
    assertThat(realm.pods("can")).isEqualTo(pods);
    assertThat(realm.status("can", "currentRevision")).isEqualTo(old);
    cluster.kubectl("delete", "pod", "can-0");
    realm.await(
        "can-0 to come back", () -> cluster.isReady("can-0") && !realm.pods("can").equals(pods));
    assertThat(realm.revision("can-0")).isEqualTo(old);
  }
}
