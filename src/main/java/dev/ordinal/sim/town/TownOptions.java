package dev.ordinal.sim.town;

import dev.ordinal.sim.Wishes;

/// What a town begins with: how many nodes, what holds where a pod wishes nothing, and whether
/// scheduler and kubelets tell of what they do in events.
public record TownOptions(int nodes, Wishes wishes, boolean hasEvents) {
  public static TownOptions of(int nodes) {
    return new TownOptions(nodes, Wishes.DEFAULTS, false);
  }

  public TownOptions withEvents() {
    return new TownOptions(nodes, wishes, true);
  }

  /// With another default for one wish, such as `pull-time`.
  public TownOptions with(String wish, String value) {
    return new TownOptions(nodes, wishes.with(wish, value), hasEvents);
  }
}
