package dev.ordinal.kube;

import dev.ordinal.model.JobView;
import dev.ordinal.model.Key;
import dev.ordinal.model.View;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Plan;
import dev.ordinal.plan.draw.ActionText;
import dev.ordinal.plan.draw.Sketch;
import dev.ordinal.run.Announcement;
import dev.ordinal.run.Engine;
import dev.ordinal.run.HeadlineLog;
import dev.ordinal.run.Turn;
import dev.ordinal.run.Turn.Task;
import dev.ordinal.run.ask.Outcome;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// Gives one set or job its turn: the tasks of its visit run on virtual threads, side by side.
final class Worker {
  private static final Logger LOG = LoggerFactory.getLogger("ordinal");
  private static final Duration PAUSE_AFTER_BUG = Duration.ofSeconds(30);

  private final Engine engine;
  private final Courier courier;
  private final Scribe scribe;
  private final InstantSource clock;

  Worker(Engine engine, Courier courier, EventWriter events, InstantSource clock) {
    this.engine = engine;
    this.courier = courier;
    this.scribe = new Scribe(events, new HeadlineLog());
    this.clock = clock;
  }

  /// A bug in one's turn must stop neither the others nor the next turn of its own. Nor must a spec
  /// that is nested too deep, or memory that is short for a moment.
  void serve(Key key) {
    try {
      turn(new Turn(engine, key, scribe), key);
    } catch (RuntimeException | Error e) {
      LOG.error("{} could not be planned, trying again in {}", key, PAUSE_AFTER_BUG, e);
      engine.giveBack(key, Optional.of(clock.instant().plus(PAUSE_AFTER_BUG)));
    }
  }

  private record Ending(Task task, Outcome outcome) {}

  private void turn(Turn turn, Key key) {
    var flow = key.toString();
    var endings = new LinkedBlockingQueue<Ending>();
    turn.begin(clock.instant()).forEach(task -> start(task, flow, endings));
    while (!turn.isOver()) {
      var ending = next(endings);
      turn.end(ending.task(), ending.outcome(), clock.instant())
          .forEach(task -> start(task, flow, endings));
    }
  }

  private void start(Task task, String flow, BlockingQueue<Ending> endings) {
    Thread.startVirtualThread(
        () -> {
          Outcome outcome = new Outcome.Unreachable("the request broke off", true);
          try {
            outcome = courier.run(task.errand(), flow);
          } finally {
            endings.add(new Ending(task, outcome));
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

  /// Tells the log and the users what happens.
  private record Scribe(EventWriter events, HeadlineLog headlines) implements Turn.Witness {
    @Override
    public void planned(View subject, Plan<?> plan) {
      if (LOG.isDebugEnabled()) {
        // Not drawn for nobody: a plan may have a hold for each of a thousand pods.
        var generation = subject.meta().generation();
        LOG.debug("{} generation {} plan:\n{}", name(subject), generation, Sketch.show(plan));
      }
    }

    @Override
    public void reporting(View subject, Plan<?> plan) {
      headlines
          .news(subject, plan)
          .ifPresent(
              news ->
                  LOG.atLevel(news.needsSomeone() ? Level.WARN : Level.INFO)
                      .log("{} {}", name(subject), news.words()));
    }

    @Override
    public void noticed(View subject, Plan.Notice notice) {
      if (headlines.isNews(subject, notice)) {
        LOG.warn("{} {}: {}", name(subject), notice.reason(), notice.message());
      }
      events.announce(subject, Announcement.of(notice));
    }

    @Override
    public void acted(View subject, Action action, Outcome outcome) {
      var text = ActionText.of(action);
      switch (outcome) {
        case Outcome.Done _ -> LOG.info("{} {}", name(subject), text.done());
        case Outcome.Judged(var judgement) -> LOG.debug("{} judged: {}", name(subject), judgement);
        case Outcome.Compared _ ->
            LOG.debug("{} {} {}", name(subject), Sketch.show(action), outcome);
        // Usual where many write: it is looked at again, and told as a hold if it lasts.
        case Outcome.Conflict(var message) ->
            LOG.debug("{} {} was late: {}", name(subject), Sketch.show(action), message);
        case Outcome.Gone(var message) -> failed(subject, text, message);
        case Outcome.Refused(var message) -> failed(subject, text, message);
        case Outcome.Unreachable(var message, _) -> failed(subject, text, message);
      }
      announcement(subject, action, outcome)
          .ifPresent(announcement -> events.announce(subject, announcement));
    }

    @Override
    public void gone(Key key) {
      events.forget(key);
      headlines.forget(key);
    }

    private static Optional<Announcement> announcement(
        View subject, Action action, Outcome outcome) {
      return subject instanceof JobView
          ? Announcement.ofJob(subject.name(), action, outcome)
          : Announcement.of(subject.name(), action, outcome);
    }

    private static String name(View subject) {
      var path = subject.meta().namespace() + "/" + subject.name();
      return subject instanceof JobView ? "job " + path : path;
    }

    private static void failed(View subject, ActionText text, String message) {
      LOG.warn("{} {}: {}", name(subject), text.undone(), message);
    }
  }
}
