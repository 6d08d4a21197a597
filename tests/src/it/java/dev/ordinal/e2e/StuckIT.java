package dev.ordinal.e2e;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.OnCluster;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a set says of itself when it is stuck, or looks finished and is not: the STATUS column, the
/// message of `Ready`, and the warning events. `docs/reference/stuck.md` is printed from here, with
/// `-p stuck.table=true`.
@OnCluster
class StuckIT {
  private final Cluster cluster;
  private final List<String> table = new ArrayList<>();
  @TempDir private Path folder;
  private Realm realm;

  StuckIT(Cluster cluster) {
    this.cluster = cluster;
  }

  @BeforeEach
  void open() {
    realm = Realm.open(cluster, folder);
  }

  @AfterEach
  void close() {
    if (Boolean.getBoolean("stuck.table")) {
      table.forEach(System.out::println);
    }
    realm.close();
  }

  /// The set shows this word and a message that starts so, and the last word of it is an event.
  private void says(String set, String word, String message, String event) {
    realm.await(
        set + ": " + word + ": " + message,
        () ->
            realm
                .condition(set, "Ready")
                .filter(ready -> ready.text("reason").equals(word))
                .filter(ready -> ready.text("message").startsWith(message))
                .isPresent());
    if (!event.isEmpty()) {
      realm.await(set + ": event " + event, () -> !realm.events(set, event).isEmpty());
    }
    note(set);
  }

  private void note(String set) {
    var ready = realm.condition(set, "Ready").orElse(Json.EMPTY);
    var warnings =
        cluster.list("api/v1", "events").stream()
            .filter(event -> event.object("involvedObject").text("name").equals(set))
            .filter(event -> event.text("type").equals("Warning"))
            .map(event -> event.text("reason"))
            .sorted()
            .toList();
    table.add(
        "| %s | `%s` | %s | %s |"
            .formatted(
                set, ready.text("reason"), ready.text("message").replace("|", "\\|"), warnings));
  }

  private void ready(String... sets) {
    for (var set : sets) {
      realm.awaitReady(set);
    }
  }

  private void apply(String set, String more, String pod) {
    cluster.apply(Realm.manifest(set, 2, more, pod));
  }

  private static String image(String image) {
    return "{containers: [{name: app, image: \"" + image + "\"}]}";
  }

  @Test
  void podsThatCannotStart() {
    applyPodsThatCannotStart();

    says(
        "image",
        "PodNotAvailable",
        "image-0 is broken (ImagePullBackOff in container app: image app:missing)",
        "PodNotAvailable");
    says(
        "crash",
        "PodNotAvailable",
        "crash-0 is broken (CrashLoopBackOff in container app: exit code 1)",
        "PodNotAvailable");
    says("unready", "PodNotAvailable", "unready-0 is not ready (container app)", "");
    says(
        "selector",
        "PodNotAvailable",
        "selector-0 is unschedulable (node(s) didn't match Pod's node affinity/selector",
        "PodNotAvailable");
    says(
        "large",
        "PodNotAvailable",
        "large-0 is unschedulable (Insufficient cpu",
        "PodNotAvailable");
    says(
        "pinned",
        "PodNotAvailable",
        "pinned-0 is starting, but node nowhere, which its template names, has not taken it",
        "");
    says("gate", "PodNotAvailable", "gate-0 is not ready (readiness gate acme.io/warm)", "");
    says(
        "late",
        "ProgressDeadlineExceeded",
        "no progress for 2 s: late-0 is not ready (container app)",
        "ProgressDeadlineExceeded");
    says("patient", "PodNotAvailable", "patient-0 is ready but not yet for minReadySeconds", "");
    says("streamed", "PodNotAvailable", "streamed-0 is not ready (container app)", "");
  }

  private void applyPodsThatCannotStart() {
    apply("image", "", image("app:missing"));
    apply("crash", "", image("app:crash"));
    apply("unready", "", image("app:never-ready"));
    apply("selector", "", "{nodeSelector: {no: such}, containers: [{name: app, image: 'app:1'}]}");
    apply(
        "large",
        "",
        "{containers: [{name: app, image: 'app:1', resources: {requests: {cpu: '5000'}}}]}");
    apply("pinned", "", "{nodeName: nowhere, containers: [{name: app, image: 'app:1'}]}");
    apply(
        "gate",
        "",
        "{readinessGates: [{conditionType: acme.io/warm}], containers: [{name: app, image: 'app:1'}]}");
    apply("late", "progressDeadlineSeconds: 2", image("app:never-ready"));
    apply("patient", "minReadySeconds: 3600", image("app:1"));
    apply(
        "streamed",
        "podManagementPolicy: Parallel\n  scaleStrategy: {maxUnavailable: 1}",
        image("app:never-ready"));
  }

  @Test
  void rolloutsThatStop() {
    stopRollouts();

    says(
        "broken",
        "PodNotAvailable",
        "broken-1 is broken (ImagePullBackOff in container app: image app:missing)",
        "PodNotAvailable");
    says(
        "refused",
        "TemplateRefused",
        "refused-1 waits: the API server, asked every 30 s, refuses the template: spec.containers[0].ports",
        "TemplateRefused");
    says(
        "wrong",
        "TemplateRefused",
        "wrong-0 waits: the API server, asked every 30 s, refuses the template: spec.containers[0].ports",
        "TemplateRefused");
    says("kept", "Ready", "2 of 2 pods are available; 1 kept at kept-", "");
    says("paused", "Paused", "2 of 2 pods are available; 2 kept at paused-", "");
    says("deleted", "Ready", "2 of 2 pods are available; 2 at deleted-", "");
    says(
        "inplace",
        "InPlaceImpossible",
        "inplace-1 cannot be updated in place",
        "InPlaceImpossible");
    says("grace", "GracePeriod", "grace-1 is out of service and is updated at ", "");
  }

