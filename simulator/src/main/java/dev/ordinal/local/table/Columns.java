package dev.ordinal.local.table;

import dev.ordinal.model.json.Json;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/// The columns of native kinds, by resource, as on the real server.
record Columns(List<Column> heads, Function<Row, List<Json>> cells) {
  private static final Columns PLAIN = named(NamespacedCells::named, "Age");

  private static final Map<String, Columns> ALL =
      Map.ofEntries(
          Map.entry("/pods", new Columns(PodCells.COLUMNS, PodCells::of)),
          Map.entry("/namespaces", named(ClusterCells::namespace, "Status", "Age")),
          Map.entry(
              "/nodes",
              named(
                  ClusterCells::node,
                  "Status",
                  "Roles",
                  "Age",
                  "Version",
                  "+Internal-IP",
                  "+External-IP",
                  "+OS-Image",
                  "+Kernel-Version",
                  "+Container-Runtime")),
          Map.entry(
              "/persistentvolumeclaims",
              named(
                  ClusterCells::claim,
                  "Status",
                  "Volume",
                  "Capacity",
                  "Access Modes",
                  "StorageClass",
                  "VolumeAttributesClass",
                  "Age",
                  "+VolumeMode")),
          Map.entry(
              "/persistentvolumes",
              named(
                  ClusterCells::volume,
                  "Capacity",
                  "Access Modes",
                  "Reclaim Policy",
                  "Status",
                  "Claim",
                  "StorageClass",
                  "VolumeAttributesClass",
                  "Reason",
                  "Age",
                  "+VolumeMode")),
          Map.entry(
              "storage.k8s.io/storageclasses",
              named(
                  ClusterCells::storageClass,
                  "Provisioner",
                  "ReclaimPolicy",
                  "VolumeBindingMode",
                  "AllowVolumeExpansion",
                  "Age")),
          Map.entry(
              "scheduling.k8s.io/priorityclasses",
              named(
                  ClusterCells::priorityClass,
                  "Value",
                  "Global-Default",
                  "Age",
                  "PreemptionPolicy")),
          Map.entry("apiextensions.k8s.io/customresourcedefinitions", definitions()),
          Map.entry("/configmaps", named(NamespacedCells::configMap, "Data", "Age")),
          Map.entry("/secrets", named(NamespacedCells::secret, "Type", "Data", "Age")),
          Map.entry(
              "/services",
              named(
                  NamespacedCells::service,
                  "Type",
                  "Cluster-IP",
                  "External-IP",
                  "Port(s)",
                  "Age",
                  "+Selector")),
          Map.entry("/events", events()),
          Map.entry(
              "apps/controllerrevisions",
              named(NamespacedCells::revision, "Controller", "Revision", "Age")),
          Map.entry(
              "discovery.k8s.io/endpointslices",
              named(NamespacedCells::slice, "AddressType", "Ports", "Endpoints", "Age")),
          Map.entry("coordination.k8s.io/leases", named(NamespacedCells::lease, "Holder", "Age")),
          Map.entry("/resourcequotas", named(NamespacedCells::quota, "Request", "Limit", "Age")),
          Map.entry("policy/poddisruptionbudgets", budgets()));

  /// Name and age, for a kind without columns.
  static Columns of(String resource) {
    return ALL.getOrDefault(resource, PLAIN);
  }

  /// The columns after the name; a plus marks those of `-o wide` only.
  private static Columns named(Function<Row, List<Json>> cells, String... names) {
    var rest =
        Stream.of(names)
            .map(name -> name.startsWith("+") ? Column.wide(name.substring(1)) : Column.of(name));
    return new Columns(Stream.concat(Stream.of(Column.of("Name")), rest).toList(), cells);
  }

  private static Columns events() {
    return new Columns(
        List.of(
            Column.of("Last Seen"),
            Column.of("Type"),
            Column.of("Reason"),
            Column.of("Object"),
            Column.wide("Subobject"),
            Column.wide("Source"),
            Column.of("Message"),
            Column.wide("First Seen"),
            Column.wide("Count"),
            Column.wide("Name")),
        NamespacedCells::event);
  }

  private static Columns definitions() {
    return new Columns(
        List.of(
            Column.of("Name"),
            Column.of("Scope"),
            Column.of("Versions"),
            Column.typed("Created At", "date"),
            Column.wide("Group"),
            Column.wide("Kind"),
            Column.wide("ShortNames"),
            new Column("Established", "boolean", 1, "")),
        ClusterCells::definition);
  }

  private static Columns budgets() {
    return new Columns(
        List.of(
            Column.of("Name"),
            Column.of("Min Available"),
            Column.of("Max Unavailable"),
            Column.typed("Allowed Disruptions", "integer"),
            Column.of("Age")),
        NamespacedCells::budget);
  }
}
