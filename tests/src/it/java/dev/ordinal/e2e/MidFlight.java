package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Api.Merge;
import dev.ordinal.rig.Audit;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.ListWatcher;
import dev.ordinal.rig.User;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Three sets that are changed again and again, side by side, while the controller that looks after
/// them is exchanged: `store` is updated in place, `guarded` the same behind a hook that this class
/// answers, and the volumes of `disk` grow.
final class MidFlight implements AutoCloseable {
  private static final String SETS = "apis/apps.kruise.io/v1beta1";
  private static final String HELD = "example.com/held";
  private static final int REPLICAS = 3;

  private static final String IN_PLACE =
      "updateStrategy: {rollingUpdate: {podUpdatePolicy: InPlaceIfPossible}}";
  private static final String HOOK =
      "lifecycle: {inPlaceUpdate: {labelsHandler: {example.com/held: \"true\"}}}";
  private static final String CLAIMS =
      """
      volumeClaimUpdateStrategy: {type: OnPodRollingUpdate}
        volumeClaimTemplates:
        - metadata: {name: data, annotations: {sim.ordinal.dev/grow-delay: 300ms}}
          spec:
            accessModes: [ReadWriteOnce]
            storageClassName: handover-growing
            resources: {requests: {storage: 1Gi}}
      """;

  private final Cluster cluster;
  private final AtomicInteger changes = new AtomicInteger();
  private final List<Thread> watchers;
  private final Instant begin = Instant.now();
  private SortedMap<String, String> uids = new TreeMap<>();
  private int version = 1;

  private MidFlight(Cluster cluster) {
    this.cluster = cluster;
    this.watchers =
        Stream.of("pods", "persistentvolumeclaims")
            .map(kind -> "/api/v1/namespaces/%s/%s".formatted(cluster.namespace(), kind))
            .map(path -> new ListWatcher(cluster.api(), path, counter()))
            .map(Thread::startVirtualThread)
            .toList();
  }

  private ListWatcher.Listener counter() {
    return new ListWatcher.Listener(_ -> changes.incrementAndGet(), _ -> changes.incrementAndGet());
  }

  /// Makes the sets, and returns when the controller that runs has them at rest.
  static MidFlight begin(Cluster cluster) {
    cluster.apply(
        """
        apiVersion: storage.k8s.io/v1
        kind: StorageClass
        metadata: {name: handover-growing}
        provisioner: example.com/disk
        allowVolumeExpansion: true
        """);
    cluster.apply(manifest("store", IN_PLACE));
    cluster.apply(manifest("guarded", IN_PLACE + "\n  " + HOOK));
    cluster.apply(manifest("disk", CLAIMS.strip()));
    var flight = new MidFlight(cluster);
    flight.awaitRest();
    flight.uids = flight.perPod(pod -> pod.object("metadata").text("uid"));
    assertThat(flight.uids).hasSize(3 * REPLICAS);
    return flight;
  }

  private static String manifest(String name, String more) {
    return """
    apiVersion: apps.kruise.io/v1beta1
    kind: StatefulSet
    metadata: {name: %1$s}
    spec:
      replicas: %2$d
      podManagementPolicy: Parallel
      selector: {matchLabels: {app: %1$s}}
      %3$s
      template:
        metadata:
          labels: {app: %1$s, example.com/held: "true"}
          annotations: {sim.ordinal.dev/restart-delay: 200ms}
        spec:
          readinessGates: [{conditionType: InPlaceUpdateReady}]
          containers: [{name: app, image: "app:1"}]
    """
        .formatted(name, REPLICAS, more);
  }

  /// New images, and more storage.
  void change() {
    version++;
    changes.set(0);
    var image = "/spec/template/spec/containers/0/image";
    replace("store", image, "app:" + version);
    replace("guarded", image, "app:" + version);
    replace("disk", "/spec/volumeClaimTemplates/0/spec/resources/requests/storage", size());
  }

  private String size() {
    return version + "Gi";
  }

  private void replace(String set, String field, String value) {
    var path = "/%s/namespaces/%s/statefulsets/%s".formatted(SETS, cluster.namespace(), set);
    var patch =
        "[{\"op\": \"replace\", \"path\": \"%s\", \"value\": \"%s\"}]".formatted(field, value);
    var reply = cluster.api().exchange("PATCH", path, "application/json-patch+json", patch);
    assertThat(reply.code()).as(reply.text()).isEqualTo(200);
  }

  /// Until so many versions of pods and claims have been seen since the change, or it is done.
  void awaitMoment(int count) {
    cluster.await(count + " changes", () -> tend() && (changes.get() >= count || isDone()));
  }

  /// Until the controller that runs now has finished everything.
  void awaitRest() {
    cluster.await("version " + version + " of everything, at rest", () -> tend() && isDone());
  }

  /// The program that the hook waits for: lets go each pod that is to be updated, and takes it back
  /// when that is done.
  private boolean tend() {
    for (var pod : pods("guarded")) {
      var held = labels(pod).text(HELD);
      if (state(pod).equals("PreparingUpdate") && held.equals("true")) {
        hold(pod, "false");
      } else if (state(pod).equals("Updated") && held.equals("false")) {
        hold(pod, "true");
      }
    }
    return true;
  }

