package dev.ordinal.run;

import dev.ordinal.model.Key;
import dev.ordinal.model.SetKey;
import dev.ordinal.model.View;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Plan;
import dev.ordinal.plan.Snapshot;
import dev.ordinal.plan.body.StatusBody;
import dev.ordinal.plan.stage.Planner;
import dev.ordinal.pull.ProgressBody;
import dev.ordinal.pull.PullPlanner;
import dev.ordinal.pull.PullSnapshot;
import dev.ordinal.run.ask.ApiRequest;
import dev.ordinal.run.ask.ApiRequest.Origin;
import dev.ordinal.run.ask.Outcome;
import dev.ordinal.run.ask.UnconfirmedWrite;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One turn of one set or job, from the confirmation of earlier writes to the status report,
/// without threads: it returns requests, takes their outcomes, and returns the next requests. Call
/// it from one thread at a time.
public final class Turn {
  private static final Duration PAUSE_WHILE_UNREACHABLE = Duration.ofSeconds(1);

  private final Engine engine;
  private final Key key;
  private final Listener listener;
  private int confirming;
  private boolean isUnreachable;
  private boolean isOver;
  private long epoch;
  private int open;
  private boolean isReporting;
  private boolean isConcluding;
  private boolean hasActed;
  private Instant nextReport = Instant.MAX;
  private Optional<Work> work = Optional.empty();

  /// The set or job, the plan for it, and its status as a patch.
  private record Work(View subject, Plan<?> plan, Json.Obj status, ChainRunner runner) {
    static Work of(Snapshot seen) {
      var plan = Planner.plan(seen);
      return new Work(seen.set(), plan, StatusBody.patch(plan.status()), runner(seen.set(), plan));
    }

    static Work of(PullSnapshot seen) {
      var plan = PullPlanner.plan(seen);
      return new Work(
          seen.job(), plan, ProgressBody.patch(plan.status()), runner(seen.job(), plan));
    }

    private static ChainRunner runner(View subject, Plan<?> plan) {
      return new ChainRunner(subject.meta().namespace(), plan);
    }

    /// The same turn after another snapshot.
    Work on(ChainRunner begun) {
      return new Work(subject, plan, status, begun);
    }
  }

  /// Observes a turn, for logs and events.
  public interface Listener {
    void planned(View subject, Plan<?> plan);

    /// The status of this plan is about to be written; its actions may be under way or done.
    void reporting(View subject, Plan<?> plan);

    default void noticed(View subject, Plan.Notice notice) {}

    default void acted(View subject, Action action, Outcome outcome) {}

    default void gone(Key key) {}
  }

  public Turn(Engine engine, Key key, Listener listener) {
    this.engine = engine;
    this.key = key;
    this.listener = listener;
  }

  /// Nothing is left to do, and the key may be taken again.
  public boolean isOver() {
    return isOver;
  }

  public List<ApiRequest> begin(Instant now) {
    epoch = engine.epoch();
    return opened(start(now));
  }

  private List<ApiRequest> opened(List<ApiRequest> requests) {
    open += requests.size();
    return requests;
  }

  private List<ApiRequest> start(Instant now) {
    var unconfirmedWrites = engine.unconfirmedWrites(key);
    confirming = unconfirmedWrites.size();
    return unconfirmedWrites.isEmpty()
        ? plan(now)
        : unconfirmedWrites.stream()
            .map(write -> ApiRequest.confirm(key.namespace(), write))
            .toList();
  }

  /// Takes the outcome of a request, and returns the requests to send now.
  public List<ApiRequest> end(ApiRequest request, Outcome outcome, Instant now) {
    open--;
    if (engine.epoch() != epoch) {
      return abandon(now);
    }
    if (outcome instanceof Outcome.Unfinished(var next)) {
      return opened(List.of(next));
    }
    return opened(
        switch (request.origin()) {
          case Origin.Confirmation(var write) -> confirmed(write, outcome, now);
          case Origin.Planned planned -> acted(planned, outcome, now);
          case Origin.StatusReport _ -> reported(outcome, now);
        });
  }

