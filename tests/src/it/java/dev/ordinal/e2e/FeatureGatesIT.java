package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.ControllerProcess;
import dev.ordinal.rig.OnCluster;
import dev.ordinal.rig.User;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `--feature-gates` from the command line to the pods.
@OnCluster
class FeatureGatesIT {
  private final Cluster cluster;
  private final Path folder;

  FeatureGatesIT(Cluster cluster, @TempDir Path folder) {
    this.cluster = cluster;
    this.folder = folder;
  }

  @Test
  void gatesThatAreOffAreOffForEverySet() {
    var flag =
        "--feature-gates=StatefulSetStartOrdinal=false,StatefulSetAutoDeletePVC=false,"
            + "PodIndexLabel=false,KruiseDaemon=true";
    try (var realm = Realm.open(cluster, folder, flag)) {
      cluster.apply(everyGate("plain"));
      realm.awaitAvailable("plain", 2);

      assertThat(realm.pods("plain")).containsOnlyKeys("plain-0", "plain-1");
      assertThat(label("plain-0", "statefulset.kubernetes.io/pod-name")).isEqualTo("plain-0");
      assertThat(label("plain-0", "apps.kubernetes.io/pod-index")).isEmpty();
      assertThat(claimOwners("disk-plain-0")).isZero();
      assertThat(realm.controller().log())
          .containsOnlyOnce("has no effect")
          .contains(
              "--feature-gates: KruiseDaemon=true has no effect: there is no agent on the nodes.");
    }
  }

  @Test
  void gatesAreOnByThemselves() {
    try (var realm = Realm.open(cluster, folder)) {
      cluster.apply(everyGate("full"));
      realm.awaitAvailable("full", 2);

      assertThat(realm.pods("full")).containsOnlyKeys("full-3", "full-4");
      assertThat(label("full-3", "apps.kubernetes.io/pod-index")).isEqualTo("3");
      assertThat(claimOwners("disk-full-3")).isOne();
    }
  }

  /// `changed` says whether the pod is another one after it has got more memory.
  @ParameterizedTest(name = "{0}")
  @CsvSource({"true,false", "false,true"})
  void resourcesChangeInPlaceUnlessTheirGateIsOff(boolean gate, boolean changed) {
    var flag = "--feature-gates=InPlaceWorkloadVerticalScaling=" + gate;
    var set = "grows-" + gate;
    try (var realm = Realm.open(cluster, folder, flag)) {
      cluster.apply(withMemory(set, "1Gi"));
      realm.awaitReady(set);
      var before = realm.pods(set);
      cluster.apply(withMemory(set, "2Gi"));
      realm.awaitReady(set);

      assertThat(!realm.pods(set).equals(before)).isEqualTo(changed);
    }
  }

  @Test
  void jobsAreLeftAloneWithoutTheirGate() {
    try (var realm = Realm.open(cluster, folder, "--feature-gates=ImagePullJobGate=false")) {
      cluster.apply(
          """
          apiVersion: apps.kruise.io/v1beta1
          kind: ImagePullJob
          metadata: {name: idle}
          spec: {image: app, selector: {names: [node-0]}}
          """);
      cluster.apply(Realm.manifest("busy", 1, ""));
      realm.awaitReady("busy");

      assertThat(cluster.kubectl("get", "imagepulljob", "idle", "-o", "jsonpath={.status}"))
          .isEmpty();
    }
    try (var realm = Realm.open(cluster, folder)) {
      realm.await(
          "the job to end",
          () ->
              !cluster
                  .kubectl("get", "imagepulljob", "idle", "-o", "jsonpath={.status.completionTime}")
                  .isEmpty());
    }
  }

  private static String withMemory(String name, String memory) {
    return Realm.manifest(
        name,
        1,
        "updateStrategy: {rollingUpdate: {podUpdatePolicy: InPlaceIfPossible}}",
        """
        {readinessGates: [{conditionType: InPlaceUpdateReady}], containers: \
        [{name: app, image: "app:1", resources: {requests: {memory: %s}}}]}"""
            .formatted(memory));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          PodIndex=true | there is no gate PodIndex: write one of AllAlpha, .*, TemplateNoDefaults\\.
          PodIndexLabel | PodIndexLabel is neither on nor off: write PodIndexLabel=true or PodIndexLabel=false\\.
          """)
  void mistakeEndsWithOneLine(String gates, String sentence) {
    try (var controller =
        ControllerProcess.start(
            folder.resolve("log"),
            "--kubeconfig=" + cluster.kubeconfig(User.ORDINAL),
            "--feature-gates=" + gates)) {
      assertThat(controller.await()).isEqualTo(2);
      assertThat(controller.log()).matches("--feature-gates: " + sentence + "\n");
    }
  }

  private static String everyGate(String name) {
    return Realm.manifest(
        name,
        2,
        """
        ordinals: {start: 3}
          persistentVolumeClaimRetentionPolicy: {whenDeleted: Delete}
          volumeClaimTemplates:
          - metadata: {name: disk}
            spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
        """);
  }

  private String label(String pod, String name) {
    return cluster.pod(pod).object("metadata").object("labels").text(name);
  }

  private int claimOwners(String claim) {
    return cluster
        .find("api/v1", "persistentvolumeclaims", claim)
        .orElseThrow()
        .object("metadata")
        .items("ownerReferences")
        .size();
  }
}
