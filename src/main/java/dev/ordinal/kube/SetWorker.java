package dev.ordinal.kube;

import dev.ordinal.model.SetKey;
import dev.ordinal.model.SetView;
import dev.ordinal.plan.Plan;
import dev.ordinal.plan.Planner;
import dev.ordinal.plan.draw.Sketch;
import dev.ordinal.run.Announcement;
import dev.ordinal.run.Engine;
import dev.ordinal.run.Outcome;
import dev.ordinal.run.Turn;
import dev.ordinal.run.Turn.Step;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One turn of one set: look, plan, carry out, report.
final class SetWorker {
  private static final Logger LOG = LoggerFactory.getLogger("ordinal");
  private static final Duration PAUSE_AFTER_SILENCE = Duration.ofSeconds(1);
  private static final Duration PAUSE_AFTER_BUG = Duration.ofSeconds(30);

  private final Engine engine;
  private final ActionRunner runner;
  private final EventWriter events;
  private final InstantSource clock;

  SetWorker(Engine engine, ActionRunner runner, EventWriter events, InstantSource clock) {
    this.engine = engine;
    this.runner = runner;
    this.events = events;
    this.clock = clock;
  }

  /// A bug in one set's turn must not stop the others.
  void serve(SetKey key) {
    try {
      turn(key);
    } catch (RuntimeException e) {
      LOG.error("{} could not be planned, trying again in {}", key, PAUSE_AFTER_BUG, e);
      engine.giveBack(key, Optional.of(clock.instant().plus(PAUSE_AFTER_BUG)));
    }
  }

  private void turn(SetKey key) {
    if (!settleDoubts(key)) {
      engine.giveBack(key, Optional.of(clock.instant().plus(PAUSE_AFTER_SILENCE)));
      return;
    }
    var seen = engine.look(key, clock.instant());
    if (seen.isEmpty()) {
      events.forget(key);
      engine.giveBack(key, Optional.empty());
      return;
    }
    var set = seen.get().set();
    var plan = Planner.plan(seen.get());
    if (LOG.isDebugEnabled()) {
      // Not drawn for nobody: a plan may have a hold for each of a thousand pods.
      LOG.debug("{} generation {} plan:\n{}", key, set.meta().generation(), Sketch.show(plan));
    }
    engine
        .news(key, plan, clock.instant())
        .forEach(notice -> events.announce(set, Announcement.of(notice)));
    var turn = new Turn(plan);
    carryOut(set, turn);
    report(set, plan);
    engine.finish(key, plan, turn.hasChangedAnything());
  }

  /// Reads again what a lost reply left open. False when the server still does not answer.
  private boolean settleDoubts(SetKey key) {
    for (var doubt : engine.doubts(key)) {
      if (runner.fetch(key.namespace(), doubt) instanceof Outcome.Done(var view)) {
        engine.settle(key, doubt, view);
      } else {
        return false;
      }
    }
    return true;
  }

  private record Ending(Step step, Outcome outcome) {}

  private void carryOut(SetView set, Turn turn) {
    var endings = new LinkedBlockingQueue<Ending>();
    turn.begin().forEach(step -> start(set, step, endings));
    while (!turn.isOver()) {
      var ending = next(endings);
      finished(set, ending);
      turn.end(ending.step(), ending.outcome()).forEach(step -> start(set, step, endings));
    }
  }

  private void start(SetView set, Step step, BlockingQueue<Ending> endings) {
    Thread.startVirtualThread(
        () -> {
          Outcome outcome = new Outcome.Unreachable("the request broke off", true);
          try {
            outcome = runner.perform(set.meta().namespace(), step.action());
          } finally {
            endings.add(new Ending(step, outcome));
          }
        });
  }

  /// Requests have their own time limit, so that an ending always comes; an interrupt must not lose
  /// it, or the turn would forget a write that was made.
  private static Ending next(BlockingQueue<Ending> endings) {
    var isInterrupted = false;
    try {
      while (true) {
        try {
          return endings.take();
        } catch (InterruptedException _) {
          isInterrupted = true;
        }
      }
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void finished(SetView set, Ending ending) {
    var action = ending.step().action();
    engine.acted(set.key(), action, ending.outcome(), clock.instant());
    switch (ending.outcome()) {
      case Outcome.Done _ -> LOG.info("{} {}", set.key(), Sketch.show(action));
      case Outcome.Judged(var judgement) -> LOG.debug("{} judged: {}", set.key(), judgement);
      case Outcome.Conflict(var message) -> failed(set, ending, message);
      case Outcome.Gone(var message) -> failed(set, ending, message);
      case Outcome.Refused(var message) -> failed(set, ending, message);
      case Outcome.Unreachable(var message, _) -> failed(set, ending, message);
    }
    Announcement.of(set.name(), action, ending.outcome())
        .ifPresent(announcement -> events.announce(set, announcement));
  }

  private static void failed(SetView set, Ending ending, String message) {
    LOG.warn("{} {} failed: {}", set.key(), Sketch.show(ending.step().action()), message);
  }

  private void report(SetView set, Plan plan) {
    var now = clock.instant();
    engine
        .statusDue(set.key(), plan, now)
        .ifPresent(
            status ->
                engine.statusWritten(set.key(), runner.writeStatus(set, status), clock.instant()));
  }
}
