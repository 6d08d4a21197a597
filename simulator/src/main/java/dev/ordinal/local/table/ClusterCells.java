package dev.ordinal.local.table;

import dev.ordinal.model.json.Json;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Rows of cluster-scoped kinds, and of volumes.
final class ClusterCells {
  private static final String ROLE = "node-role.kubernetes.io/";
  private static final String UNKNOWN = "<unknown>";
  private static final String UNSET = "<unset>";
  private static final Map<String, String> MODES =
      Map.of(
          "ReadWriteOnce", "RWO",
          "ReadOnlyMany", "ROX",
          "ReadWriteMany", "RWX",
          "ReadWriteOncePod", "RWOP");

  private ClusterCells() {}

  static List<Json> namespace(Row row) {
    return List.of(row.name(), Json.of(row.status().text("phase")), row.age());
  }

  static List<Json> node(Row row) {
    var ready =
        row.condition("Ready")
            .map(each -> each.text("status").equals("True") ? "Ready" : "NotReady")
            .orElse("Unknown");
    var isClosed = Row.isTrue(row.spec(), "unschedulable");
    var about = row.status().object("nodeInfo");
    return List.of(
        row.name(),
        Json.of(isClosed ? ready + ",SchedulingDisabled" : ready),
        Row.orNone(roles(row)),
        row.age(),
        Json.of(about.text("kubeletVersion")),
        Row.orNone(address(row, "InternalIP")),
        Row.orNone(address(row, "ExternalIP")),
        Row.or(about.text("osImage"), UNKNOWN),
        Row.or(about.text("kernelVersion"), UNKNOWN),
        Row.or(about.text("containerRuntimeVersion"), UNKNOWN));
  }

  private static String roles(Row row) {
    return row.metadata().object("labels").members().keySet().stream()
        .filter(key -> key.startsWith(ROLE) && key.length() > ROLE.length())
        .map(key -> key.substring(ROLE.length()))
        .collect(Collectors.joining(","));
  }

  private static String address(Row row, String type) {
    return Row.objects(row.status(), "addresses").stream()
        .filter(each -> each.text("type").equals(type))
        .map(each -> each.text("address"))
        .findFirst()
        .orElse("");
  }

  static List<Json> claim(Row row) {
    var isBound = !row.spec().text("volumeName").isEmpty();
    return List.of(
        row.name(),
        Json.of(row.isDeleted() ? "Terminating" : row.status().text("phase")),
        Json.of(row.spec().text("volumeName")),
        Json.of(isBound ? row.status().object("capacity").text("storage") : ""),
        Json.of(isBound ? modes(row.status()) : ""),
        Json.of(row.spec().text("storageClassName")),
        Row.or(row.spec().text("volumeAttributesClassName"), UNSET),
        row.age(),
        Row.or(row.spec().text("volumeMode"), UNSET));
  }

  static List<Json> volume(Row row) {
    var claim = row.spec().object("claimRef");
    var isClaimed = !claim.text("name").isEmpty();
    return List.of(
        row.name(),
        Json.of(row.spec().object("capacity").text("storage")),
        Json.of(modes(row.spec())),
        Json.of(row.spec().text("persistentVolumeReclaimPolicy")),
        Json.of(row.isDeleted() ? "Terminating" : row.status().text("phase")),
        Json.of(isClaimed ? claim.text("namespace") + "/" + claim.text("name") : ""),
        Json.of(row.spec().text("storageClassName")),
        Row.or(row.spec().text("volumeAttributesClassName"), UNSET),
        Json.of(row.status().text("reason")),
        row.age(),
        Row.or(row.spec().text("volumeMode"), UNSET));
  }

  private static String modes(Json.Obj parent) {
    return parent.items("accessModes").stream()
        .map(mode -> MODES.getOrDefault(Row.plain(mode), ""))
        .filter(mode -> !mode.isEmpty())
        .collect(Collectors.joining(","));
  }

  static List<Json> storageClass(Row row) {
    var isDefault =
        row.metadata()
            .object("annotations")
            .text("storageclass.kubernetes.io/is-default-class")
            .equals("true");
    var name = row.metadata().text("name");
    return List.of(
        Json.of(isDefault ? name + " (default)" : name),
        Json.of(row.object().text("provisioner")),
        Row.or(row.object().text("reclaimPolicy"), "Delete"),
        Row.or(row.object().text("volumeBindingMode"), "Immediate"),
        Json.of(Row.isTrue(row.object(), "allowVolumeExpansion")),
        row.age());
  }

  static List<Json> priorityClass(Row row) {
    return List.of(
        row.name(),
        row.object().find("value").orElse(Json.of(0)),
        Json.of(Row.isTrue(row.object(), "globalDefault")),
        row.age(),
        Json.of(row.object().text("preemptionPolicy")));
  }

  static List<Json> definition(Row row) {
    var versions =
        Row.objects(row.spec(), "versions").stream()
            .filter(each -> Row.isTrue(each, "served"))
            .map(each -> each.text("name") + (Row.isTrue(each, "storage") ? "(storage)" : ""))
            .sorted()
            .collect(Collectors.joining(","));
    var names = row.spec().object("names");
    var shortNames = names.items("shortNames").stream().map(Row::plain);
    var isEstablished =
        row.condition("Established").filter(each -> each.text("status").equals("True"));
    return List.of(
        row.name(),
        Json.of(row.spec().text("scope")),
        Json.of(versions),
        Json.of(row.metadata().text("creationTimestamp")),
        Json.of(row.spec().text("group")),
        Json.of(names.text("kind")),
        Json.of(shortNames.collect(Collectors.joining(","))),
        Json.of(isEstablished.isPresent()));
  }
}
