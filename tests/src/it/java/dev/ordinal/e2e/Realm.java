package dev.ordinal.e2e;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Audit;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.ControllerProcess;
import dev.ordinal.rig.User;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// One namespace and the controller that looks after it alone, and what tests ask of the two.
final class Realm implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final String SETS = "apis/apps.kruise.io/v1beta1";

  private final Cluster cluster;
  private final Path log;
  private final List<String> flags;
  private ControllerProcess controller;

  private Realm(Cluster cluster, Path log, List<String> flags) {
    this.cluster = cluster;
    this.log = log;
    this.flags = flags;
    this.controller = start();
  }

  /// `flags` are further ones for the controller.
  static Realm open(Cluster cluster, Path folder, String... flags) {
    return new Realm(cluster, folder.resolve("controller.log"), List.of(flags));
  }

  private ControllerProcess start() {
    var all = new ArrayList<>(flags);
    all.add("--kubeconfig=" + cluster.kubeconfig(User.ORDINAL));
    all.add("--namespace=" + cluster.namespace());
    return ControllerProcess.start(log, all.toArray(String[]::new));
  }

  Cluster cluster() {
    return cluster;
  }

  ControllerProcess controller() {
    return controller;
  }

  /// For after `controller().stop()` or `kill()`.
  void startAgain() {
    controller = start();
  }

  String kubectl(String... arguments) {
    return cluster.kubectl(arguments);
  }

  void await(String description, java.util.function.BooleanSupplier condition) {
    cluster.await(description, PATIENCE, condition);
  }

  void awaitAvailable(String set, int replicas) {
    await(
        set + " with " + replicas + " available pods",
        () -> status(set, "availableReplicas").equals(Integer.toString(replicas)));
  }

  /// Everything as the newest spec wants it, and said so.
  void awaitReady(String set) {
    await(
        set + " to be ready",
        () ->
            hasSeenNewestSpec(set)
                && condition(set, "Ready").filter(found -> isStatus(found, "True")).isPresent());
  }

  /// So many pods of the newest template, all available, and the rollout called over.
  void awaitUpdated(String set, int replicas) {
    await(
        set + " updated",
        () -> {
          // In this order: a status that was read before may speak of the spec before.
          var hasSeenIt = hasSeenNewestSpec(set);
          var status = set(set).object("status");
          return hasSeenIt
              && status.find("updatedAvailableReplicas").equals(Optional.of(Json.of(replicas)))
              && status.find("availableReplicas").equals(Optional.of(Json.of(replicas)))
              && status.find("currentRevision").equals(status.find("updateRevision"));
        });
  }

  Json.Obj set(String name) {
    return cluster
        .find(SETS, "statefulsets", name)
        .orElseThrow(() -> new AssertionError("no set " + name));
  }

  boolean hasSet(String name) {
    return cluster.find(SETS, "statefulsets", name).isPresent();
  }

  /// A field of the status as text; empty when it is absent.
  String status(String set, String field) {
    return kubectl("get", "asts", set, "-o", "jsonpath={.status." + field + "}");
  }

  boolean hasSeenNewestSpec(String set) {
    var found = set(set);
    return found
        .object("status")
        .find("observedGeneration")
        .equals(found.object("metadata").find("generation"));
  }

  Optional<Json.Obj> condition(String set, String type) {
    return set(set).object("status").items("conditions").stream()
        .map(Json.Obj.class::cast)
        .filter(condition -> condition.text("type").equals(type))
        .findFirst();
  }

  static boolean isStatus(Json.Obj condition, String status) {
    return condition.text("status").equals(status);
  }

  /// Pod names with their uids: a pod that was replaced has another.
  SortedMap<String, String> pods(String set) {
    var found = new TreeMap<String, String>();
    for (var pod : cluster.list("api/v1", "pods")) {
      var metadata = pod.object("metadata");
      if (metadata.text("name").matches(set + "-\\d+")) {
        found.put(metadata.text("name"), metadata.text("uid"));
      }
    }
    return found;
  }

  List<String> claims() {
    return cluster.list("api/v1", "persistentvolumeclaims").stream()
        .map(claim -> claim.object("metadata").text("name"))
        .toList();
  }

  String revision(String pod) {
    return cluster.pod(pod).object("metadata").object("labels").text("controller-revision-hash");
  }

  /// What the controller told about a set, for one reason.
  List<String> events(String set, String reason) {
    return cluster.list("api/v1", "events").stream()
        .filter(event -> event.object("involvedObject").text("name").equals(set))
        .filter(event -> event.text("reason").equals(reason))
        .map(event -> event.text("message"))
        .toList();
  }

  /// What the controller wrote so far; events and leases are not counted.
  List<Audit.Entry> writes() {
    return cluster
        .audit()
        .by(User.ORDINAL)
        .writes()
        .where(entry -> !List.of("events", "leases").contains(entry.resource()))
        .entries();
  }

  List<Audit.Entry> writes(String verb, String resource, String set) {
    return writes().stream()
        .filter(entry -> entry.verb().equals(verb) && entry.resource().equals(resource))
        .filter(entry -> entry.name().startsWith(set + "-"))
        .toList();
  }

  /// A set of one container; `more` are further lines of its spec.
  static String manifest(String name, int replicas, String more) {
    return manifest(name, replicas, more, "{containers: [{name: app, image: \"app:1\"}]}");
  }

  static String manifest(String name, int replicas, String more, String podSpec) {
    return """
        apiVersion: apps.kruise.io/v1beta1
        kind: StatefulSet
        metadata: {name: %1$s}
        spec:
          replicas: %2$d
          serviceName: %1$s
          %3$s
          selector: {matchLabels: {app: %1$s}}
          template:
            metadata: {labels: {app: %1$s}}
            spec: %4$s
        """
        .formatted(name, replicas, more, podSpec);
  }

  @Override
  public void close() {
    controller.close();
  }
}
