package dev.ordinal.honesty;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Api;
import dev.ordinal.rig.Rig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Writes down the shapes of the native kinds, from the schema that a real API server publishes:
/// one line for each type, one word for each field. `Shapes` reads them.
public final class ShapesMain {
  private static final Path FILE = Path.of("simulator/src/main/resources/sim/shapes.txt");
  private static final List<String> DOCUMENTS =
      List.of(
          "api/v1",
          "apis/apps/v1",
          "apis/storage.k8s.io/v1",
          "apis/coordination.k8s.io/v1",
          "apis/discovery.k8s.io/v1",
          "apis/policy/v1",
          "apis/autoscaling/v1",
          "apis/autoscaling/v2",
          "apis/batch/v1",
          "apis/rbac.authorization.k8s.io/v1",
          "apis/scheduling.k8s.io/v1",
          "apis/node.k8s.io/v1",
          "apis/apiextensions.k8s.io/v1");
  private static final List<String> ROOTS =
      List.of(
          "io.k8s.api.core.v1.Pod",
          "io.k8s.api.core.v1.PodTemplate",
          "io.k8s.api.core.v1.PersistentVolumeClaim",
          "io.k8s.api.core.v1.PersistentVolume",
          "io.k8s.api.core.v1.Node",
          "io.k8s.api.core.v1.Event",
          "io.k8s.api.core.v1.ConfigMap",
          "io.k8s.api.core.v1.Secret",
          "io.k8s.api.core.v1.Service",
          "io.k8s.api.core.v1.Namespace",
          "io.k8s.api.core.v1.ServiceAccount",
          "io.k8s.api.core.v1.ResourceQuota",
          "io.k8s.api.core.v1.Binding",
          "io.k8s.api.apps.v1.ControllerRevision",
          "io.k8s.api.apps.v1.DaemonSet",
          "io.k8s.api.apps.v1.Deployment",
          "io.k8s.api.apps.v1.ReplicaSet",
          "io.k8s.api.apps.v1.StatefulSet",
          "io.k8s.api.autoscaling.v2.HorizontalPodAutoscaler",
          "io.k8s.api.batch.v1.CronJob",
          "io.k8s.api.batch.v1.Job",
          "io.k8s.api.rbac.v1.ClusterRole",
          "io.k8s.api.rbac.v1.ClusterRoleBinding",
          "io.k8s.api.rbac.v1.Role",
          "io.k8s.api.rbac.v1.RoleBinding",
          "io.k8s.api.scheduling.v1.PriorityClass",
          "io.k8s.api.node.v1.RuntimeClass",
          "io.k8s.api.storage.v1.StorageClass",
          "io.k8s.api.coordination.v1.Lease",
          "io.k8s.api.discovery.v1.EndpointSlice",
          "io.k8s.api.policy.v1.Eviction",
          "io.k8s.api.policy.v1.PodDisruptionBudget",
          "io.k8s.api.autoscaling.v1.Scale",
          "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition");
  private static final Map<String, String> LEAVES =
      Map.of(
          "Time", "t",
          "MicroTime", "m",
          "Quantity", "q",
          "IntOrString", "x",
          "RawExtension", "o",
          "FieldsV1", "o",
          "JSONSchemaProps", "o",
          "JSON", "o");

  /// A default that is a zero says that Go always writes the field; others are for admission.
  private static final List<Json> ZEROS =
      List.of(Json.EMPTY, Json.of(""), Json.of(0), Json.of(false));

  /// Times that are written as null when they are not set; the schema does not tell.
  private static final List<String> NULL_TIMES =
      List.of(
          "Event.eventTime",
          "Event.firstTimestamp",
          "Event.lastTimestamp",
          "PodCondition.lastProbeTime",
          "PodCondition.lastTransitionTime",
          "PersistentVolumeClaimCondition.lastProbeTime",
          "PersistentVolumeClaimCondition.lastTransitionTime",
          "NodeCondition.lastHeartbeatTime",
          "NodeCondition.lastTransitionTime",
          "NamespaceCondition.lastTransitionTime",
          "StatefulSetCondition.lastTransitionTime",
          "ContainerStateRunning.startedAt",
          "ContainerStateTerminated.startedAt",
          "ContainerStateTerminated.finishedAt");

  private final SortedMap<String, Json.Obj> schemas = new TreeMap<>();
  private final SortedMap<String, String> lines = new TreeMap<>();
  private final ArrayDeque<String> todo = new ArrayDeque<>(ROOTS);

  private ShapesMain() {}

  public static void main(String[] unused) throws IOException {
    var main = new ShapesMain();
    try (var rig = Rig.start(line -> System.out.println(line))) {
      for (var document : DOCUMENTS) {
        var reply = Api.required(rig.api().fetch("/openapi/v3/" + document), document);
        reply
            .object("components")
            .object("schemas")
            .members()
            .forEach((name, schema) -> main.schemas.put(name, (Json.Obj) schema));
      }
    }
    while (!main.todo.isEmpty()) {
      main.turn(main.todo.remove());
    }
    Files.write(FILE, new ArrayList<>(main.lines.values()));
  }

  private void turn(String name) {
    var fields =
        Objects.requireNonNull(schemas.get(name)).object("properties").members().entrySet().stream()
            .map(
                field ->
                    field.getKey()
                        + ":"
                        + word((Json.Obj) field.getValue())
                        + (NULL_TIMES.contains(brief(name) + "." + field.getKey()) ? "!" : ""))
            .collect(Collectors.joining(" "));
    lines.put(brief(name), (brief(name) + " " + fields).strip());
  }

  private String word(Json.Obj field) {
    var keys =
        field.items("x-kubernetes-list-map-keys").stream()
            .map(key -> ((Json.Str) key).value())
            .collect(Collectors.joining(","));
    var merges = field.text("x-kubernetes-patch-strategy");
    return type(field)
        + (field.find("default").filter(ZEROS::contains).isPresent() ? "!" : "")
        + (field.text("x-kubernetes-map-type").equals("atomic") ? "~" : "")
        + (field.text("x-kubernetes-list-type").equals("set") ? "=" : "")
        + (merges.contains("merge") ? "@" + field.text("x-kubernetes-patch-merge-key") : "")
        + (merges.contains("retainKeys") ? "+" : "")
        + (keys.isEmpty() ? "" : "#" + keys);
  }

  private String type(Json.Obj schema) {
    var nested = schema.items("allOf");
    if (!nested.isEmpty()) {
      return type((Json.Obj) nested.getFirst());
    }
    if (schema.find("$ref").isPresent()) {
      return reference(schema.text("$ref").replace("#/components/schemas/", ""));
    }
    return switch (schema.text("type")) {
      case "array" -> "[" + type(schema.object("items")) + "]";
      case "object" ->
          schema.find("additionalProperties").isPresent()
              ? "{" + type(schema.object("additionalProperties")) + "}"
              : "o";
      case "integer" -> schema.text("format").equals("int32") ? "i" : "l";
      case "number" -> "n";
      case "boolean" -> "b";
      case "string" -> schema.text("format").equals("byte") ? "y" : "s";
      default -> "o";
    };
  }

  private String reference(String name) {
    var brief = brief(name);
    if (LEAVES.containsKey(brief)) {
      return LEAVES.get(brief);
    }
    if (lines.putIfAbsent(brief, "") == null) {
      todo.add(name);
    }
    return brief;
  }

  private static String brief(String name) {
    return name.substring(name.lastIndexOf('.') + 1);
  }
}
