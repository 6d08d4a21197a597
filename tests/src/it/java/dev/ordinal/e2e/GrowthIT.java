package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Audit;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.OnCluster;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Volumes that grow with their set, on the real API server, which itself refuses what a class does
/// not allow, and with a binder that takes its time.
@OnCluster
class GrowthIT {
  private static final String PARALLEL =
      "podManagementPolicy: Parallel\n  updateStrategy: {rollingUpdate: {maxUnavailable: 2}}";

  private final Cluster cluster;
  @TempDir private Path folder;
  private Realm realm;

  GrowthIT(Cluster cluster) {
    this.cluster = cluster;
  }

  @BeforeEach
  void open() {
    storageClass("growth-fast", true);
    storageClass("growth-slow", false);
    realm = Realm.open(cluster, folder);
  }

  @AfterEach
  void close() {
    realm.close();
    cluster.kubectl("delete", "storageclass", "growth-fast", "growth-slow");
  }

  private void storageClass(String name, boolean allowsExpansion) {
    cluster.apply(
        """
        apiVersion: storage.k8s.io/v1
        kind: StorageClass
        metadata: {name: %s}
        provisioner: example.com/disk
        allowVolumeExpansion: %s
        """
            .formatted(name, allowsExpansion));
  }

  @Test
  void claimsGrowWithinTheBudgetAndNoPodRestarts() {
    // Slow enough for a busy machine to see the growth under way.
    var form = new Form("calm", 4, PARALLEL).knob("grow-delay: 2s");
    apply(form.with("1Gi"));
    var pods = realm.pods("calm");
    var revision = realm.status("calm", "updateRevision");
    var start = realm.writes().size();
    var growing = new AtomicLong();

    cluster.apply(form.with("2Gi"));
    realm.await(
        "bigger volumes",
        () -> {
          growing.accumulateAndGet(claims("calm").filter(GrowthIT::isGrowing).count(), Math::max);
          return capacities("calm").equals(List.of("2Gi", "2Gi", "2Gi", "2Gi"));
        });
    realm.awaitReady("calm");

    assertThat(growing.get()).isBetween(1L, 2L);
    assertThat(realm.pods("calm")).isEqualTo(pods);
    assertThat(realm.status("calm", "updateRevision")).isEqualTo(revision);
    assertThat(writes(start, "persistentvolumeclaims"))
        .containsExactlyInAnyOrder(
            "patch persistentvolumeclaims data-calm-0 200",
            "patch persistentvolumeclaims data-calm-1 200",
            "patch persistentvolumeclaims data-calm-2 200",
            "patch persistentvolumeclaims data-calm-3 200");
    assertThat(writes(start, "persistentvolumeclaims").subList(0, 2))
        .allMatch(line -> line.contains("calm-3") || line.contains("calm-2"));
    assertThat(writes(start, "pods")).isEmpty();
    assertThat(writes(start, "controllerrevisions")).isEmpty();
  }

  @Test
  void growthIsToldInEventsStatusAndOnTheClaim() {
    var form = new Form("told", 1, "");
    apply(form.with("1Gi"));
    assertThat(realm.status("told", "volumeClaims[0]")).contains("\"compatibleReadyReplicas\":1");

    apply(form.with("2Gi"));

    assertThat(realm.status("told", "volumeClaims[0]"))
        .contains("\"volumeClaimName\":\"data\"")
        .contains("\"compatibleReplicas\":1")
        .contains("\"compatibleReadyReplicas\":1");
    assertThat(claims("told").findFirst().orElseThrow().object("metadata").object("annotations"))
        .matches(found -> found.text("apps.kruise.io/owned-by-asts").equals("told"));
    realm.await(
        "an event",
        () ->
            realm
                .events("told", "SuccessfulResize")
                .contains(
                    "Resize Claim data-told-0 Pod told-0 in StatefulSet told to 2Gi requested"));
  }

  @Test
  void claimComesFirstAndThePodFollows() {
    var form = new Form("both", 2, "");
    apply(form.with("1Gi"));
    var start = realm.writes().size();

    apply(form.with("2Gi", "app:2"));

    assertThat(capacities("both")).containsOnly("2Gi");
    assertThat(
            realm.writes().stream()
                .skip(start)
                .filter(entry -> !entry.isDryRun() && !entry.resource().equals("statefulsets"))
                .filter(entry -> entry.subresource().isEmpty() && entry.name().contains("both-"))
                .filter(entry -> !entry.resource().equals("controllerrevisions"))
                .map(Audit.Entry::toString))
        .containsExactly(
            "patch persistentvolumeclaims data-both-1 200",
            "delete pods both-1 200",
            "create pods both-1 201",
            "patch persistentvolumeclaims data-both-0 200",
            "delete pods both-0 200",
            "create pods both-0 201");
  }

