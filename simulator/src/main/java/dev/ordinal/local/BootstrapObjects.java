package dev.ordinal.local;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.model.json.Json;
import dev.ordinal.sim.api.ApiServer;
import dev.ordinal.sim.api.Request;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;

/// The objects that a new cluster starts with. Existing ones are left unchanged.
final class BootstrapObjects {
  static final String STORAGE_CLASS = "standard";
  private static final String V1 = "v1";
  private static final DateTimeFormatter MICRO_TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  private final ApiServer server;
  private final Instant now;

  BootstrapObjects(ApiServer server, Instant now) {
    this.server = server;
    this.now = now;
  }

  void create(List<Json.Obj> definitions) {
    for (var name : List.of("default", "kube-node-lease", "kube-public", "kube-system")) {
      create(V1, "namespaces", "", "{'metadata': {'name': '%s'}}".formatted(name));
    }
    create(
        "storage.k8s.io/v1",
        "storageclasses",
        "",
        """
        {'metadata': {'name': '%s', 'annotations': {'storageclass.kubernetes.io/is-default-class': 'true'}},
         'provisioner': 'sim.ordinal.dev/volumes', 'allowVolumeExpansion': true}
        """
            .formatted(STORAGE_CLASS));
    priorityClass("system-cluster-critical", 2_000_000_000);
    priorityClass("system-node-critical", 2_000_001_000);
    create(
        V1,
        "services",
        "default",
        """
        {'metadata': {'name': 'kubernetes', 'labels': {'component': 'apiserver', 'provider': 'kubernetes'}},
         'spec': {'clusterIP': '10.96.0.1', 'ports': [{'name': 'https', 'port': 443, 'targetPort': 6443}]}}
        """);
    var nodes = server.target(V1, "nodes", "", "").resource();
    server.store().all(nodes).forEach(node -> lease(node.object("metadata")));
    for (var definition : definitions) {
      var target = server.target("apiextensions.k8s.io/v1", "customresourcedefinitions", "", "");
      server.handle(Request.create(target, definition), now);
    }
  }

  private void priorityClass(String name, int value) {
    create(
        "scheduling.k8s.io/v1",
        "priorityclasses",
        "",
        "{'metadata': {'name': '%s'}, 'value': %d}".formatted(name, value));
  }

  /// `kubectl describe node` shows it. It is not renewed: the node's condition tells a lost node.
  private void lease(Json.Obj node) {
    create(
        "coordination.k8s.io/v1",
        "leases",
        "kube-node-lease",
        """
        {'metadata': {'name': '%1$s', 'ownerReferences':
             [{'apiVersion': 'v1', 'kind': 'Node', 'name': '%1$s', 'uid': '%2$s'}]},
         'spec': {'holderIdentity': '%1$s', 'leaseDurationSeconds': 40, 'renewTime': '%3$s'}}
        """
            .formatted(node.text("name"), node.text("uid"), MICRO_TIME.format(now)));
  }

  private void create(String version, String plural, String namespace, String text) {
    try {
      var object = JsonBytes.readObject(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
      server.handle(Request.create(server.target(version, plural, namespace, ""), object), now);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
