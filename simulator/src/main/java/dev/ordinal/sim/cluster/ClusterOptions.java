package dev.ordinal.sim.cluster;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.SimAnnotations;
import java.util.Map;

/// The options of a simulated cluster: number of nodes, defaults for pods without annotations,
/// whether scheduler and kubelets write events, and the capacity of nodes.
public record ClusterOptions(
    int nodes, SimAnnotations settings, boolean hasEvents, Capacity capacity) {
  /// The capacity of a node.
  public record Capacity(String cpu, String memory, String pods, String disk) {
    /// A small machine, with the kubelet's default limit of pods.
    public static final Capacity NORMAL = new Capacity("4", "16Gi", "110", "100Gi");

    /// More than any test needs, where capacity does not matter.
    public static final Capacity UNLIMITED = new Capacity("1000", "4Ti", "10000", "4Ti");

    Json.Obj amounts() {
      return Json.strings(
          Map.of("cpu", cpu, "memory", memory, "pods", pods, "ephemeral-storage", disk));
    }
  }

  public static ClusterOptions of(int nodes) {
    return new ClusterOptions(nodes, SimAnnotations.DEFAULTS, false, Capacity.UNLIMITED);
  }

  public ClusterOptions withEvents() {
    return new ClusterOptions(nodes, settings, true, capacity);
  }

  public ClusterOptions with(Capacity other) {
    return new ClusterOptions(nodes, settings, hasEvents, other);
  }

  /// With another default for one annotation, such as `pull-time`.
  public ClusterOptions with(String wanted, String value) {
    return new ClusterOptions(nodes, settings.with(wanted, value), hasEvents, capacity);
  }
}