  @Test
  void claimGrowsBeforeThePodIsChangedInPlace() {
    var form =
        new Form(
            "inplace", 2, "updateStrategy: {rollingUpdate: {podUpdatePolicy: InPlaceIfPossible}}");
    apply(form.with("1Gi"));
    var pods = realm.pods("inplace");

    apply(form.with("2Gi", "app:2"));

    assertThat(realm.pods("inplace")).isEqualTo(pods);
    assertThat(capacities("inplace")).containsOnly("2Gi");
    assertThat(realm.kubectl("get", "pods", "-l", "app=inplace", "-o", "jsonpath={..image}"))
        .contains("app:2")
        .doesNotContain("app:1");
  }

  @Test
  void classThatForbidsGrowthIsSaidAndStopsNoPod() {
    var form = new Form("rigid", 2, "").of("growth-slow");
    apply(form.with("1Gi"));
    var start = realm.writes().size();

    cluster.apply(form.with("2Gi", "app:2"));
    awaitStalled("rigid", "ClaimCannotGrow");
    realm.await(
        "the new image", () -> realm.status("rigid", "updatedAvailableReplicas").equals("2"));

    assertThat(message("rigid"))
        .isEqualTo(
            "claim data-rigid-0 of rigid-0 cannot grow: StorageClass growth-slow has no"
                + " allowVolumeExpansion: true");
    assertThat(writes(start, "persistentvolumeclaims")).isEmpty();

    cluster.kubectl(
        "patch", "storageclass", "growth-slow", "-p", "{\"allowVolumeExpansion\": true}");
    realm.awaitReady("rigid");
    assertThat(capacities("rigid")).containsOnly("2Gi");
  }

  @Test
  void otherClassIsSaidAndNothingIsTouched() {
    var form = new Form("other", 1, "");
    apply(form.with("1Gi"));
    var pods = realm.pods("other");

    cluster.apply(form.of("growth-slow").with("2Gi"));
    awaitStalled("other", "ClaimDiffers");

    assertThat(message("other"))
        .isEqualTo(
            "claim data-other-0 of other-0 stays as it is: it has StorageClass growth-fast, not"
                + " growth-slow");
    assertThat(realm.pods("other")).isEqualTo(pods);
    apply(form.with("1Gi"));
  }

  @Test
  void smallerTemplateIsNoReasonToDoAnything() {
    var form = new Form("less", 1, "");
    apply(form.with("2Gi"));
    var start = realm.writes().size();

    apply(form.with("1Gi"));

    assertThat(capacities("less")).containsOnly("2Gi");
    assertThat(writes(start, "persistentvolumeclaims")).isEmpty();
    assertThat(writes(start, "pods")).isEmpty();
  }

  @Test
  void fileSystemThatHasToFollowIsNotWaitedFor() {
    var form = new Form("half", 1, "").knob("grow: volume-only");
    apply(form.with("1Gi"));

    apply(form.with("2Gi"));
    realm.await(
        "the volume",
        () -> Cluster.isTrue(claims("half").findFirst().orElseThrow(), "FileSystemResizePending"));
    realm.awaitReady("half");

    assertThat(capacities("half")).containsOnly("1Gi");
    assertThat(realm.status("half", "volumeClaims[0]"))
        .contains("\"compatibleReplicas\":1")
        .contains("\"compatibleReadyReplicas\":0");
  }

  @Test
  void withOnDeleteOnlyNewClaimsAreBigger() {
    var form = new Form("later", 1, "").update("OnDelete");
    apply(form.with("1Gi"));

    cluster.apply(form.with("2Gi"));
    cluster.kubectl("scale", "asts", "later", "--replicas=2");
    realm.awaitAvailable("later", 2);
    realm.awaitReady("later");

    assertThat(capacities("later")).containsExactly("1Gi", "2Gi");
    assertThat(realm.status("later", "volumeClaims[0]")).contains("\"compatibleReplicas\":1");
  }

