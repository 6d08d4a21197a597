package dev.ordinal.kube.metrics;

import dev.ordinal.model.SetStatus;
import dev.ordinal.model.SetStatus.Condition;
import dev.ordinal.model.SetStatus.Counts;
import dev.ordinal.model.SetView;
import dev.ordinal.model.UpdateStrategy.Rolling;
import dev.ordinal.plan.Hold;
import dev.ordinal.plan.Plan;
import java.util.Map;
import java.util.TreeMap;

/// What the metrics keep of one set, or of several together: numbers and a few words, no object.
record SetState(
    Map<String, Integer> replicas,
    Map<String, Integer> holds,
    int stalled,
    long used,
    long allowed,
    Revisions revisions) {
  /// A status may hold any text; names of revisions are no longer than this.
  private static final int LONGEST_NAME = 253;

  static final SetState NONE =
      new SetState(Map.of(), Map.of(), 0, 0, 0, new Revisions("", "", 0, true));

  SetState {
    replicas = Map.copyOf(replicas);
    holds = Map.copyOf(holds);
  }

  /// @param generation the one that the other values are of: a newer one may not be known yet
  /// @param isSettled the set is as its spec wants it, by a partition too
  record Revisions(String current, String update, long generation, boolean isSettled) {
    /// Pods are on their way to another revision.
    boolean areChanging() {
      return !isSettled && !update.isEmpty() && !current.equals(update);
    }
  }

  static SetState of(SetView set, Plan<?> plan, SetStatus status) {
    var desired = set.spec().replicas();
    var holds = new TreeMap<String, Integer>();
    plan.holds().stream()
        .map(Hold::reasonName)
        .forEach(reason -> holds.merge(reason, 1, Integer::sum));
    var used = Math.max(0, desired - status.counts().available());
    return new SetState(
        replicas(desired, status.counts()),
        holds,
        isTrue(status, "Stalled") ? 1 : 0,
        used,
        allowed(set),
        new Revisions(
            shortened(status.currentRevision()),
            shortened(status.updateRevision()),
            status.observedGeneration(),
            isTrue(status, "Ready")));
  }

  private static Map<String, Integer> replicas(int desired, Counts counts) {
    return Map.of(
        "desired", desired,
        "existing", counts.replicas(),
        "ready", counts.ready(),
        "available", counts.available(),
        "current", counts.current(),
        "updated", counts.updated(),
        "updated_ready", counts.updatedReady(),
        "updated_available", counts.updatedAvailable());
  }

  private static int allowed(SetView set) {
    return set.spec().update() instanceof Rolling rolling
        ? rolling.maxUnavailable().of(set.spec().replicas())
        : 1;
  }

  private static boolean isTrue(SetStatus status, String type) {
    return status.findCondition(type).filter(Condition::isTrue).isPresent();
  }

  private static String shortened(String name) {
    return name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) : name;
  }

  /// Both together.
  SetState plus(SetState other) {
    return new SetState(
        sum(replicas, other.replicas),
        sum(holds, other.holds),
        stalled + other.stalled,
        used + other.used,
        allowed + other.allowed,
        NONE == this ? NONE.revisions : revisions);
  }

  private static Map<String, Integer> sum(Map<String, Integer> one, Map<String, Integer> other) {
    var sum = new TreeMap<>(one);
    other.forEach((name, count) -> sum.merge(name, count, SetState::capped));
    return sum;
  }

  /// Two sets may want more pods together than a number can say.
  private static int capped(int one, int other) {
    return (int) Math.min(Integer.MAX_VALUE, (long) one + other);
  }
}
