package dev.ordinal.rig;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.Json;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The rig works, before other tests rely on it.
@OnCluster
class RigIT {
  private final Cluster cluster;

  RigIT(Cluster cluster) {
    this.cluster = cluster;
  }

  @Test
  void auditLogTellsUsersApart() {
    cluster.kubectl("create", "configmap", "note");

    assertThat(cluster.audit().by(User.ADMIN).writes().of("configmaps").named("note").entries())
        .extracting(Audit.Entry::toString)
        .containsExactly("create configmaps note 201");
    assertThat(cluster.audit().by(User.ORDINAL).entries()).isEmpty();

    try (var ordinal = new Api(cluster.rig().plane(), User.ORDINAL)) {
      ordinal.fetch("/api/v1/namespaces/%s/pods".formatted(cluster.namespace()));
    }
    cluster.await("its line", () -> !cluster.audit().by(User.ORDINAL).entries().isEmpty());
    assertThat(cluster.audit().by(User.ORDINAL).entries())
        .extracting(Audit.Entry::toString)
        .containsExactly("list pods  200");
  }

  @Test
  @OnRealCluster("the simulated cluster has no native StatefulSets")
  void nativeStatefulSetWithClaimsOfAnUnknownClassComesUp() {
    cluster.apply(
        """
        apiVersion: apps/v1
        kind: StatefulSet
        metadata: {name: web}
        spec:
          replicas: 3
          serviceName: web
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {app: web}}
            spec: {containers: [{name: app, image: "app:1", volumeMounts: [{name: www, mountPath: /www}]}]}
          volumeClaimTemplates:
          - metadata: {name: www}
            spec:
              accessModes: [ReadWriteOnce]
              storageClassName: nobody-knows-it
              resources: {requests: {storage: 1Gi}}
        """);

    cluster.await("three ready pods", () -> cluster.isReady("web-2"));

    assertThat(cluster.kubectl("get", "pvc", "-o", "jsonpath={.items[*].status.phase}"))
        .isEqualTo("Bound Bound Bound");
    assertThat(cluster.list("api/v1", "pods"))
        .filteredOn(pod -> Cluster.isTrue(pod, "Ready"))
        .extracting(pod -> pod.object("metadata").text("name"))
        .contains("web-0", "web-1", "web-2");
  }

  @Test
  void newImageInPlaceMeansNewContainer() {
    cluster.apply(pod("patched", "app:1", ""));
    cluster.await("the first container", () -> cluster.isReady("patched"));
    var before = container("patched");

    cluster.kubectl("set", "image", "pod/patched", "app=app:2");
    cluster.await("the second container", () -> container("patched").text("image").equals("app:2"));
    cluster.await("a ready pod", () -> cluster.isReady("patched"));

    var after = container("patched");
    assertThat(after.text("imageID")).isNotEqualTo(before.text("imageID")).startsWith("app@sha256");
    assertThat(after.text("containerID")).isNotEqualTo(before.text("containerID"));
    assertThat(after.find("restartCount")).contains(Json.of(1));
  }

  @Test
  void readinessGateIsHonoured() {
    cluster.apply(pod("gated", "app:1", "readinessGates: [{conditionType: example.com/open}]"));
    cluster.await("ready containers", () -> isTrue("gated", "ContainersReady"));
    assertThat(cluster.isReady("gated")).isFalse();

    cluster.kubectl(
        "patch",
        "pod",
        "gated",
        "--subresource=status",
        "-p",
        """
        {"status": {"conditions": [{"type": "example.com/open", "status": "True"}]}}""");

    cluster.await("an open gate", () -> cluster.isReady("gated"));
  }

  @Test
  void missingImageIsShownAsSuch() {
    cluster.apply(pod("broken", "app:missing", ""));

    cluster.await("a failed pull", () -> waitingReason("broken").equals("ErrImagePull"));
    cluster.await("a pause", () -> waitingReason("broken").equals("ImagePullBackOff"));

    assertThat(cluster.pod("broken").object("status").text("phase")).isEqualTo("Pending");
  }

  @Test
  void deletionIsGraceful() {
    cluster.apply(pod("leaving", "app:1", ""));
    cluster.await("a ready pod", () -> cluster.isReady("leaving"));
    cluster.kubectl("annotate", "pod", "leaving", "sim.ordinal.dev/stuck-termination=true");

    cluster.kubectl("delete", "pod", "leaving", "--wait=false");
    assertThat(cluster.pod("leaving").object("metadata").text("deletionTimestamp")).isNotEmpty();
    assertThat(cluster.isReady("leaving")).isTrue();

    cluster.kubectl("annotate", "pod", "leaving", "sim.ordinal.dev/stuck-termination-");
    cluster.await("the end", () -> cluster.findPod("leaving").isEmpty());
  }

