package dev.ordinal.forecast;

import dev.ordinal.forecast.PodStep.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// What a change does, step by step.
///
/// @param fields what differs in the template, one line for each field
/// @param spec what else differs in the spec
/// @param limits the parts of the spec that shaped the batches
/// @param because why pods are replaced and not changed in place; empty where none is
/// @param lasts until the set is at rest
/// @param isUnderWay whether the set was not at rest when it began: pods that are starting then are
///     taken to start anew, so that batches may differ from what follows
/// @param trouble what the set waits for at the end, if it does not come to rest
/// @param isCut whether it was ended before that: more follows
public record Forecast(
    List<PodStep> steps,
    List<String> fields,
    List<String> spec,
    List<Limit> limits,
    String because,
    Duration lasts,
    boolean isUnderWay,
    Optional<String> trouble,
    boolean isCut) {
  public Forecast {
    steps = List.copyOf(steps);
    fields = List.copyOf(fields);
    spec = List.copyOf(spec);
    limits = List.copyOf(limits);
  }

  /// Pods that are taken at the same moment.
  public record Batch(Duration at, List<PodStep> steps) {
    /// The names differ in their ordinals alone.
    private static final Comparator<PodStep> BY_ORDINAL =
        Comparator.comparingInt((PodStep step) -> step.pod().length()).thenComparing(PodStep::pod);

    public Batch {
      steps = steps.stream().sorted(BY_ORDINAL.reversed()).toList();
    }
  }

  /// The steps in their order, those of one moment together.
  public List<Batch> batches() {
    return batches(steps);
  }

  static List<Batch> batches(List<PodStep> steps) {
    var batches = new ArrayList<Batch>();
    var open = new ArrayList<PodStep>();
    for (var step : steps) {
      if (!open.isEmpty() && step.at().minus(open.getFirst().at()).compareTo(MOMENT) > 0) {
        batches.add(new Batch(open.getFirst().at(), open));
        open.clear();
      }
      open.add(step);
    }
    if (!open.isEmpty()) {
      batches.add(new Batch(open.getFirst().at(), open));
    }
    return List.copyOf(batches);
  }

  /// The requests of one plan are sent within less.
  private static final Duration MOMENT = Duration.ofMillis(40);

  /// How many running pods end, or have a container that does.
  public int restarts() {
    return (int)
        steps.stream().filter(step -> step.kind().restarts()).map(PodStep::pod).distinct().count();
  }

  public long count(Kind kind) {
    return steps.stream().filter(step -> step.kind() == kind).count();
  }
}
