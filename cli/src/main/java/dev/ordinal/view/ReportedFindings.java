package dev.ordinal.view;

import dev.ordinal.model.Names;
import dev.ordinal.model.SetStatus.Waiting;
import dev.ordinal.model.SetView;
import dev.ordinal.model.View;
import dev.ordinal.plan.HoldReason;
import dev.ordinal.plan.Snapshot;
import dev.ordinal.plan.Snapshot.DryRunResult;
import dev.ordinal.plan.Snapshot.Failure;
import dev.ordinal.plan.Snapshot.Findings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// What the running controller has learned from its requests, as far as the status tells: requests
/// that fail, and what the API server said to the template. With it the planner comes to the plan
/// that the controller has.
public final class ReportedFindings {
  /// Longer than a look at the cluster takes: what fails is not done by the next plan.
  private static final Duration MOMENT = Duration.ofMinutes(1);

  private ReportedFindings() {}

  /// The snapshot with the findings that the status reports in the place of its own.
  public static Snapshot informed(Snapshot seen) {
    var set = seen.set();
    var isCurrent = set.status().observedGeneration() == set.meta().generation();
    var holds = isCurrent ? set.status().holds() : List.<Waiting>of();
    var findings =
        new Findings(
            holds.stream().flatMap(hold -> failure(seen, hold).stream()).toList(),
            isCurrent ? dryRun(set, holds, seen.now()) : Optional.empty(),
            List.of());
    return seen.with(findings);
  }

  private static Optional<Failure> failure(Snapshot seen, Waiting hold) {
    if (!hold.reason().equals(HoldReason.RequestFailed.class.getSimpleName())) {
      return Optional.empty();
    }
    var words = rest(hold, new HoldReason.RequestFailed(""));
    var isThere = seen.pods().stream().map(View::name).collect(Collectors.toSet());
    var isPod = Names.ordinal(seen.set().name(), hold.name()) >= 0;
    var verb = isPod && isThere.contains(hold.name()) ? "Update" : "Create";
    return Optional.of(new Failure(verb, hold.name(), words, seen.now().plus(MOMENT)));
  }

  /// The controller asks before it touches a pod; a status that names the revision and tells of no
  /// refusal was written after the answer, unless it says that the answer is awaited.
  private static Optional<DryRunResult> dryRun(SetView set, List<Waiting> holds, Instant now) {
    var revision = set.status().updateRevision();
    if (revision.isEmpty() || has(holds, HoldReason.TemplateUnchecked.class).isPresent()) {
      return Optional.empty();
    }
    var until = now.plus(MOMENT);
    return has(holds, HoldReason.TemplateRefused.class)
        .map(hold -> rest(hold, new HoldReason.TemplateRefused("")))
        .map(words -> new DryRunResult(revision, true, words, until))
        .or(() -> Optional.of(new DryRunResult(revision, false, "", until)));
  }

  private static Optional<Waiting> has(List<Waiting> holds, Class<? extends HoldReason> reason) {
    return holds.stream().filter(hold -> hold.reason().equals(reason.getSimpleName())).findFirst();
  }

  /// What follows the sentence's own words.
  private static String rest(Waiting hold, HoldReason empty) {
    var own = empty.of(hold.name());
    return hold.message().startsWith(own) ? hold.message().substring(own.length()) : hold.message();
  }
}