  private void hold(Json.Obj pod, String value) {
    var patch = Json.of("metadata", Json.of("labels", Json.of(HELD, Json.of(value))));
    var path = "/api/v1/namespaces/%s/pods/%s".formatted(cluster.namespace(), name(pod));
    cluster.api().patch(path, Merge.PLAIN, patch);
  }

  private boolean isDone() {
    return Stream.of("store", "guarded", "disk").allMatch(this::isDone)
        && claims().allMatch(claim -> capacity(claim).equals(size()));
  }

  private boolean isDone(String name) {
    var set = cluster.find(SETS, "statefulsets", name).orElse(Json.EMPTY);
    var status = set.object("status");
    var pods = pods(name);
    return set.object("metadata").find("generation").equals(status.find("observedGeneration"))
        && Stream.of("updatedReplicas", "availableReplicas", "readyReplicas")
            .allMatch(count -> status.find(count).filter(Json.of(REPLICAS)::equals).isPresent())
        && status.find("currentRevision").equals(status.find("updateRevision"))
        && pods.size() == REPLICAS
        && pods.stream().allMatch(pod -> isDone(pod, status.text("updateRevision")));
  }

  private boolean isDone(Json.Obj pod, String revision) {
    var container = (Json.Obj) pod.object("spec").items("containers").getFirst();
    var wanted = name(pod).startsWith("disk") ? "app:1" : "app:" + version;
    return Cluster.isTrue(pod, "Ready")
        && Set.of("", "Normal").contains(state(pod))
        && labels(pod).text(HELD).equals("true")
        && labels(pod).text("controller-revision-hash").equals(revision)
        && container.text("image").equals(wanted);
  }

  /// How far everything is: `store: 1 Updating; guarded: 1 PreparingUpdate; disk: 1 growing`.
  String situation() {
    var growing = claims().filter(claim -> !capacity(claim).equals(size())).count();
    return "store: %s; guarded: %s; disk: %d of %d still to grow"
        .formatted(states("store"), states("guarded"), growing, REPLICAS);
  }

  private String states(String set) {
    return pods(set).stream()
        .map(pod -> isReadyNow(pod) + image(pod))
        .collect(Collectors.joining(", "));
  }

  private static String isReadyNow(Json.Obj pod) {
    return (state(pod).isEmpty() ? "Normal" : state(pod))
        + (Cluster.isTrue(pod, "Ready") ? " " : " not ready ");
  }

  private static String image(Json.Obj pod) {
    return ((Json.Obj) pod.object("spec").items("containers").getFirst()).text("image");
  }

  /// No pod is another one, each container was restarted once for each change of its image, and
  /// no claim was written twice for one change of its size. (The log of the server may call a write
  /// failed whose sender was killed meanwhile.)
  void assertNothingWasDoneTwice(String moment) {
    assertThat(perPod(pod -> pod.object("metadata").text("uid"))).as(moment).isEqualTo(uids);
    var restarts = new TreeMap<String, String>();
    for (var ordinal = 0; ordinal < REPLICAS; ordinal++) {
      restarts.put("store-" + ordinal + "/app", Integer.toString(version - 1));
      restarts.put("guarded-" + ordinal + "/app", Integer.toString(version - 1));
    }
    assertThat(Inheritance.restarts(cluster)).as(moment).isEqualTo(restarts);
    assertThat(growths().values())
        .as(moment)
        .allSatisfy(count -> assertThat(count).isLessThan(version));
  }

  /// How often each claim was written by either controller.
  private SortedMap<String, Long> growths() {
    return cluster.audit().since(begin).writes().of("persistentvolumeclaims").entries().stream()
        .filter(entry -> List.of(User.KRUISE.login(), User.ORDINAL.login()).contains(entry.user()))
        .filter(entry -> entry.code() == 200 && entry.subresource().isEmpty())
        .collect(Collectors.groupingBy(Audit.Entry::name, TreeMap::new, Collectors.counting()));
  }

  private List<Json.Obj> pods(String set) {
    return cluster.list("api/v1", "pods").stream()
        .filter(pod -> name(pod).startsWith(set + "-"))
        .toList();
  }

  private Stream<Json.Obj> claims() {
    return cluster.list("api/v1", "persistentvolumeclaims").stream();
  }

  private SortedMap<String, String> perPod(Function<Json.Obj, String> fact) {
    var found = new TreeMap<String, String>();
    cluster.list("api/v1", "pods").forEach(pod -> found.put(name(pod), fact.apply(pod)));
    return found;
  }

  private static String capacity(Json.Obj claim) {
    return claim.object("status").object("capacity").text("storage");
  }

  private static String name(Json.Obj object) {
    return object.object("metadata").text("name");
  }

  private static Json.Obj labels(Json.Obj pod) {
    return pod.object("metadata").object("labels");
  }

  private static String state(Json.Obj pod) {
    return labels(pod).text("lifecycle.apps.kruise.io/state");
  }

  @Override
  public void close() {
    watchers.forEach(Thread::interrupt);
  }
}
