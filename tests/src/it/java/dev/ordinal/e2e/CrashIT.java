package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.ControllerProcess;
import dev.ordinal.rig.Gateway;
import dev.ordinal.rig.OnCluster;
import dev.ordinal.rig.User;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The controller dies by SIGKILL right after one of its writes, before it knows that the write was
/// done, and its successor ends where it would have ended. The update is one in place, with a hook
/// that takes traffic away and a grace period, so that nearly every kind of write is among them.
@OnCluster
class CrashIT {
  private final Cluster cluster;
  @TempDir private Path folder;

  CrashIT(Cluster cluster) {
    this.cluster = cluster;
  }

  /// One write later each time, until the update is done before the write comes.
  @Test
  void successorEndsWhereItWouldHaveEnded() throws IOException {
    var write = 1;
    while (endsTheSameAfterDeathAt(write)) {
      write++;
    }
    assertThat(write - 1).as("points at which the controller died").isBetween(8, 20);
  }

  private boolean endsTheSameAfterDeathAt(int write) throws IOException {
    var name = "crash" + write;
    try (var first = start("first", cluster.rig().plane().server())) {
      cluster.apply(set(name, "app:1"));
      awaitDone(name, "app:1");
      first.kill();
    }
    var before = cluster.pod(name + "-0").object("metadata").text("uid");
    var hasDied = dieAtWrite(name, write);

    try (var _ = start("second", cluster.rig().plane().server())) {
      awaitDone(name, "app:2");
    }
    var pod = cluster.pod(name + "-0");
    assertThat(pod.object("metadata").text("uid")).as("uid, died at %d", write).isEqualTo(before);
    assertThat(restarts(pod)).as("restarts, died at %d", write).isEqualTo(Json.of(1));
    assertThat(annotation(pod, "apps.kruise.io/inplace-update-grace")).isEmpty();
    cluster.kubectl("delete", "asts", name, "--wait=false");
    return hasDied;
  }

  private boolean dieAtWrite(String name, int write) throws IOException {
    var doomed = new CopyOnWriteArrayList<ControllerProcess>();
    var fatal = new FatalWrite(write, () -> doomed.forEach(ControllerProcess::kill));
    try (var gateway = Gateway.open(cluster.rig().plane(), fatal)) {
      doomed.add(start("doomed", gateway.address()));
      cluster.apply(set(name, "app:2"));
      cluster.await(
          "write " + write,
          () -> {
            serveHook(name);
            return fatal.hasCome() || isDone(name, "app:2");
          });
      return fatal.hasCome();
    } finally {
      doomed.forEach(ControllerProcess::close);
    }
  }

  private ControllerProcess start(String log, String server) throws IOException {
    var kubeconfig = folder.resolve(log + ".kubeconfig");
    var text = Files.readString(cluster.kubeconfig(User.ORDINAL));
    Files.writeString(kubeconfig, text.replace(cluster.rig().plane().server(), server));
    return ControllerProcess.start(
        folder.resolve(log + ".log"),
        "--kubeconfig=" + kubeconfig,
        "--namespace=" + cluster.namespace());
  }

  private void awaitDone(String name, String image) {
    cluster.await(
        name + " with " + image,
        Duration.ofMinutes(3),
        () -> {
          serveHook(name);
          return isDone(name, image);
        });
  }

  /// What the owner of the hook does: lets the pod go, and takes it back afterwards.
  private void serveHook(String name) {
    var pod = cluster.findPod(name + "-0");
    var stage = pod.map(found -> label(found, "lifecycle.apps.kruise.io/state")).orElse("");
    if (stage.equals("PreparingUpdate")) {
      cluster.kubectl("label", "pod", name + "-0", "drain=false", "--overwrite");
    } else if (stage.equals("Updated")) {
      cluster.kubectl("label", "pod", name + "-0", "drain=true", "--overwrite");
    }
  }

  private boolean isDone(String name, String image) {
    var pod = cluster.findPod(name + "-0");
    return pod.isPresent()
        && Cluster.isTrue(pod.get(), "Ready")
        && Cluster.isTrue(pod.get(), "KruisePodReady")
        && label(pod.get(), "lifecycle.apps.kruise.io/state").equals("Normal")
        && status(pod.get()).text("image").equals(image)
        && cluster
            .kubectl("get", "asts", name, "-o", "jsonpath={.status.updatedAvailableReplicas}")
            .equals("1");
  }

  private static Json.Obj status(Json.Obj pod) {
    var statuses = pod.object("status").items("containerStatuses");
    return statuses.isEmpty() ? Json.EMPTY : (Json.Obj) statuses.getFirst();
  }

  private static Json restarts(Json.Obj pod) {
    return status(pod).find("restartCount").orElse(Json.of(-1));
  }

  private static String label(Json.Obj pod, String key) {
    return pod.object("metadata").object("labels").text(key);
  }

  private static String annotation(Json.Obj pod, String key) {
    return pod.object("metadata").object("annotations").text(key);
  }

  private static String set(String name, String image) {
    return """
        apiVersion: apps.kruise.io/v1beta1
        kind: StatefulSet
        metadata: {name: %1$s}
        spec:
          replicas: 1
          serviceName: %1$s
          podManagementPolicy: Parallel
          lifecycle:
            inPlaceUpdate: {labelsHandler: {drain: "true"}, markPodNotReady: true}
          updateStrategy:
            rollingUpdate:
              podUpdatePolicy: InPlaceOnly
              inPlaceUpdateStrategy: {gracePeriodSeconds: 1}
          selector: {matchLabels: {app: %1$s}}
          template:
            metadata: {labels: {app: %1$s, drain: "true"}}
            spec:
              readinessGates: [{conditionType: InPlaceUpdateReady}]
              containers: [{name: app, image: "%2$s"}]
        """
        .formatted(name, image);
  }
}