  @Test
  void claimGrowsAndGoesWithItsVolume() {
    cluster.apply(
        """
        apiVersion: storage.k8s.io/v1
        kind: StorageClass
        metadata: {name: elastic}
        provisioner: example.com/elastic
        allowVolumeExpansion: true
        ---
        apiVersion: v1
        kind: PersistentVolumeClaim
        metadata: {name: big}
        spec:
          accessModes: [ReadWriteOnce]
          storageClassName: elastic
          resources: {requests: {storage: 1Gi}}
        """);
    cluster.await("a bound claim", () -> capacity("big").equals("1Gi"));
    var volume = cluster.kubectl("get", "pvc", "big", "-o", "jsonpath={.spec.volumeName}");

    cluster.kubectl(
        "patch",
        "pvc",
        "big",
        "-p",
        """
        {"spec": {"resources": {"requests": {"storage": "2Gi"}}}}""");
    cluster.await("more room", () -> capacity("big").equals("2Gi"));

    cluster.kubectl("delete", "pvc", "big");
    cluster.await(
        "the volume's end",
        () -> cluster.api().find("/api/v1/persistentvolumes/" + volume).isEmpty());
  }

  @Test
  void resizeIsFollowed() {
    cluster.apply(pod("elastic", "app:1", ""));
    cluster.await("a ready pod", () -> cluster.isReady("elastic"));

    cluster.kubectl(
        "patch",
        "pod",
        "elastic",
        "--subresource=resize",
        "-p",
        """
        {"spec": {"containers": [{"name": "app", "resources": {"requests": {"cpu": "200m"}}}]}}""");

    cluster.await(
        "the new size",
        () ->
            container("elastic").object("resources").object("requests").text("cpu").equals("200m"));
    assertThat(container("elastic").find("restartCount")).contains(Json.of(0));
  }

  @Test
  void crashingImageIsRestarted() {
    cluster.apply(pod("crashing", "app:crash", ""));

    cluster.await("a crash", () -> waitingReason("crashing").equals("CrashLoopBackOff"));
    cluster.await(
        "a restart",
        () -> container("crashing").find("restartCount").equals(Optional.of(Json.of(1))));
  }

  @Test
  void claimOfAWaitingClassIsBoundWhenItsPodIsPlaced() {
    cluster.apply(
        """
        apiVersion: storage.k8s.io/v1
        kind: StorageClass
        metadata: {name: patient}
        provisioner: example.com/patient
        volumeBindingMode: WaitForFirstConsumer
        ---
        apiVersion: v1
        kind: PersistentVolumeClaim
        metadata: {name: lazy}
        spec:
          accessModes: [ReadWriteOnce]
          storageClassName: patient
          resources: {requests: {storage: 1Gi}}
        """);
    cluster.apply(
        pod("placed", "app:1", "volumes: [{name: v, persistentVolumeClaim: {claimName: lazy}}]"));

    cluster.await("a placed pod", () -> cluster.isReady("placed"));

    assertThat(cluster.kubectl("get", "pvc", "lazy", "-o", "jsonpath={.metadata.annotations}"))
        .contains("volume.kubernetes.io/selected-node");
    assertThat(capacity("lazy")).isEqualTo("1Gi");
  }

  @Test
  void evictedPodFailsWithItsReason() {
    cluster.apply(pod("evicted", "app:1", ""));
    cluster.await("a ready pod", () -> cluster.isReady("evicted"));

    cluster.kubectl("annotate", "pod", "evicted", "sim.ordinal.dev/evict=true");

    cluster.await(
        "the eviction",
        () -> cluster.pod("evicted").object("status").text("reason").equals("Evicted"));
    assertThat(cluster.pod("evicted").object("status").text("phase")).isEqualTo("Failed");
  }

  @Test
  void lostNodeMakesItsPodsUnreadyUntilItIsFound() {
    cluster.rig().nodes().registerReserved("island");
    cluster.apply(pod("stranded", "app:1", "nodeName: island"));
    cluster.await("a ready pod", () -> cluster.isReady("stranded"));

    cluster.rig().nodes().lose("island");
    cluster.await("silence", () -> !cluster.isReady("stranded"));

    cluster.rig().nodes().restore("island");
    cluster.await("the node's return", () -> cluster.isReady("stranded"));
  }

  private boolean isTrue(String pod, String condition) {
    return cluster.findPod(pod).filter(found -> Cluster.isTrue(found, condition)).isPresent();
  }

  private Json.Obj container(String pod) {
    return (Json.Obj) cluster.pod(pod).object("status").items("containerStatuses").getFirst();
  }

  private String waitingReason(String pod) {
    return cluster.pod(pod).object("status").items("containerStatuses").stream()
        .map(status -> ((Json.Obj) status).object("state").object("waiting").text("reason"))
        .findFirst()
        .orElse("");
  }

  private String capacity(String claim) {
    return cluster
        .find("api/v1", "persistentvolumeclaims", claim)
        .map(found -> found.object("status").object("capacity").text("storage"))
        .orElse("");
  }

  private static String pod(String name, String image, String more) {
    return """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s}
        spec:
          containers: [{name: app, image: "%s", resources: {requests: {cpu: 100m}}}]
          %s
        """
        .formatted(name, image, more);
  }
}
