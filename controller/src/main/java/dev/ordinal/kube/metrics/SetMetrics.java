package dev.ordinal.kube.metrics;

import dev.ordinal.model.Key;
import dev.ordinal.model.SetKey;
import dev.ordinal.model.SetStatus;
import dev.ordinal.model.SetView;
import dev.ordinal.plan.Plan;
import io.prometheus.metrics.core.metrics.GaugeWithCallback.Callback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;

/// The state of each set, as of its last plan. The sets that were seen first have series of their
/// own, and the others share one: the number of series is bounded.
final class SetMetrics {
  /// No object can have this name.
  static final SetKey OTHERS = new SetKey("_others", "_others");

  private static final double[] SECONDS = {
    1, 5, 15, 30, 60, 120, 300, 600, 1800, 3600, 7200, 21600, 86400
  };

  private final int maxSets;
  private final LongSupplier nanos;
  private final Histogram rollouts;

  /// In the order in which they were seen.
  private final Map<SetKey, Entry> sets = new LinkedHashMap<>();

  /// @param since when the rollout under way began
  /// @param generation that of the last finished rollout
  private record Entry(SetState state, OptionalLong since, long generation) {
    static final Entry NEW = new Entry(SetState.NONE, OptionalLong.empty(), -1);
  }

  private record Row(SetKey key, SetState state, OptionalLong since) {}

  SetMetrics(MetricRegistry registry, int maxSets, LongSupplier nanos) {
    this.maxSets = maxSets;
    this.nanos = nanos;
    this.rollouts = registry.histogram(Metric.ROLLOUT_DURATION, SECONDS);
    registry.gauge(Metric.SETS, values -> values.call(count()));
    registry.gauge(Metric.SETS_AGGREGATED, values -> values.call(Math.max(0, count() - maxSets)));
    registry.gauge(Metric.STALLED, values -> each(values, row -> row.state().stalled()));
    registry.gauge(Metric.BUDGET_USED, values -> each(values, row -> row.state().used()));
    registry.gauge(Metric.BUDGET_ALLOWED, values -> each(values, row -> row.state().allowed()));
    registry.gauge(Metric.ROLLOUT_AGE, values -> each(values, this::age));
    registry.gauge(
        Metric.REPLICAS,
        values -> rows().forEach(row -> all(values, row.key(), row.state().replicas())));
    registry.gauge(
        Metric.HOLDS, values -> rows().forEach(row -> all(values, row.key(), row.state().holds())));
    registry.add(this::revisions);
  }

  /// Takes the state of a set from a new plan.
  synchronized void observe(SetView set, Plan<?> plan) {
    if (plan.status() instanceof SetStatus status) {
      var key = set.key();
      var state = SetState.of(set, plan, status);
      sets.merge(key, next(Entry.NEW, state), (before, _) -> next(before, state));
    }
  }

  /// A rollout begins with the first look at a spec that needs it, and ends when the set is as the
  /// spec wants it. What happens to pods after that, such as a crash, is no rollout.
  private Entry next(Entry before, SetState state) {
    var generation = state.revisions().generation();
    if (state.revisions().isSettled()) {
      before.since().ifPresent(since -> rollouts.observe((nanos.getAsLong() - since) / 1e9));
      return new Entry(state, OptionalLong.empty(), generation);
    }
    var isNew = before.since().isEmpty() && before.generation() != generation;
    var since =
        isNew && state.revisions().areChanging()
            ? OptionalLong.of(nanos.getAsLong())
            : before.since();
    return new Entry(state, since, before.generation());
  }

  synchronized void forget(Key key) {
    sets.remove(key);
  }

  /// The state is another process's to tell.
  synchronized void forgetAll() {
    sets.clear();
  }

  private synchronized int count() {
    return sets.size();
  }

  private synchronized List<Row> rows() {
    var rows = new ArrayList<Row>();
    var others = SetState.NONE;
    for (var set : sets.entrySet()) {
      if (rows.size() < maxSets) {
        rows.add(new Row(set.getKey(), set.getValue().state(), set.getValue().since()));
      } else {
        others = others.plus(set.getValue().state());
      }
    }
    if (sets.size() > maxSets) {
      rows.add(new Row(OTHERS, others, OptionalLong.empty()));
    }
    return rows;
  }

  private double age(Row row) {
    return row.since().isEmpty() ? 0 : (nanos.getAsLong() - row.since().getAsLong()) / 1e9;
  }

  private void each(Callback values, ToDoubleFunction<Row> value) {
    rows()
        .forEach(
            row -> values.call(value.applyAsDouble(row), row.key().namespace(), row.key().name()));
  }

  private static void all(Callback values, SetKey key, Map<String, Integer> counts) {
    counts.forEach((word, count) -> values.call(count, key.namespace(), key.name(), word));
  }

  private InfoSnapshot revisions() {
    var info =
        InfoSnapshot.builder()
            .name(Metric.REVISION.title().replaceFirst("_info$", ""))
            .help(Metric.REVISION.help());
    for (var row : rows()) {
      var revisions = row.state().revisions();
      point(info, row.key(), "current", revisions.current());
      point(info, row.key(), "update", revisions.update());
    }
    return info.build();
  }

  private static void point(InfoSnapshot.Builder info, SetKey key, String role, String revision) {
    if (!revision.isEmpty()) {
      var names = Metric.REVISION.labels().toArray(String[]::new);
      var labels = Labels.of(names, new String[] {key.namespace(), key.name(), role, revision});
      info.dataPoint(InfoDataPointSnapshot.builder().labels(labels).build());
    }
  }
}
