package dev.ordinal.run;

import dev.ordinal.model.Json;
import dev.ordinal.model.SetView;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Action.Purpose;
import dev.ordinal.plan.Plan;
import dev.ordinal.plan.Snapshot.Comparison;
import dev.ordinal.plan.Snapshot.DryRunResult;
import dev.ordinal.plan.Snapshot.Findings;
import dev.ordinal.plan.Snapshot.RefusedResize;
import dev.ordinal.run.ask.Judgement;
import dev.ordinal.run.ask.UnconfirmedWrite;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/// What we remember of one set or job between two plans; all of it may be lost in a crash.
final class TurnMemory {
  /// Events are kept for an hour; one about trouble that lasts should always be there.
  private static final Duration REMINDER = Duration.ofMinutes(30);

  /// A refusal may lie in a policy that changes without the set: it is asked for again.
  private static final Duration REFUSAL_LASTS = Duration.ofSeconds(30);

  private static final Duration CONTEST_LASTS = Duration.ofMinutes(5);

  final Failures failures = new Failures();
  final StatusPace pace = new StatusPace();
  final TreeMap<UnconfirmedWrite, String> unconfirmedWrites = new TreeMap<>();
  final TreeSet<String> takenRevisions = new TreeSet<>();
  final ReadyTimes readyTimes = new ReadyTimes();
  Optional<DryRunResult> dryRun = Optional.empty();
  private final TreeMap<String, RefusedResize> refusedResizes = new TreeMap<>();
  private Json.Obj resizedTo = Json.EMPTY;
  private Optional<Comparison> comparison = Optional.empty();
  private Optional<String> kruiseWrote = Optional.empty();
  private Optional<Instant> contestedAt = Optional.empty();
  private boolean isContested;
  private final TreeMap<Plan.Notice, Instant> toldAt = new TreeMap<>();

  Findings findings() {
    var taken = List.copyOf(takenRevisions);
    var resizes = List.copyOf(refusedResizes.values());
    return new Findings(failures.all(), dryRun, taken, resizes, comparison, isContested);
  }

  void compared(Action action, boolean isSame) {
    if (action instanceof Action.CompareTemplates(var revision, var written, _, _)) {
      failures.clear(action);
      comparison = Optional.of(new Comparison(revision, written, isSame));
    }
  }

  /// What kruise-manager wrote before we first saw the set is its legacy; what it writes later says
  /// that it is still there. Only changes count, so that nobody's clock matters. Answers when the
  /// contest is over if nothing more is written.
  Optional<Instant> watch(SetView set, Instant now) {
    follow(set.spec().template());
    var wrote = set.kruiseWrote();
    if (kruiseWrote.filter(before -> !before.equals(wrote)).isPresent() && !wrote.isEmpty()) {
      contestedAt = Optional.of(now);
    }
    kruiseWrote = Optional.of(wrote);
    var over = contestedAt.map(at -> at.plus(CONTEST_LASTS)).filter(now::isBefore);
    isContested = over.isPresent();
    return over;
  }

  /// With a new spec nothing that failed has to wait, and what was accepted may have to be asked
  /// for again: claims are new, and revisions do not show them. A refusal stands until then.
  void follow(long generation, Instant now) {
    if (failures.reset(generation)) {
      dryRun =
          dryRun
              .filter(DryRunResult::isRefused)
              .map(said -> new DryRunResult(said.revision(), said.isRefused(), said.words(), now));
    }
  }

  /// A resize that was refused for one template says nothing about another. All else in a spec may
  /// change: an autoscaler must not take a pod out of service with each of its steps.
  void follow(Json.Obj template) {
    if (!template.equals(resizedTo)) {
      resizedTo = template;
      refusedResizes.clear();
    }
  }

  /// The API server was asked what it would do.
  void judged(Action action, Judgement judgement, Instant now) {
    if (action instanceof Action.CheckResize) {
      failures.accepted(action);
      refusedResizes.remove(action.target());
    } else {
      var until = now.plus(REFUSAL_LASTS);
      dryRun =
          Optional.of(
              new DryRunResult(action.target(), judgement.isRefused(), judgement.words(), until));
    }
  }

  /// What is refused after a dry run was accepted would be so again, and each attempt takes the pod
  /// out of service: only a dry run is repeated.
  void resizeRefused(Action action, String words, Instant now) {
    var pod = action.target();
    var askAgainAt =
        Optional.of(now.plus(REFUSAL_LASTS)).filter(_ -> action instanceof Action.CheckResize);
    refusedResizes.put(pod, new RefusedResize(pod, words, askAgainAt));
  }

  void done(Action action, Instant now) {
    if (isNeededOnce(action)) {
      failures.did(action, now);
    } else {
      failures.clear(action);
    }
  }

  /// For one template there is one revision, and one number that makes it the newest.
  private static boolean isNeededOnce(Action action) {
    return action instanceof Action.CreateRevision
        || (action instanceof Action.PatchRevision patch && patch.purpose() == Purpose.NUMBER);
  }

  /// Those of the notices that the user has not been told lately: what comes and goes, as a refusal
  /// does while it is asked for again, is not news each time.
  List<Plan.Notice> news(List<Plan.Notice> notices, Instant now) {
    toldAt.values().removeIf(at -> at.plus(REMINDER).isBefore(now));
    var fresh = notices.stream().filter(notice -> !toldAt.containsKey(notice)).distinct().toList();
    fresh.forEach(notice -> toldAt.put(notice, now));
    return fresh;
  }
}
