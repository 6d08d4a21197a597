package dev.ordinal.sim.virtual;

import dev.ordinal.run.lead.LeaderElection.Moment;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;

/// A process in virtual time. Its plans are lost when it ends, and delayed while it stands still;
/// its clocks may be wrong.
public final class SimulatedProcess {
  private final Timeline time;
  private final ArrayDeque<Runnable> delayed = new ArrayDeque<>();
  private int incarnation;
  private boolean isPaused;
  private Duration skew = Duration.ZERO;

  /// The uptime at `since`, and how fast it runs.
  private Duration uptime = Duration.ZERO;
  private Instant since;
  private double speed = 1;

  SimulatedProcess(Timeline time) {
    this.time = time;
    this.since = time.now();
  }

  /// Runs a step at this moment, unless the process has ended by then.
  void at(Instant moment, Runnable step) {
    whileAlive(moment, () -> run(step));
  }

  private void run(Runnable step) {
    if (isPaused) {
      var here = incarnation;
      delayed.add(() -> runIf(here, step));
    } else {
      step.run();
    }
  }

  /// The same for what the network does: it goes on while the process stands still.
  void whileAlive(Instant moment, Runnable step) {
    var here = incarnation;
    time.at(moment, () -> runIf(here, step));
  }

  private void runIf(int here, Runnable step) {
    if (here == incarnation) {
      step.run();
    }
  }

  Timeline time() {
    return time;
  }

  int incarnation() {
    return incarnation;
  }

  /// Ends at once.
  void end() {
    incarnation++;
    isPaused = false;
    delayed.clear();
  }

  /// Stands still for a while, as after SIGSTOP, and then does all that was due meanwhile. A whole
  /// machine that is suspended does not even count the time.
  public void pause(Duration span, boolean isSuspended) {
    isPaused = true;
    var before = speed;
    if (isSuspended) {
      speed(0);
    }
    whileAlive(
        time.now().plus(span),
        () -> {
          isPaused = false;
          if (isSuspended) {
            speed(before);
          }
          while (!isPaused && !delayed.isEmpty()) {
            delayed.poll().run();
          }
        });
  }

  /// The wall clock is ahead by so much, or behind.
  void skew(Duration ahead) {
    skew = ahead;
  }

  Duration skew() {
    return skew;
  }

  /// How many seconds the uptime counts in a second.
  public void speed(double faster) {
    uptime = uptime();
    since = time.now();
    speed = faster;
  }

  private Duration uptime() {
    var passed = Duration.between(since, time.now()).toMillis();
    return uptime.plusMillis((long) (passed * speed));
  }

  /// What the wall clock shows.
  Instant clock() {
    return time.now().plus(skew);
  }

  Moment moment() {
    return new Moment(uptime(), clock());
  }
}
