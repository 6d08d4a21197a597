package dev.ordinal.run;

import dev.ordinal.model.Json;
import dev.ordinal.model.Key;
import dev.ordinal.model.SetKey;
import dev.ordinal.model.View;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Plan;
import dev.ordinal.plan.Planner;
import dev.ordinal.plan.Snapshot;
import dev.ordinal.plan.body.StatusBody;
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

/// One turn of one set or job, from its doubts to its report, without threads: it hands out tasks,
/// is told how they ended, and hands out the next ones. Call it from one thread at a time.
public final class Turn {
  private static final Duration PAUSE_AFTER_SILENCE = Duration.ofSeconds(1);

  private final Engine engine;
  private final Key key;
  private final Witness witness;
  private int settling;
  private boolean isSilent;
  private boolean isOver;
  private long era;
  private int open;
  private boolean isReporting;
  private boolean isConcluding;
  private boolean hasActed;
  private Instant nextReport = Instant.MAX;
  private Optional<Work> work = Optional.empty();

  /// What was seen, what is planned for it, and its status as a patch.
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

    /// The same turn, seen again.
    Work on(ChainRunner begun) {
      return new Work(subject, plan, status, begun);
    }
  }

  /// Who is told what happens, for logs and events.
  public interface Witness {
    void planned(View subject, Plan<?> plan);

    /// The status of this plan is written, whose actions may be under way or done.
    void reporting(View subject, Plan<?> plan);

    void noticed(View subject, Plan.Notice notice);

    void acted(View subject, Action action, Outcome outcome);

    void gone(Key key);
  }

  public Turn(Engine engine, Key key, Witness witness) {
    this.engine = engine;
    this.key = key;
    this.witness = witness;
  }

  /// Nothing is left to do, and the key has been given back.
  public boolean isOver() {
    return isOver;
  }

  public List<ApiRequest> begin(Instant now) {
    era = engine.era();
    return opened(start(now));
  }

  private List<ApiRequest> opened(List<ApiRequest> requests) {
    open += requests.size();
    return requests;
  }

  private List<ApiRequest> start(Instant now) {
    var unconfirmedWrites = engine.unconfirmedWrites(key);
    settling = unconfirmedWrites.size();
    return unconfirmedWrites.isEmpty()
        ? plan(now)
        : unconfirmedWrites.stream()
            .map(write -> ApiRequest.confirm(key.namespace(), write))
            .toList();
  }

  /// Takes the outcome of a request, and returns the requests to send now.
  public List<ApiRequest> end(ApiRequest request, Outcome outcome, Instant now) {
    open--;
    if (engine.era() != era) {
      return abandon(now);
    }
    if (outcome instanceof Outcome.Unfinished(var next)) {
      return opened(List.of(next));
    }
    return opened(
        switch (request.origin()) {
          case Origin.Confirmation(var write) -> settled(write, outcome, now);
          case Origin.Planned planned -> acted(planned, outcome, now);
          case Origin.StatusReport _ -> reported(outcome, now);
        });
  }

  /// The store was restored from a backup in the middle of the turn: neither its plan nor the
  /// replies to what was sent before are about what there is now.
  private List<ApiRequest> abandon(Instant now) {
    return open > 0 ? List.of() : giveBack(Optional.of(now));
  }

  /// While the server does not answer nothing may be planned on what we only believe.
  private List<ApiRequest> settled(UnconfirmedWrite unconfirmed, Outcome outcome, Instant now) {
    if (outcome instanceof Outcome.Done(var view)) {
      engine.settle(key, unconfirmed, view);
    } else {
      isSilent = true;
    }
    settling--;
    if (settling > 0) {
      return List.of();
    }
    return isSilent ? giveBack(Optional.of(now.plus(PAUSE_AFTER_SILENCE))) : plan(now);
  }

  private List<ApiRequest> plan(Instant now) {
    work = look(now);
    if (work.isEmpty()) {
      witness.gone(key);
      return giveBack(Optional.empty());
    }
    witness.planned(work.get().subject(), work.get().plan());
    tellNews(work.get(), now);
    return withReport(work.get().runner().begin(), now);
  }

  private void tellNews(Work seen, Instant now) {
    engine.news(key, seen.plan(), now).forEach(notice -> witness.noticed(seen.subject(), notice));
  }

  private Optional<Work> look(Instant now) {
    nextReport = engine.nextStatus(key, now);
    return switch (key) {
      case SetKey set -> engine.look(set, now).map(Work::of);
      case Key.Job job -> engine.look(job, now).map(Work::of);
    };
  }

  private List<ApiRequest> acted(Origin.Planned planned, Outcome outcome, Instant now) {
    var current = work.orElseThrow();
    hasActed = true;
    engine.acted(key, planned.action(), outcome, now);
    witness.acted(current.subject(), planned.action(), outcome);
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

  /// What the turn has done is reported by the turn itself: the next one may last.
  private List<ApiRequest> conclude(Instant now) {
    isConcluding = true;
    var reports = report(now);
    return reports.isEmpty() ? finish() : reports;
  }

  /// Looks again first, unless a lost reply has left open what there is to see.
  private List<ApiRequest> report(Instant now) {
    if (hasActed && engine.unconfirmedWrites(key).isEmpty()) {
      var runner = work.orElseThrow().runner();
      work = look(now).map(seen -> seen.on(runner)).or(() -> work);
      // What is reported as over is not planned again: this is the time to tell of it.
      tellNews(work.orElseThrow(), now);
    }
    var current = work.orElseThrow();
    if (engine.statusDue(key, current.plan(), now).isEmpty()) {
      return List.of();
    }
    isReporting = true;
    witness.reporting(current.subject(), current.plan());
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
    engine.finish(key, current.plan(), current.runner().hasChangedAnything());
    isOver = true;
    return List.of();
  }

  private List<ApiRequest> giveBack(Optional<Instant> retryAt) {
    engine.giveBack(key, retryAt);
    isOver = true;
    return List.of();
  }
}
