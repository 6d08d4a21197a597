package dev.ordinal.sim.town;

import dev.ordinal.model.Json;
import dev.ordinal.sim.Wishes;
import java.util.Map;

/// What a town begins with: how many nodes, what holds where a pod wishes nothing, whether
/// scheduler and kubelets tell of what they do in events, and how much a node can take.
public record TownOptions(int nodes, Wishes wishes, boolean hasEvents, Capacity capacity) {
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

  public static TownOptions of(int nodes) {
    return new TownOptions(nodes, Wishes.DEFAULTS, false, Capacity.VAST);
  }

  public TownOptions withEvents() {
    return new TownOptions(nodes, wishes, true, capacity);
  }

  public TownOptions with(Capacity other) {
    return new TownOptions(nodes, wishes, hasEvents, other);
  }

  /// With another default for one wish, such as `pull-time`.
  public TownOptions with(String wish, String value) {
    return new TownOptions(nodes, wishes.with(wish, value), hasEvents, capacity);
  }
}
