package dev.ordinal.run;

import dev.ordinal.model.SetView;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Action.Purpose;
import dev.ordinal.plan.Plan;
import dev.ordinal.plan.Snapshot.Comparison;
import dev.ordinal.plan.Snapshot.DryRunResult;
import dev.ordinal.plan.Snapshot.Findings;
import dev.ordinal.plan.Snapshot.RefusedResize;
import dev.ordinal.run.ask.Outcome;
import dev.ordinal.run.ask.UnconfirmedWrite;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/// What is remembered of one set or job between two plans; all of it may be lost in a crash.
final class TurnMemory {
  /// Events expire after an hour; an event about a lasting problem should always exist.
  private static final Duration NOTICE_INTERVAL = Duration.ofMinutes(30);

  /// A refusal may come from a policy that changes without the set: the dry run is repeated.
  private static final Duration REFUSAL_EXPIRY = Duration.ofSeconds(30);

  private static final String STALE =
      "the API server answers with an older state than it has shown before";

  private static final Duration CONTEST_DURATION = Duration.ofMinutes(5);

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
  private final TreeMap<Plan.Notice, Instant> publishedAt = new TreeMap<>();

  /// What remains when the clock was set back: times in the memory lie in the future, and would be
  /// waited for. The rest may be lost, as in a crash.
  TurnMemory withoutTimes() {
    var timeless = new TurnMemory();
    timeless.unconfirmedWrites.putAll(unconfirmedWrites);
    timeless.takenRevisions.addAll(takenRevisions);
    return timeless;
  }

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

  /// Writes of kruise-manager before the set was first seen are history; later ones show that it is
  /// still running. Only changes count, so that clocks do not matter. Returns when the contest ends
  /// if nothing more is written.
  Optional<Instant> watch(SetView set, Instant now) {
    follow(set.spec().template());
    var wrote = set.kruiseWrote();
    if (kruiseWrote.filter(before -> !before.equals(wrote)).isPresent() && !wrote.isEmpty()) {
      contestedAt = Optional.of(now);
    }
    kruiseWrote = Optional.of(wrote);
    var over = contestedAt.map(at -> at.plus(CONTEST_DURATION)).filter(now::isBefore);
    isContested = over.isPresent();
    return over;
  }

  /// With a new spec no failed action has to wait, and an accepted dry run may have to be repeated:
  /// claims are new, and revisions do not contain them. A refusal stands until then.
  void follow(long generation, Instant now) {
    if (failures.reset(generation)) {
      dryRun =
          dryRun
              .filter(DryRunResult::isRefused)
              .map(said -> new DryRunResult(said.revision(), said.isRefused(), said.words(), now));
    }
  }

  /// A refusal of a resize is about one template only. Everything else in a spec may change: an
  /// autoscaler must not take a pod out of service with each of its steps.
  void follow(Json.Obj template) {
    if (!template.equals(resizedTo)) {
      resizedTo = template;
      refusedResizes.clear();
    }
  }

  /// Takes the result of a dry run.
  void checked(Action action, Outcome.Checked checked, Instant now) {
    if (action instanceof Action.CheckResize) {
      failures.accepted(action);
      refusedResizes.remove(action.target());
    } else {
      var until = now.plus(REFUSAL_EXPIRY);
      dryRun =
          Optional.of(
              new DryRunResult(action.target(), checked.isRefused(), checked.message(), until));
    }
  }

  /// A resize that is refused after an accepted dry run would be refused again, and each attempt
  /// takes the pod out of service: only a dry run is repeated.
  void resizeRefused(Action action, String words, Instant now) {
    var pod = action.target();
    var askAgainAt =
        Optional.of(now.plus(REFUSAL_EXPIRY)).filter(_ -> action instanceof Action.CheckResize);
    refusedResizes.put(pod, new RefusedResize(pod, words, askAgainAt));
  }

  /// Takes a success. `isStale`: the reply shows an older state than is known. Once that is a late
  /// reply; again it is a store that was restored, and until that is noticed each plan starts from
  /// the known state and asks for the same. Returns when the action may be tried again then.
  Optional<Instant> done(Action action, boolean isStale, Instant now) {
    if (failures.isStaleAgain(action, isStale)) {
      return Optional.of(failures.add(action, STALE, now));
    }
    if (isNeededOnce(action)) {
      failures.succeeded(action, now);
    } else {
      failures.clear(action);
    }
    return Optional.empty();
  }

  /// A template has one revision, and the newest revision one number.
  private static boolean isNeededOnce(Action action) {
    return action instanceof Action.CreateRevision
        || (action instanceof Action.PatchRevision patch && patch.purpose() == Purpose.NUMBER);
  }

  /// The notices that the user has not got lately: one that comes and goes, as a refusal does while
  /// its dry run is repeated, is not published each time.
  List<Plan.Notice> newNotices(List<Plan.Notice> notices, Instant now) {
    publishedAt.values().removeIf(at -> at.plus(NOTICE_INTERVAL).isBefore(now));
    var unpublished =
        notices.stream().filter(notice -> !publishedAt.containsKey(notice)).distinct().toList();
    unpublished.forEach(notice -> publishedAt.put(notice, now));
    return unpublished;
  }
}
