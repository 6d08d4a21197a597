package dev.ordinal.kube.metrics;

import dev.ordinal.model.Key;
import dev.ordinal.model.SetView;
import dev.ordinal.model.View;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Plan;
import dev.ordinal.run.Turn;
import dev.ordinal.run.ask.Outcome;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;

/// Measures one turn of a set or job, and passes on what it observes.
public final class TurnMetrics implements Turn.Listener {
  private final Instruments instruments;
  private final Key key;
  private final Turn.Listener next;
  private final long begin;
  private boolean hasFailed;
  private boolean hasChanged;
  private boolean isWaking;

  /// What all turns share.
  static final class Instruments {
    private static final double[] SECONDS = {
      0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300
    };

    private final LongSupplier nanos;
    private final QueueMetrics queue;
    private final SetMetrics sets;
    private final Counter turns;
    private final Counter errors;
    private final Histogram durations;
    private final Counter podsChanged;
    private final Counter refusals;

    Instruments(MetricRegistry registry, QueueMetrics queue, SetMetrics sets, LongSupplier nanos) {
      this.nanos = nanos;
      this.queue = queue;
      this.sets = sets;
      this.turns = registry.counter(Metric.RECONCILE_TOTAL);
      this.errors = registry.counter(Metric.RECONCILE_ERRORS);
      this.durations = registry.histogram(Metric.RECONCILE_TIME, SECONDS);
      this.podsChanged = registry.counter(Metric.PODS_CHANGED);
      this.refusals = registry.counter(Metric.DRY_RUN_REFUSALS);
      for (var name : QueueMetrics.NAMES) {
        // An alert can only see an increase from a value that was there.
        List.of("success", "error", "requeue", "requeue_after")
            .forEach(result -> turns.initLabelValues(name, result));
        errors.initLabelValues(name);
        durations.initLabelValues(name);
      }
    }
  }

  TurnMetrics(Instruments instruments, Key key, Turn.Listener next) {
    this.instruments = instruments;
    this.key = key;
    this.next = next;
    this.begin = instruments.nanos.getAsLong();
  }

  @Override
  public void planned(View subject, Plan<?> plan) {
    isWaking = plan.wake().isPresent();
    observe(subject, plan);
    next.planned(subject, plan);
  }

  @Override
  public void reporting(View subject, Plan<?> plan) {
    observe(subject, plan);
    next.reporting(subject, plan);
  }

  private void observe(View subject, Plan<?> plan) {
    if (subject instanceof SetView set) {
      instruments.sets.observe(set, plan);
    }
  }

  @Override
  public void noticed(View subject, Plan.Notice notice) {
    next.noticed(subject, notice);
  }

  @Override
  public void acted(View subject, Action action, Outcome outcome) {
    switch (outcome) {
      case Outcome.Done _ -> {
        hasChanged = true;
        changed(action);
      }
      case Outcome.Checked(var isRefused, _) -> {
        if (isRefused) {
          instruments.refusals.inc();
        }
      }
      case Outcome.Compared _, Outcome.Unfinished _ -> {}
      case Outcome.Conflict _, Outcome.Gone _, Outcome.Refused _, Outcome.Unreachable _ -> {
        hasFailed = true;
        instruments.queue.retried(key);
      }
    }
    next.acted(subject, action, outcome);
  }

  private void changed(Action action) {
    switch (action) {
      case Action.CreatePod _ -> count("create", "MISSING");
      case Action.CreatePuller _ -> count("create", "PULL");
      case Action.DeletePod(_, _, _, var cause) -> count("delete", cause.name());
      case Action.PatchPod(_, var purpose, _) -> count("patch", purpose.name());
      case Action.PatchPodStatus(_, var purpose, _) -> count("patch", purpose.name());
      case Action.ResizePod _ -> count("resize", "UPDATE");
      case Action.ConfirmSet _,
          Action.CheckTemplate _,
          Action.CompareTemplates _,
          Action.CreateRevision _,
          Action.PatchRevision _,
          Action.DeleteRevision _,
          Action.CreateClaim _,
          Action.PatchClaim _,
          Action.GrowClaim _,
          Action.CheckResize _,
          Action.CreateJob _,
          Action.UnlockJob _,
          Action.DeleteJob _ -> {}
    }
  }

  private void count(String change, String cause) {
    instruments.podsChanged.labelValues(change, cause.toLowerCase(Locale.ROOT)).inc();
  }

  @Override
  public void gone(Key gone) {
    instruments.sets.forget(gone);
    next.gone(gone);
  }

  /// The turn is over; after a bug it has no result of its own.
  public void ended(boolean isBug) {
    var name = QueueMetrics.name(key);
    var result = result(isBug);
    instruments.turns.labelValues(name, result).inc();
    if (result.equals("error")) {
      instruments.errors.labelValues(name).inc();
    }
    var seconds = (instruments.nanos.getAsLong() - begin) / 1e9;
    instruments.durations.labelValues(name).observe(seconds);
  }

  private String result(boolean isBug) {
    if (isBug || hasFailed) {
      return "error";
    }
    if (hasChanged) {
      return "requeue";
    }
    return isWaking ? "requeue_after" : "success";
  }
}
