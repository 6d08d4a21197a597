package dev.ordinal.run;

import dev.ordinal.model.Json;
import dev.ordinal.model.Key;
import dev.ordinal.model.SetKey;
import dev.ordinal.model.View;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Plan;
import dev.ordinal.plan.Snapshot;
import dev.ordinal.plan.body.StatusBody;
import dev.ordinal.plan.stage.Planner;
import dev.ordinal.pull.ProgressBody;
import dev.ordinal.pull.PullPlanner;
import dev.ordinal.pull.PullSnapshot;
import dev.ordinal.run.ChainRunner.Step;
import dev.ordinal.run.ask.Errand;
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
      return new Work(seen.set(), plan, StatusBody.patch(plan.status()), new ChainRunner(plan));
    }

    static Work of(PullSnapshot seen) {
      var plan = PullPlanner.plan(seen);
      return new Work(seen.job(), plan, ProgressBody.patch(plan.status()), new ChainRunner(plan));
    }

    /// The same turn, seen again.
    Work on(ChainRunner begun) {
      return new Work(subject, plan, status, begun);
    }
  }

  /// Something to be done at the API server, and what for.
  public sealed interface Task {
    Errand errand();

    /// To read again what a lost reply left open.
    record Settle(Errand errand, UnconfirmedWrite unconfirmed) implements Task {}

    /// To carry out a step of the plan.
    record Act(Errand errand, Step step) implements Task {}

    /// To write the status.
    record Report(Errand errand) implements Task {}
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

  public List<Task> begin(Instant now) {
    era = engine.era();
    return opened(start(now));
  }

  private List<Task> opened(List<Task> tasks) {
    open += tasks.size();
    return tasks;
  }

  private List<Task> start(Instant now) {
    var unconfirmedWrites = engine.unconfirmedWrites(key);
    settling = unconfirmedWrites.size();
    return unconfirmedWrites.isEmpty()
        ? plan(now)
        : unconfirmedWrites.stream()
            .map(
                unconfirmed ->
                    (Task) new Task.Settle(Errand.fetch(key.namespace(), unconfirmed), unconfirmed))
            .toList();
  }

  public List<Task> end(Task task, Outcome outcome, Instant now) {
    open--;
    if (engine.era() != era) {
      return abandon(now);
    }
    return opened(
        switch (task) {
          case Task.Settle(_, var unconfirmed) -> settled(unconfirmed, outcome, now);
          case Task.Act(_, var step) -> acted(step, outcome, now);
          case Task.Report _ -> reported(outcome, now);
        });
  }

  /// The store was restored from a backup in the middle of the turn: neither its plan nor the
  /// replies to what was sent before are about what there is now.
  private List<Task> abandon(Instant now) {
    return open > 0 ? List.of() : giveBack(Optional.of(now));
  }

  /// While the server does not answer nothing may be planned on what we only believe.
  private List<Task> settled(UnconfirmedWrite unconfirmed, Outcome outcome, Instant now) {
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

  private List<Task> plan(Instant now) {
    work = look(now);
    if (work.isEmpty()) {
      witness.gone(key);
      return giveBack(Optional.empty());
    }
    witness.planned(work.get().subject(), work.get().plan());
    tellNews(work.get(), now);
    return tasks(work.get().runner().begin(), now);
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

  private List<Task> acted(Step step, Outcome outcome, Instant now) {
    var current = work.orElseThrow();
    hasActed = true;
    engine.acted(key, step.action(), outcome, now);
    witness.acted(current.subject(), step.action(), outcome);
    return tasks(current.runner().end(step, outcome), now);
  }

  private List<Task> tasks(List<Step> steps, Instant now) {
    var tasks = new ArrayList<Task>();
    for (var step : steps) {
      tasks.add(new Task.Act(Errand.of(key.namespace(), step.action()), step));
    }
    if (isReporting) {
      return tasks;
    }
    if (work.orElseThrow().runner().isOver()) {
      return conclude(now);
    }
    if (!nextReport.isAfter(now)) {
      tasks.addAll(report(now));
    }
    return tasks;
  }

  /// What the turn has done is reported by the turn itself: the next one may last.
  private List<Task> conclude(Instant now) {
    isConcluding = true;
    var reports = report(now);
    return reports.isEmpty() ? finish() : reports;
  }

  /// Looks again first, unless a lost reply has left open what there is to see.
  private List<Task> report(Instant now) {
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
    return List.of(new Task.Report(Errand.report(current.subject(), current.status())));
  }

  private List<Task> reported(Outcome outcome, Instant now) {
    engine.statusWritten(key, outcome, now);
    isReporting = false;
    nextReport = engine.nextStatus(key, now);
    if (!work.orElseThrow().runner().isOver()) {
      return List.of();
    }
    return isConcluding ? finish() : conclude(now);
  }

  private List<Task> finish() {
    var current = work.orElseThrow();
    engine.finish(key, current.plan(), current.runner().hasChangedAnything());
    isOver = true;
    return List.of();
  }

  private List<Task> giveBack(Optional<Instant> retryAt) {
    engine.giveBack(key, retryAt);
    isOver = true;
    return List.of();
  }
}
