package dev.ordinal.sim.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Pods that refer to ConfigMaps and Secrets which are not there, or not yet.
class ReferencesTest {
  private final SmallCluster cluster = new SmallCluster(ClusterOptions.of(1).withEvents());

  private void pod(String container, String volumes) {
    var reply =
        cluster.post(
            "pods",
            "{metadata: {name: web}, spec: {containers: [{name: app, image: 'app:1'%s}]%s}}"
                .formatted(container, volumes));
    assertThat(reply.code()).isEqualTo(201);
    cluster.run("5s");
  }

  private List<String> warnings() {
    return cluster.list("events").stream()
        .filter(event -> event.text("type").equals("Warning"))
        .map(event -> event.text("reason") + ": " + event.text("message"))
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          configMap: {name: cfg}                                | configmap "cfg" not found
          secret: {secretName: cfg}                             | secret "cfg" not found
          projected: {sources: [{secret: {name: cfg}}]}         | secret "cfg" not found
          configMap: {name: here, items: [{key: b, path: x}]}   | references non-existent config key: b
          """)
  void volumeThatCannotBeMountedHoldsThePod(String volume, String words) {
    cluster.post("configmaps", "{metadata: {name: here}, data: {a: '1'}}");
    pod("", ", volumes: [{name: v, %s}]".formatted(volume));

    assertThat(cluster.show("web")).isEqualTo("node-0 Pending unready ContainerCreating");
    assertThat(cluster.condition("web", "PodReadyToStartContainers").text("status"))
        .isEqualTo("False");
    assertThat(warnings())
        .containsExactly("FailedMount: MountVolume.SetUp failed for volume \"v\" : " + words);
  }

  @Test
  void podGoesOnWhenTheVolumeCanBeMounted() {
    pod("", ", volumes: [{name: v, configMap: {name: cfg}}]");
    cluster.post("configmaps", "{metadata: {name: other}}");
    cluster.run("5s");
    assertThat(cluster.show("web")).isEqualTo("node-0 Pending unready ContainerCreating");

    cluster.post("configmaps", "{metadata: {name: cfg}}");
    cluster.run("5s");
    assertThat(cluster.show("web")).isEqualTo("node-0 Running ready");
    assertThat(cluster.condition("web", "PodReadyToStartContainers").text("status"))
        .isEqualTo("True");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          envFrom: [{configMapRef: {name: cfg}}]                                  | configmap "cfg" not found
          envFrom: [{secretRef: {name: cfg}}]                                     | secret "cfg" not found
          env: [{name: A, valueFrom: {secretKeyRef: {name: cfg, key: a}}}]        | secret "cfg" not found
          env: [{name: A, valueFrom: {configMapKeyRef: {name: here, key: b}}}]    | couldn't find key b in ConfigMap shop/here
          """)
  void environmentThatCannotBeMadeHoldsTheContainer(String field, String words) {
    cluster.post("configmaps", "{metadata: {name: here}, data: {a: '1'}}");
    pod(", " + field, "");

    assertThat(cluster.show("web")).isEqualTo("node-0 Pending unready CreateContainerConfigError");
    assertThat(cluster.waitingMessage("web")).isEqualTo(words);
    assertThat(warnings()).containsExactly("Failed: Error: " + words);
  }

  @Test
  void containerGoesOnWhenItsEnvironmentCanBeMade() {
    pod(", env: [{name: A, valueFrom: {configMapKeyRef: {name: cfg, key: a}}}]", "");
    cluster.post("configmaps", "{metadata: {name: cfg}}");
    cluster.run("5s");
    assertThat(cluster.waitingMessage("web"))
        .isEqualTo("couldn't find key a in ConfigMap shop/cfg");

    cluster.merge("configmaps/cfg", "data: {a: '1'}");
    cluster.run("5s");
    assertThat(cluster.show("web")).isEqualTo("node-0 Running ready");
  }