  private void stopRollouts() {
    var gated =
        "{readinessGates: [{conditionType: InPlaceUpdateReady}], containers: [{name: app, image: '%s'}]}";
    for (var set : List.of("broken", "refused", "kept", "paused", "deleted")) {
      apply(set, "", image("app:1"));
    }
    apply(
        "inplace",
        "updateStrategy: {rollingUpdate: {podUpdatePolicy: InPlaceOnly}}",
        gated.formatted("app:1"));
    apply("grace", grace(), gated.formatted("app:1"));
    ready("broken", "refused", "kept", "paused", "deleted", "inplace", "grace");
    apply("broken", "", image("app:missing"));
    apply(
        "refused",
        "",
        "{containers: [{name: app, image: 'app:1', ports: [{containerPort: 80000}]}]}");
    apply("kept", "updateStrategy: {rollingUpdate: {partition: 1}}", image("app:2"));
    apply("paused", "updateStrategy: {rollingUpdate: {paused: true}}", image("app:2"));
    apply("deleted", "updateStrategy: {type: OnDelete}", image("app:2"));
    apply(
        "inplace",
        "updateStrategy: {rollingUpdate: {podUpdatePolicy: InPlaceOnly}}",
        gated.formatted("app:1', workingDir: '/x"));
    apply("grace", grace(), gated.formatted("app:2"));
    apply(
        "wrong",
        "",
        "{containers: [{name: app, image: 'app:1', ports: [{containerPort: 80000}]}]}");
  }

  private static String grace() {
    return "updateStrategy: {rollingUpdate: {podUpdatePolicy: InPlaceIfPossible,"
        + " inPlaceUpdateStrategy: {gracePeriodSeconds: 3600}}}";
  }

  @Test
  void namesClaimsAndHooks() {
    occupyNames();

    says(
        "taken",
        "NameTaken",
        "taken-1 cannot be created: a pod of this name belongs to nobody, and is not adopted, since its labels do not match the selector",
        "NameTaken");
    realm.await("overlap", () -> !realm.events("twin", "SelectorOverlap").isEmpty());
    note("twin");
    says("hooked", "HookHolds", "hooked-1 is PreparingDelete and waits until ", "");
    says(
        "guarded",
        "TerminationStuck",
        "guarded-1 is terminating and still there after its grace period: kept by finalizer acme.io/guard",
        "");
    differs(
        "lost",
        "claim data-lost-1 is being deleted: lost-1 gets a new, empty volume when it is replaced");
    realm.await("event of a lost claim", () -> !realm.events("lost", "ClaimTerminating").isEmpty());
    differs(
        "shrunk",
        "claim data-shrunk-0 has 2Gi and its template asks for 1Gi: a claim never shrinks, shrunk-0 keeps it when it is replaced; and 1 more");
    realm.await("event of a larger claim", () -> !realm.events("shrunk", "ClaimLarger").isEmpty());
    realm.kubectl(
        "patch", "pod", "guarded-1", "--type=merge", "-p", "{\"metadata\":{\"finalizers\":null}}");
  }

  private void occupyNames() {
    var claims =
        "volumeClaimTemplates: [{metadata: {name: data}, spec: {accessModes: [ReadWriteOnce],"
            + " resources: {requests: {storage: %s}}}}]";
    cluster.apply(
        "{apiVersion: v1, kind: Pod, metadata: {name: taken-1, labels: {app: else}}, spec: {containers: [{name: a, image: 'app:1'}]}}");
    apply("taken", "", image("app:1"));
    apply("twin", "", image("app:1"));
    cluster.apply(Realm.manifest("twin", 2, "").replace("{name: twin}", "{name: twin-b}"));
    apply(
        "hooked",
        "lifecycle: {preDelete: {labelsHandler: {drained: 'no'}}}",
        image("app:1").replace("{containers", "{terminationGracePeriodSeconds: 1, containers"));
    apply(
        "guarded",
        "",
        "{terminationGracePeriodSeconds: 1, containers: [{name: app, image: 'app:1'}]}");
    apply("lost", claims.formatted("2Gi"), image("app:1"));
    apply("shrunk", claims.formatted("2Gi"), image("app:1"));
    ready("hooked", "guarded", "lost", "shrunk");
    realm.kubectl("label", "pod", "hooked-1", "drained=no");
    realm.kubectl("scale", "asts", "hooked", "--replicas=1");
    realm.kubectl(
        "patch",
        "pod",
        "guarded-1",
        "--type=merge",
        "-p",
        "{\"metadata\":{\"finalizers\":[\"acme.io/guard\"]}}");
    realm.kubectl("delete", "pod", "guarded-1", "--wait=false");
    realm.kubectl("delete", "pvc", "data-lost-1", "--wait=false");
    apply("shrunk", claims.formatted("1Gi"), image("app:1"));
  }

  private void differs(String set, String message) {
    realm.await(
        set + ": " + message,
        () ->
            realm
                .condition(set, "ClaimsDiffer")
                .filter(found -> found.text("message").equals(message))
                .isPresent());
    note(set);
  }
}
