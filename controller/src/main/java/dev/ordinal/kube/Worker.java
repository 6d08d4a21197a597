package dev.ordinal.kube;

import dev.ordinal.kube.metrics.Metrics;
import dev.ordinal.model.JobView;
import dev.ordinal.model.Key;
import dev.ordinal.model.View;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Plan;
import dev.ordinal.plan.draw.ActionText;
import dev.ordinal.plan.draw.Sketch;
import dev.ordinal.run.Engine;
import dev.ordinal.run.EventText;
import dev.ordinal.run.HeadlineLog;
import dev.ordinal.run.Turn;
import dev.ordinal.run.ask.ApiRequest;
import dev.ordinal.run.ask.Outcome;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// Runs the turns of sets and jobs; the requests of a turn run on virtual threads, side by side.
final class Worker {
  private static final Logger LOG = LoggerFactory.getLogger("ordinal");
  private static final Duration PAUSE_AFTER_BUG = Duration.ofSeconds(30);

  private final Engine engine;
  private final RequestSender sender;
  private final TurnLog log;
  private final InstantSource clock;
  private final Metrics metrics;

  Worker(Parts parts, InstantSource clock, Metrics metrics) {
    this.engine = parts.engine();
    this.sender = parts.sender();
    this.log = new TurnLog(parts.events(), new HeadlineLog());
    this.clock = clock;
    this.metrics = metrics;
  }

  /// What the turns work with.
  record Parts(Engine engine, RequestSender sender, EventWriter events) {}

  /// A bug in one turn must stop neither other turns nor the next turn of the same set. Nor must a
  /// spec that is nested too deep, or a short lack of memory.
  void serve(Key key) {
    var measured = metrics.turn(key, log);
    var isBug = true;
    try {
      turn(new Turn(engine, key, measured), key);
      isBug = false;
    } catch (RuntimeException | Error e) {
      LogFields.of(LOG.atError(), key)
          .setCause(e)
          .log("{} could not be planned; the next attempt is in {}", key, PAUSE_AFTER_BUG);
      engine.release(key, Optional.of(clock.instant().plus(PAUSE_AFTER_BUG)));
    } finally {
      measured.ended(isBug);
    }
  }

  private record Completed(ApiRequest request, Outcome outcome) {}

  private void turn(Turn turn, Key key) {
    var flow = key.toString();
    var completed = new LinkedBlockingQueue<Completed>();
    turn.begin(clock.instant()).forEach(request -> send(request, flow, completed));
    while (!turn.isOver()) {
      var next = next(completed);
      turn.end(next.request(), next.outcome(), clock.instant())
          .forEach(request -> send(request, flow, completed));
    }
  }

  private void send(ApiRequest request, String flow, BlockingQueue<Completed> completed) {
    Thread.startVirtualThread(
        () -> {
          Outcome outcome = new Outcome.Unreachable("the request broke off", true);
          try {
            outcome = sender.send(request, flow);
          } finally {
            completed.add(new Completed(request, outcome));
          }
        });
  }

  /// Requests have their own time limit, so that each one completes. An interrupt must not lose an
  /// outcome, or the turn would forget a write that was made.
  private static Completed next(BlockingQueue<Completed> completed) {
    var isInterrupted = false;
    try {
      while (true) {
        try {
          return completed.take();
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

  /// Writes logs and events about a turn.
  private record TurnLog(EventWriter events, HeadlineLog headlines) implements Turn.Listener {
    @Override
    public void planned(View subject, Plan<?> plan) {
      if (LOG.isDebugEnabled()) {
        // Drawn on demand only: a plan may have a hold for each of a thousand pods.
        var generation = subject.meta().generation();
        LogFields.of(LOG.atDebug(), subject)
            .log("{} generation {} plan:\n{}", name(subject), generation, Sketch.show(plan));
      }
    }

    @Override
    public void reporting(View subject, Plan<?> plan) {
      headlines
          .line(subject, plan)
          .ifPresent(
              line ->
                  LogFields.of(
                          LOG.atLevel(line.isWarning() ? Level.WARN : Level.INFO), subject, plan)
                      .log("{} {}", name(subject), line.text()));
    }

    @Override
    public void noticed(View subject, Plan.Notice notice) {
      if (headlines.isNew(subject, notice)) {
        LogFields.of(LOG.atWarn(), subject)
            .addKeyValue("reason", notice.reason())
            .log("{} {}: {}", name(subject), notice.reason(), notice.message());
      }
      events.post(subject, EventText.of(notice));
    }

    @Override
    public void acted(View subject, Action action, Outcome outcome) {
      var text = ActionText.of(action);
      switch (outcome) {
        case Outcome.Done _ -> {
          headlines.succeeded(subject, action);
          LogFields.of(LOG.atInfo(), subject, action).log("{} {}", name(subject), text.done());
        }
        case Outcome.Checked(var isRefused, var message) ->
            debug(subject, action, isRefused ? "is refused: " + message : "is accepted");
        case Outcome.Compared(var isSame) ->
            debug(subject, action, isSame ? "finds no difference" : "finds a difference");
        // The next request has a body: it must not be shown, since no spec belongs into the log.
        case Outcome.Unfinished _ -> debug(subject, action, "needs another request");
        // Usual with several writers: the set is planned again, and a lasting conflict becomes a
        // hold.
        case Outcome.Conflict(var message) -> debug(subject, action, "met a conflict: " + message);
        case Outcome.Gone(var message) -> failed(subject, action, message);
        case Outcome.Refused(var message) -> failed(subject, action, message);
        case Outcome.Unreachable(var message, _) -> failed(subject, action, message);
      }
      eventText(subject, action, outcome).ifPresent(eventText -> events.post(subject, eventText));
    }

    @Override
    public void gone(Key key) {
      events.forget(key);
      headlines.forget(key);
    }

    private static Optional<EventText> eventText(View subject, Action action, Outcome outcome) {
      return subject instanceof JobView
          ? EventText.ofJob(subject.name(), action, outcome)
          : EventText.of(subject.name(), action, outcome);
    }

    private static String name(View subject) {
      var path = subject.meta().namespace() + "/" + subject.name();
      return subject instanceof JobView ? "job " + path : path;
    }

    private static void debug(View subject, Action action, String outcome) {
      LogFields.of(LOG.atDebug(), subject, action)
          .log("{} {} {}", name(subject), Sketch.show(action), outcome);
    }

    private void failed(View subject, Action action, String message) {
      var level = headlines.isNew(subject, action, message) ? Level.WARN : Level.DEBUG;
      LogFields.of(LOG.atLevel(level), subject, action)
          .log("{} {}: {}", name(subject), ActionText.of(action).undone(), message);
    }
  }
}