  @Test
  void claimTemplatesComeAndGoWithoutAWedge() {
    var form = new Form("mixed", 2, "");
    apply(form.with("1Gi"));
    var first = realm.pods("mixed");

    apply(form.and("log").with("1Gi"));
    var second = realm.pods("mixed");
    assertThat(second.values()).hasSize(2).doesNotContainAnyElementsOf(first.values());
    assertThat(realm.claims()).contains("log-mixed-0", "log-mixed-1");

    apply(form.with("1Gi"));
    assertThat(realm.pods("mixed")).isEqualTo(second);
    apply(form.with("1Gi", "app:2"));
    assertThat(realm.kubectl("get", "pod", "mixed-0", "-o", "jsonpath={..claimName}"))
        .isEqualTo("data-mixed-0");
    assertThat(realm.claims()).contains("log-mixed-0", "log-mixed-1");
  }

  @Test
  void claimTemplateThatTheServerRefusesCostsNoPod() {
    var form = new Form("wrong", 1, "");
    apply(form.with("1Gi"));
    var pods = realm.pods("wrong");

    cluster.apply(
        form.and("log").with("1Gi").replace("name: log}", "name: log, labels: {a: \"?\"}}"));
    awaitStalled("wrong", "TemplateRefused");

    assertThat(realm.pods("wrong")).isEqualTo(pods);
    apply(form.with("1Gi"));
  }

  private void apply(String manifest) {
    cluster.apply(manifest);
    var name = manifest.replaceFirst("(?s).*?metadata: \\{name: (\\S+)}.*", "$1");
    realm.awaitReady(name);
  }

  private void awaitStalled(String set, String reason) {
    realm.await(
        set + " to be stalled by " + reason,
        () ->
            realm
                .condition(set, "Stalled")
                .filter(found -> Realm.isStatus(found, "True"))
                .filter(found -> found.text("reason").equals(reason))
                .isPresent());
  }

  private String message(String set) {
    return realm.condition(set, "Ready").orElseThrow().text("message");
  }

  private List<String> writes(int since, String resource) {
    return realm.writes().stream()
        .skip(since)
        .filter(entry -> entry.resource().equals(resource) && !entry.isDryRun())
        .map(Audit.Entry::toString)
        .toList();
  }

  private Stream<Json.Obj> claims(String set) {
    return cluster.list("api/v1", "persistentvolumeclaims").stream()
        .filter(claim -> claim.object("metadata").text("name").matches("data-" + set + "-\\d+"));
  }

  private List<String> capacities(String set) {
    return claims(set).map(GrowthIT::capacity).toList();
  }

  private static String capacity(Json.Obj claim) {
    return claim.object("status").object("capacity").text("storage");
  }

  private static boolean isGrowing(Json.Obj claim) {
    var requests = claim.object("spec").object("resources").object("requests");
    return !requests.text("storage").equals(capacity(claim));
  }

  /// A set whose claims grow, and what can be changed about it.
  private record Form(
      String name,
      int replicas,
      String more,
      String storageClass,
      String update,
      String knob,
      List<String> extra) {

    Form(String name, int replicas, String more) {
      this(
          name,
          replicas,
          more,
          "growth-fast",
          "OnPodRollingUpdate",
          "grow-delay: 300ms",
          List.of());
    }

    Form of(String other) {
      return new Form(name, replicas, more, other, update, knob, extra);
    }

    Form update(String other) {
      return new Form(name, replicas, more, storageClass, other, knob, extra);
    }

    Form knob(String other) {
      return new Form(name, replicas, more, storageClass, update, other, extra);
    }

    Form and(String template) {
      return new Form(name, replicas, more, storageClass, update, knob, List.of(template));
    }

    String with(String size) {
      return with(size, "app:1");
    }

    String with(String size, String image) {
      var spec = new StringBuilder(more.isEmpty() ? "" : more + "\n  ");
      spec.append("volumeClaimUpdateStrategy: {type: ").append(update).append("}\n");
      spec.append("  volumeClaimTemplates:\n");
      spec.append(claim("data", size));
      extra.forEach(each -> spec.append(claim(each, "1Gi")));
      var pod =
          """
          {readinessGates: [{conditionType: InPlaceUpdateReady}], \
          containers: [{name: app, image: "%s"}]}"""
              .formatted(image);
      return Realm.manifest(name, replicas, spec.toString().strip(), pod);
    }

    private String claim(String template, String size) {
      return """
            - metadata: {annotations: {sim.ordinal.dev/%s}, name: %s}
              spec:
                accessModes: [ReadWriteOnce]
                storageClassName: %s
                resources: {requests: {storage: %s}}
          """
          .formatted(knob, template, storageClass, size);
    }
  }
}
