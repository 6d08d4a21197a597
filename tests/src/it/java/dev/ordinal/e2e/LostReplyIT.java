package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.ControllerProcess;
import dev.ordinal.rig.Gateway;
import dev.ordinal.rig.OnCluster;
import dev.ordinal.rig.User;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A write whose reply is lost is not repeated: the object is read, and the set goes on.
@OnCluster
class LostReplyIT {
  private final Cluster cluster;
  private final Path folder;

  LostReplyIT(Cluster cluster, @TempDir Path folder) {
    this.cluster = cluster;
    this.folder = folder;
  }

  private ControllerProcess start(Gateway gateway) throws IOException {
    var kubeconfig =
        Files.writeString(
            folder.resolve("kubeconfig"),
            Files.readString(cluster.kubeconfig(User.ORDINAL))
                .replace(cluster.rig().plane().server(), gateway.address()));
    return ControllerProcess.start(
        folder.resolve("log"), "--kubeconfig=" + kubeconfig, "--namespace=" + cluster.namespace());
  }

  private long reads(String resource, String name) {
    return cluster.audit().by(User.ORDINAL).of(resource).entries().stream()
        .filter(entry -> entry.verb().equals("get") && entry.name().startsWith(name))
        .count();
  }

  private long creations(String resource, String name) {
    return cluster.audit().by(User.ORDINAL).writes().of(resource).entries().stream()
        .filter(entry -> entry.verb().equals("create") && entry.name().startsWith(name))
        .count();
  }

  @ParameterizedTest
  @CsvSource({
    "controllerrevisions, one-, one",
    "persistentvolumeclaims, disk-two-0, two",
    "pods, three-0, three"
  })
  void objectOfALostCreationIsRead(String resource, String object, String set) throws IOException {
    var lost = new LostReply("POST", resource);
    try (var gateway = Gateway.open(cluster.rig().plane(), lost);
        var _ = start(gateway)) {
      cluster.apply(
          Realm.manifest(
              set,
              1,
              """
              volumeClaimTemplates:
                - metadata: {name: disk}
                  spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
              """
                  .strip()));
      cluster.await("the pod", () -> cluster.isReady(set + "-0"));

      assertThat(lost.isDone().get()).isTrue();
      cluster.await("a read", () -> reads(resource, object) > 0);
      assertThat(creations(resource, object)).isOne();
    }
  }

  @ParameterizedTest
  @CsvSource("imagepulljobs, brief")
  void jobOfALostDeletionIsRead(String resource, String job) throws IOException {
    var lost = new LostReply("DELETE", resource);
    try (var gateway = Gateway.open(cluster.rig().plane(), lost);
        var _ = start(gateway)) {
      cluster.apply(Realm.manifest("selected", 1, ""));
      cluster.await("a pod", () -> cluster.isReady("selected-0"));
      cluster.apply(
          """
          apiVersion: apps.kruise.io/v1beta1
          kind: ImagePullJob
          metadata: {name: %s}
          spec:
            image: app:2
            podSelector: {matchLabels: {app: selected}}
            completionPolicy: {type: Always, ttlSecondsAfterFinished: 1}
          """
              .formatted(job));
      cluster.await("the deletion", lost.isDone()::get);
      cluster.await("a read", () -> reads(resource, job) > 0);
    }
  }
}