  /// The store was restored from a backup during the turn: the plan and the replies to earlier
  /// requests do not describe the present objects.
  private List<ApiRequest> abandon(Instant now) {
    return open > 0 ? List.of() : release(Optional.of(now));
  }

  /// Nothing is planned before the state of the objects is confirmed.
  private List<ApiRequest> confirmed(UnconfirmedWrite unconfirmed, Outcome outcome, Instant now) {
    if (outcome instanceof Outcome.Done(var view)) {
      engine.confirm(key, unconfirmed, view);
    } else {
      isUnreachable = true;
    }
    confirming--;
    if (confirming > 0) {
      return List.of();
    }
    return isUnreachable ? release(Optional.of(now.plus(PAUSE_WHILE_UNREACHABLE))) : plan(now);
  }

  private List<ApiRequest> plan(Instant now) {
    work = observe(now);
    if (work.isEmpty()) {
      listener.gone(key);
      return release(Optional.empty());
    }
    listener.planned(work.get().subject(), work.get().plan());
    publishNotices(work.get(), now);
    return withReport(work.get().runner().begin(), now);
  }

  private void publishNotices(Work seen, Instant now) {
    engine
        .newNotices(key, seen.plan(), now)
        .forEach(notice -> listener.noticed(seen.subject(), notice));
  }

  private Optional<Work> observe(Instant now) {
    nextReport = engine.nextStatus(key, now);
    return switch (key) {
      case SetKey set -> engine.snapshot(set, now).map(Work::of);
      case Key.Job job -> engine.snapshot(job, now).map(Work::of);
    };
  }

  private List<ApiRequest> acted(Origin.Planned planned, Outcome outcome, Instant now) {
    var current = work.orElseThrow();
    hasActed = true;
    engine.acted(key, planned.action(), outcome, now);
    listener.acted(current.subject(), planned.action(), outcome);
    return withReport(current.runner().end(planned, outcome), now);
  }

  private List<ApiRequest> withReport(List<ApiRequest> requests, Instant now) {
    if (isReporting) {
      return requests;
    }
    if (work.orElseThrow().runner().isOver()) {
      return conclude(now);
    }
    if (nextReport.isAfter(now)) {
      return requests;
    }
    var all = new ArrayList<>(requests);
    all.addAll(report(now));
    return all;
  }

  /// The turn reports its own results: the next turn may take long.
  private List<ApiRequest> conclude(Instant now) {
    isConcluding = true;
    var reports = report(now);
    return reports.isEmpty() ? finish() : reports;
  }

  /// Takes another snapshot first, unless a lost reply has left the state of an object open.
  private List<ApiRequest> report(Instant now) {
    if (hasActed && engine.unconfirmedWrites(key).isEmpty()) {
      var runner = work.orElseThrow().runner();
      work = observe(now).map(seen -> seen.on(runner)).or(() -> work);
      // A finished job is not planned again after its report, so that its notices would be lost.
      publishNotices(work.orElseThrow(), now);
    }
    var current = work.orElseThrow();
    if (engine.statusDue(key, current.plan(), now).isEmpty()) {
      return List.of();
    }
    isReporting = true;
    listener.reporting(current.subject(), current.plan());
    return List.of(ApiRequest.report(current.subject(), current.status()));
  }

  private List<ApiRequest> reported(Outcome outcome, Instant now) {
    engine.statusWritten(key, outcome, now);
    isReporting = false;
    nextReport = engine.nextStatus(key, now);
    if (!work.orElseThrow().runner().isOver()) {
      return List.of();
    }
    return isConcluding ? finish() : conclude(now);
  }

  private List<ApiRequest> finish() {
    var current = work.orElseThrow();
    var runner = current.runner();
    var isAgain = runner.hasChangedAnything() || runner.isOvertakenBy(current.plan());
    engine.finish(key, current.plan(), isAgain);
    isOver = true;
    return List.of();
  }

  private List<ApiRequest> release(Optional<Instant> retryAt) {
    engine.release(key, retryAt);
    isOver = true;
    return List.of();
  }
}
