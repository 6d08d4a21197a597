package dev.ordinal.forecast;

import dev.ordinal.model.Names;
import dev.ordinal.model.json.Json;
import dev.ordinal.sim.api.ApiServer;
import dev.ordinal.sim.kind.Registry;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Fills a simulated API server with the objects around a set, and with what its pods need and only
/// the live cluster has: nodes, volumes, configurations, accounts.
final class SeededCluster {
  private static final String CORE = "v1";

  private final ApiServer server;
  private final ClusterObjects objects;
  private final Instant now;

  private SeededCluster(ApiServer server, ClusterObjects objects, Instant now) {
    this.server = server;
    this.objects = objects;
    this.now = now;
  }

  static void fill(ApiServer server, ClusterObjects objects, Instant now) {
    new SeededCluster(server, objects, now).fill();
  }

  /// Lets all parts of the simulation see what there is.
  static void announce(ApiServer server) {
    var registry = server.registry();
    registry.stored().forEach(server.store()::announce);
  }

  private void fill() {
    var namespace = objects.namespace();
    put(
        CORE,
        "namespaces",
        List.of(named(namespace, "").with("status", Json.of("phase", Json.of("Active")))));
    put(CORE, "nodes", nodes());
    put("storage.k8s.io/v1", "storageclasses", objects.classes());
    put(CORE, "persistentvolumes", volumes());
    put(CORE, "persistentvolumeclaims", objects.claims());
    put("apps/v1", "controllerrevisions", objects.revisions());
    put(CORE, "pods", objects.pods());
    put(Names.API_VERSION, "statefulsets", List.of(objects.set()));
    var needs = TemplateNeeds.of(objects.set().object("spec").object("template"));
    put(CORE, "serviceaccounts", needs.accounts().stream().map(this::local).toList());
    put(CORE, "configmaps", needs.configMaps().entrySet().stream().map(this::filled).toList());
    put(CORE, "secrets", needs.secrets().entrySet().stream().map(this::filled).toList());
  }

  private void put(String version, String plural, List<Json.Obj> all) {
    var latest =
        all.stream()
            .map(each -> ClusterObjects.metadata(each).text("resourceVersion"))
            .filter(text -> text.matches("\\d{1,18}"))
            .mapToLong(Long::parseLong)
            .max()
            .orElse(1);
    server.store().restore(server.registry().require(version, plural), all, latest);
  }

  private Json.Obj local(String name) {
    return named(name, objects.namespace());
  }

  private Json.Obj filled(Map.Entry<String, Set<String>> need) {
    var values = new TreeMap<String, String>();
    need.getValue().forEach(key -> values.put(key, ""));
    return local(need.getKey()).with("data", Json.strings(values));
  }

  private Json.Obj named(String name, String namespace) {
    var meta =
        Json.of("name", Json.of(name))
            .with("uid", Json.of("forecast-" + name))
            .with("resourceVersion", Json.of("1"))
            .with("creationTimestamp", Json.of(seconds()));
    return Json.of(
        "metadata", namespace.isEmpty() ? meta : meta.with("namespace", Json.of(namespace)));
  }

  private String seconds() {
    return now.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /// The nodes of the pods and all others, well and with room: how full they are is not asked.
  private List<Json.Obj> nodes() {
    var known = new TreeMap<String, Json.Obj>();
    for (var pod : objects.pods()) {
      var name = pod.object("spec").text("nodeName");
      if (!name.isEmpty()) {
        known.put(name, Json.of("kubernetes.io/hostname", Json.of(name)));
      }
    }
    for (var node : objects.nodes()) {
      var meta = ClusterObjects.metadata(node);
      known.put(meta.text("name"), meta.object("labels"));
    }
    if (known.isEmpty()) {
      known.put("node", Json.of("kubernetes.io/hostname", Json.of("node")));
    }
    var nodes = new ArrayList<Json.Obj>();
    known.forEach((name, labels) -> nodes.add(node(name, labels)));
    return nodes;
  }

  private Json.Obj node(String name, Json.Obj labels) {
    var plain = named(name, "");
    var room =
        Json.of("cpu", Json.of("100000"))
            .with("memory", Json.of("100Ti"))
            .with("pods", Json.of("100000"))
            .with("ephemeral-storage", Json.of("100Ti"));
    var ready =
        Json.of("type", Json.of("Ready"))
            .with("status", Json.of("True"))
            .with("reason", Json.of("KubeletReady"))
            .with("lastHeartbeatTime", Json.of(seconds()))
            .with("lastTransitionTime", Json.of(seconds()));
    return plain
        .with("metadata", plain.object("metadata").with("labels", labels))
        .with("spec", Json.EMPTY)
        .with(
            "status",
            Json.of("capacity", room)
                .with("allocatable", room)
                .with("conditions", Json.of(List.of(ready))));
  }

  /// One for each bound claim.
  private List<Json.Obj> volumes() {
    return objects.claims().stream()
        .filter(claim -> !claim.object("spec").text("volumeName").isEmpty())
        .map(this::volume)
        .toList();
  }

  private Json.Obj volume(Json.Obj claim) {
    var meta = ClusterObjects.metadata(claim);
    var spec = claim.object("spec");
    var reference =
        Json.of("kind", Json.of("PersistentVolumeClaim"))
            .with("apiVersion", Json.of(CORE))
            .with("namespace", Json.of(meta.text("namespace")))
            .with("name", Json.of(meta.text("name")))
            .with("uid", Json.of(meta.text("uid")));
    return named(spec.text("volumeName"), "")
        .with(
            "spec",
            Json.of("claimRef", reference)
                .with("capacity", claim.object("status").object("capacity"))
                .with("accessModes", Json.of(spec.items("accessModes")))
                .with("storageClassName", Json.of(spec.text("storageClassName"))))
        .with("status", Json.of("phase", Json.of("Bound")));
  }

  /// A server that knows the custom resources.
  static Registry registry(List<Json.Obj> definitions) {
    var registry = Registry.natives();
    definitions.forEach(registry::define);
    return registry;
  }
}
