package dev.ordinal.view;

import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.model.SetStatus;
import dev.ordinal.model.View;
import dev.ordinal.plan.Hold;
import dev.ordinal.plan.HoldReason;
import dev.ordinal.plan.Plan;
import dev.ordinal.plan.Severity;
import dev.ordinal.plan.Snapshot;
import dev.ordinal.plan.order.Ordinals;
import dev.ordinal.plan.report.HoldList;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Everything of a set that waits: what the planner says of the objects as they are, and what the
/// status says that the controller alone knows.
final class Waits {
  /// The reasons that no object shows.
  private static final Set<String> REPORTED =
      Set.of(
          "RequestFailed",
          "CreationsFail",
          "TemplateRefused",
          "ClaimOwnerRefused",
          "KruiseStillRuns",
          "InPlaceImpossible",
          "ResizeDeferred");

  private final Snapshot seen;
  private final Plan<SetStatus> plan;
  private final Map<String, PodView> pods;

  private Waits(Snapshot seen, Plan<SetStatus> plan) {
    this.seen = seen;
    this.plan = plan;
    this.pods =
        seen.pods().stream()
            .collect(Collectors.toMap(View::name, Function.identity(), (one, _) -> one));
  }

  /// Causes before consequences, and then by ordinal.
  static List<WaitRow> of(Snapshot seen, Plan<SetStatus> plan) {
    return new Waits(seen, plan).all();
  }

  private List<WaitRow> all() {
    var set = seen.set();
    var rows = new ArrayList<WaitRow>();
    plan.holds().stream().sorted(HoldList.order(set)).map(this::row).forEach(rows::add);
    rows.addAll(missing());
    rows.addAll(reported(rows));
    rows.sort(
        Comparator.comparing(WaitRow::severity)
            .reversed()
            .thenComparing(row -> row.reason().equals("Paused"))
            .thenComparingInt(row -> Names.ordinal(set.name(), row.target())));
    return rows.stream().distinct().toList();
  }

  private WaitRow row(Hold hold) {
    return new WaitRow(
        hold.target(),
        hold.reasonName(),
        hold.sentence(),
        hold.severity(),
        blocker(hold),
        since(hold),
        Advice.of(hold, seen.set()));
  }

  /// The other pod that the sentence names.
  private static Optional<String> blocker(Hold hold) {
    return switch (hold.reason()) {
      case HoldReason.WaitsForPod(var pod, _) -> Optional.of(pod);
      case HoldReason.ScaleDownHalted(var pod, _, _) -> Optional.of(pod);
      case HoldReason.PodTerminating(var pod) ->
          Optional.of(pod).filter(name -> !name.equals(hold.target()));
      case HoldReason _ -> Optional.empty();
    };
  }

  private Optional<Instant> since(Hold hold) {
    return seen.set().status().holds().stream()
        .filter(old -> old.name().equals(hold.target()) && old.reason().equals(hold.reasonName()))
        .map(SetStatus.Waiting::since)
        .findFirst()
        .or(() -> pod(hold.target()).flatMap(pod -> since(hold, pod)));
  }

  private static Optional<Instant> since(Hold hold, PodView pod) {
    return hold.reasonName().equals("PodNotAvailable")
        ? pod.findCondition("Ready")
            .flatMap(PodView.Condition::since)
            .or(() -> Optional.of(pod.meta().createdAt()))
        : Optional.empty();
  }

  private Optional<PodView> pod(String name) {
    return Optional.ofNullable(pods.get(name));
  }

  /// Of the missing pods that wait for others the planner names the first. The rest wait for the
  /// same.
  private List<WaitRow> missing() {
    var set = seen.set();
    var present = seen.pods().stream().map(View::name).collect(Collectors.toSet());
    Function<Hold, Integer> ordinal = hold -> Names.ordinal(set.name(), hold.target());
    var first =
        plan.holds().stream()
            .filter(hold -> hold.severity() == Severity.CONSEQUENCE && ordinal.apply(hold) >= 0)
            .filter(hold -> !present.contains(hold.target()))
            .max(Comparator.comparing(ordinal));
    if (first.isEmpty()) {
      return List.of();
    }
    var known = new TreeSet<>(present);
    plan.holds().forEach(hold -> known.add(hold.target()));
    plan.chains().forEach(chain -> known.add(chain.actions().getLast().target()));
    return Ordinals.of(set)
        .ascending()
        .limit(OrdinalRows.MOST)
        .filter(each -> each > ordinal.apply(first.get()))
        .mapToObj(each -> Names.pod(set.name(), each))
        .filter(pod -> !known.contains(pod))
        .map(pod -> row(new Hold(pod, first.get().reason())))
        .toList();
  }

  /// What the controller reported and the objects do not contradict.
  private List<WaitRow> reported(List<WaitRow> known) {
    var set = seen.set();
    if (set.status().observedGeneration() != set.meta().generation()) {
      return List.of();
    }
    var told = known.stream().map(row -> row.target() + " " + row.reason()).toList();
    return set.status().holds().stream()
        .filter(hold -> REPORTED.contains(hold.reason()))
        .filter(hold -> !told.contains(hold.name() + " " + hold.reason()))
        .filter(hold -> !isOver(hold.name()))
        .map(
            hold ->
                new WaitRow(
                    hold.name(),
                    hold.reason(),
                    hold.message(),
                    Severity.FAILURE,
                    Optional.empty(),
                    Optional.of(hold.since()),
                    new Advice("the controller reports it no more", "")))
        .toList();
  }

  /// A pod that is available waits for nothing that failed before.
  private boolean isOver(String name) {
    return pod(name)
        .filter(seen::isAvailable)
        .filter(pod -> pod.revision().equals(plan.status().updateRevision()))
        .isPresent();
  }
}
