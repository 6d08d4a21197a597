package dev.ordinal.sim.cluster;

import dev.ordinal.model.Json;
import dev.ordinal.sim.SimAnnotations;
import java.util.Map;

/// What a town begins with: how many nodes, what holds where a pod wishes nothing, whether
/// scheduler and kubelets tell of what they do in events, and how much a node can take.
public record ClusterOptions(
    int nodes, SimAnnotations wishes, boolean hasEvents, Capacity capacity) {
  /// How much a node can take.
  public record Capacity(String cpu, String memory, String pods, String disk) {
    /// What a small machine has, and as many pods as a kubelet allows by default.
    public static final Capacity NORMAL = new Capacity("4", "16Gi", "110", "100Gi");

    /// As much as anybody could want, where room is not the question.
    public static final Capacity VAST = new Capacity("1000", "4Ti", "10000", "4Ti");

    Json.Obj amounts() {
      return Json.strings(
          Map.of("cpu", cpu, "memory", memory, "pods", pods, "ephemeral-storage", disk));
    }
  }

  public static ClusterOptions of(int nodes) {
    return new ClusterOptions(nodes, SimAnnotations.DEFAULTS, false, Capacity.VAST);
  }

  public ClusterOptions withEvents() {
    return new ClusterOptions(nodes, wishes, true, capacity);
  }

  public ClusterOptions with(Capacity other) {
    return new ClusterOptions(nodes, wishes, hasEvents, other);
  }

  /// With another default for one wish, such as `pull-time`.
  public ClusterOptions with(String wanted, String value) {
    return new ClusterOptions(nodes, wishes.with(wanted, value), hasEvents, capacity);
  }
}
