package dev.ordinal.sim.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.json.Json;
import dev.ordinal.sim.api.Request;
import dev.ordinal.sim.api.Request.Form;
import dev.ordinal.sim.patch.MergePatch;
import dev.ordinal.sim.reply.Refusal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Situations in which a promise about claims or recovery was once broken.
class BrokenPromisesTest {
  private static final String CLAIM =
      "{metadata: {name: %s}, spec: {accessModes: [ReadWriteOnce], storageClassName: disk,"
          + " resources: {requests: {storage: 1Gi}}}}";
  private final Simulation simulation = new Simulation(1);

  private void create(String spec) {
    simulation.post(
        "apps.kruise.io/v1beta1",
        "statefulsets",
        "shop",
        MergePatch.apply(RandomSpecs.plain(), Yaml.read("{spec: " + spec + "}")));
  }

  private void patch(String spec) {
    simulation.patchSet(Yaml.read("{spec: " + spec + "}"));
  }

  private List<String> names(String plural) {
    return simulation.list("v1", plural).stream()
        .map(each -> each.object("metadata").text("name"))
        .toList();
  }

  private Json.Obj find(String plural, String name) {
    return simulation.list("v1", plural).stream()
        .filter(each -> each.object("metadata").text("name").equals(name))
        .findFirst()
        .orElse(Json.EMPTY);
  }

  /// As kube-controller-manager makes it for `volumes: [{name: scratch, ephemeral: …}]`.
  @Test
  void ephemeralClaimStaysWithItsPod() {
    create("{replicas: 1}");
    simulation.run(Duration.ofMinutes(1));
    var uid = find("pods", "web-0").object("metadata").text("uid");
    simulation.post(
        "v1",
        "persistentvolumeclaims",
        "shop",
        """
        {apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: web-0-scratch,
          ownerReferences: [{apiVersion: v1, kind: Pod, name: web-0, uid: %s, controller: true,
            blockOwnerDeletion: true}]},
         spec: {accessModes: [ReadWriteOnce], storageClassName: disk, resources: {requests: {storage: 1Gi}}}}
        """
            .formatted(uid));
    simulation.run(Duration.ofMinutes(1));
    patch("{minReadySeconds: 1}");
    simulation.run(Duration.ofMinutes(1));

    assertThat(
            find("persistentvolumeclaims", "web-0-scratch")
                .object("metadata")
                .items("ownerReferences"))
        .hasSize(1);
  }

  /// 3 → 1 with whenScaled: Delete; while web-2 stops, the user changes their mind about volumes.
  @Test
  void claimOfARemovedTemplateStaysUnderRetain() {
    create(
        ("{replicas: 3, volumeClaimTemplates: [%s, %s],"
                + " persistentVolumeClaimRetentionPolicy: {whenScaled: Delete, whenDeleted: Retain},"
                + " template: {metadata: {annotations: {sim.ordinal.dev/stop-delay: 20s}}}}")
            .formatted(CLAIM.formatted("data"), CLAIM.formatted("logs")));
    simulation.run(Duration.ofMinutes(2));
    assertThat(names("persistentvolumeclaims")).contains("logs-web-1", "data-web-1");
    simulation.scaleSet(1);
    simulation.run(Duration.ofSeconds(8));
    assertThat(names("pods")).contains("web-1");
    patch(
        "{persistentVolumeClaimRetentionPolicy: {whenScaled: Retain, whenDeleted: Retain},"
            + " volumeClaimTemplates: [%s]}".formatted(CLAIM.formatted("data")));
    simulation.run(Duration.ofMinutes(5));

    assertThat(names("pods")).containsExactly("web-0");
    assertThat(names("persistentvolumeclaims")).contains("data-web-1", "logs-web-1");
  }

  /// The first web-0 serves only beside web-1 (a quorum). web-1 was evicted and starts again when
  /// the template changes.
  @Test
  void podThatStartsAboveAnUnreadyOneIsNotDeleted() {
    create(
        "{replicas: 2, template: {metadata: {annotations: {sim.ordinal.dev/start-delay: 10s}},"
            + " spec: {readinessGates: [{conditionType: InPlaceUpdateReady}, {conditionType: quorum}]}}}");
    for (var i = 0; i < 60; i++) {
      simulation.run(Duration.ofSeconds(1));
      names("pods").forEach(pod -> quorum(pod, true));
    }
    assertThat(simulation.ready("message")).isEqualTo("2 of 2 pods are available");
    simulation.delete("v1", "pods", "web-1", Json.EMPTY);
    while (!find("pods", "web-1").object("metadata").text("deletionTimestamp").isEmpty()) {
      simulation.run(Duration.ofSeconds(1));
    }
    simulation.run(Duration.ofSeconds(2));
    assertThat(names("pods")).contains("web-1");
    quorum("web-0", false);
    simulation.run(Duration.ofSeconds(2));
    patch("{template: {spec: {containers: [{name: app, image: 'app:2'}]}}}");
    for (var i = 0; i < 600; i++) {
      simulation.run(Duration.ofSeconds(1));
      var isBoth = find("pods", "web-1").object("status").text("phase").equals("Running");
      names("pods").forEach(pod -> quorum(pod, isBoth));
    }

    assertThat(simulation.ready("message")).isEqualTo("2 of 2 pods are available");
  }

  private void quorum(String pod, boolean isTrue) {
    var target = simulation.server.target("v1", "pods", "shop", pod).part("status");
    var body =
        Yaml.read(
            "{status: {conditions: [{type: quorum, status: '%s'}]}}"
                .formatted(isTrue ? "True" : "False"));
    simulation.server.handle(
        Request.patch(target, Form.STRATEGIC_PATCH, body), simulation.time.now());
  }

  /// An admission that looks the pod's claim up, as policies with lookups do.
  @Test
  void setComesUpBesideAnAdmissionThatLooksUpTheClaim() {
    simulation.server.add(
        (request, _) ->
            isPodCreation(request)
                    && find("persistentvolumeclaims", "data-web-0").members().isEmpty()
                ? Optional.of(
                    Refusal.denied("policy", "PersistentVolumeClaim data-web-0 not found"))
                : Optional.empty());
    create("{replicas: 1, volumeClaimTemplates: [%s]}".formatted(CLAIM.formatted("data")));
    simulation.run(Duration.ofMinutes(10));

    assertThat(simulation.ready("message")).isEqualTo("1 of 1 pods are available");
  }

  private static boolean isPodCreation(Request request) {
    return request.verb() == Request.Verb.CREATE
        && request.target().resource().names().plural().equals("pods");
  }
}