  @Test
  void whatIsOptionalIsNotWaitedFor() {
    pod(
        ", envFrom: [{secretRef: {name: s, optional: true}}], env: [{name: A, valueFrom:"
            + " {configMapKeyRef: {name: c, key: k, optional: true}}}]",
        ", volumes: [{name: v, configMap: {name: c, optional: true}}]");
    assertThat(cluster.show("web")).isEqualTo("node-0 Running ready");
    assertThat(warnings()).isEmpty();
  }

  /// A container that runs has its environment.
  @Test
  void podThatRunsDoesNotMissWhatIsDeleted() {
    cluster.post("configmaps", "{metadata: {name: cfg}}");
    pod(", envFrom: [{configMapRef: {name: cfg}}]", "");
    cluster.delete("configmaps/cfg");
    cluster.run("5s");
    assertThat(cluster.show("web")).isEqualTo("node-0 Running ready");
  }

  @Test
  void classThatDoesNotExistLeavesClaimAndPodPending() {
    cluster.post("persistentvolumeclaims", VolumeControllerTest.claim("data", "fast"));
    pod("", ", volumes: [{name: v, persistentVolumeClaim: {claimName: data}}]");
    assertThat(phase("data")).isEqualTo("Pending");
    assertThat(cluster.condition("web", "PodScheduled").text("message"))
        .startsWith(
            "0/1 nodes are available: pod has unbound immediate PersistentVolumeClaims. preemption:");
    assertThat(warnings())
        .contains("ProvisioningFailed: storageclass.storage.k8s.io \"fast\" not found");
    assertThat(
            cluster.list("events").stream()
                .filter(event -> event.text("reason").equals("ProvisioningFailed"))
                .map(event -> event.object("involvedObject").text("kind")))
        .containsExactly("PersistentVolumeClaim");

    cluster.post(
        "/apis/storage.k8s.io/v1/storageclasses", "{metadata: {name: fast}, provisioner: any}");
    cluster.run("5s");
    assertThat(phase("data")).isEqualTo("Bound");
    assertThat(cluster.show("web")).isEqualTo("node-0 Running ready");
  }

  private String phase(String claim) {
    return cluster.get("persistentvolumeclaims/" + claim).body().object("status").text("phase");
  }

  private static Json.Obj first(Json.Obj status, String field) {
    return (Json.Obj) status.items(field).getFirst();
  }

  @Test
  void initContainerWhoseImageIsMissingHoldsThePod() {
    pod("", ", initContainers: [{name: setup, image: 'setup:missing'}, {name: more, image: x}]");

    assertThat(cluster.show("web")).isEqualTo("node-0 Pending unready PodInitializing");
    var status = cluster.get("pods/web").body().object("status");
    assertThat(first(status, "initContainerStatuses").object("state").object("waiting"))
        .extracting(waiting -> waiting.text("reason"))
        .isIn("ErrImagePull", "ImagePullBackOff");
    assertThat(cluster.condition("web", "Initialized").text("message"))
        .isEqualTo("containers with incomplete status: [setup more]");
    assertThat(warnings()).contains("Failed: image \"setup:missing\" was not found");
  }

  @Test
  void initContainerThatFailsIsStartedAgainAndAgain() {
    pod("", ", initContainers: [{name: setup, image: 'setup:crash'}]");
    var status = cluster.get("pods/web").body().object("status");
    assertThat(first(status, "initContainerStatuses").object("state").object("waiting"))
        .extracting(waiting -> waiting.text("reason"))
        .isEqualTo("CrashLoopBackOff");
    assertThat(cluster.show("web")).isEqualTo("node-0 Pending unready PodInitializing");
  }

  @Test
  void podGoesOnWhenTheImageOfItsInitContainerCanBePulled() {
    cluster.chaos.failImage("setup:1");
    pod("", ", initContainers: [{name: setup, image: 'setup:1'}]");
    assertThat(cluster.show("web")).isEqualTo("node-0 Pending unready PodInitializing");

    cluster.chaos.mendImage("setup:1");
    cluster.run("60s");
    assertThat(cluster.show("web")).isEqualTo("node-0 Running ready");
    assertThat(cluster.condition("web", "Initialized").text("status")).isEqualTo("True");
  }
}
