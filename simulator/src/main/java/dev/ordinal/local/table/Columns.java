package dev.ordinal.local.table;

import dev.ordinal.model.Json;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/// The columns of native kinds, by resource, as on the real server.
record Columns(List<Column> heads, Function<Row, List<Json>> cells) {
  private static final Columns PLAIN = named(SpaceCells::named, "Age");

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
          Map.entry("apiextensions.k8s.io/customresourcedefinitions", definitions()),
          Map.entry("/configmaps", named(SpaceCells::configMap, "Data", "Age")),
          Map.entry("/secrets", named(SpaceCells::secret, "Type", "Data", "Age")),
          Map.entry(
              "/services",
              named(
                  SpaceCells::service,
                  "Type",
                  "Cluster-IP",
                  "External-IP",
                  "Port(s)",
                  "Age",
                  "+Selector")),
          Map.entry("/events", events()),
          Map.entry(
              "apps/controllerrevisions",
              named(SpaceCells::revision, "Controller", "Revision", "Age")),
          Map.entry(
              "discovery.k8s.io/endpointslices",
              named(SpaceCells::slice, "AddressType", "Ports", "Endpoints", "Age")),
          Map.entry("coordination.k8s.io/leases", named(SpaceCells::lease, "Holder", "Age")),
          Map.entry("/resourcequotas", named(SpaceCells::quota, "Request", "Limit", "Age")),
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
        SpaceCells::event);
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
        SpaceCells::budget);
  }
}
