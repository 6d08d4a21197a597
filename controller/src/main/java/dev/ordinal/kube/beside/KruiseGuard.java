package dev.ordinal.kube.beside;

import dev.ordinal.kube.Controller;
import dev.ordinal.kube.http.Api.Unreachable;
import dev.ordinal.kube.metrics.BesideMetrics;
import dev.ordinal.run.beside.KruisePresence;
import dev.ordinal.run.beside.KruisePresence.State;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// While kruise-manager runs, the controller observes and writes nothing, unless it is told to run
/// beside it.
public final class KruiseGuard implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger("ordinal");

  /// Between two looks: a Lease is renewed every two seconds or so.
  private static final Duration UNDECIDED = Duration.ofSeconds(2);
  private static final Duration DECIDED = Duration.ofSeconds(15);

  private final KruiseSigns signs;
  private final BesideMetrics metrics;
  private final boolean isAllowed;
  private final KruisePresence presence = new KruisePresence();
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile State state = State.UNKNOWN;
  private Thread thread = Thread.ofVirtual().unstarted(() -> {});

  /// @param isAllowed whether to act beside a kruise-manager that runs
  public KruiseGuard(KruiseSigns signs, BesideMetrics metrics, boolean isAllowed) {
    this.signs = signs;
    this.metrics = metrics;
    this.isAllowed = isAllowed;
  }

  /// Whether turns may begin now.
  public boolean mayAct() {
    return isAllowed || state.allowsWrites();
  }

  public void start(Controller controller) {
    thread = Thread.ofVirtual().name("kruise-guard").start(() -> run(controller));
  }

  private void run(Controller controller) {
    try {
      do {
        attempt(controller);
      } while (!closed.await(pause().toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private Duration pause() {
    return mayAct() || state == State.RUNNING ? DECIDED : UNDECIDED;
  }

  /// What cannot be understood must not end the looks: without them nothing is ever written.
  private void attempt(Controller controller) throws InterruptedException {
    try {
      look(controller);
    } catch (RuntimeException e) {
      LOG.error("whether kruise-manager runs could not be found out; trying again", e);
    }
  }

  private void look(Controller controller) throws InterruptedException {
    var before = state;
    try {
      state = presence.look(signs.read(), Duration.ofNanos(System.nanoTime()));
    } catch (KruiseSigns.Refused e) {
      state = presence.refused();
      if (state == State.UNSEEN && before != state) {
        LOG.info("Whether kruise-manager runs cannot be seen: {}", e.getMessage());
      }
    } catch (Unreachable _) {
      // The readers tell, and nothing can be written either.
    }
    if (state != before) {
      changed(before, controller);
    }
  }

  private void changed(State before, Controller controller) throws InterruptedException {
    metrics.running(state == State.RUNNING);
    switch (state) {
      case RUNNING -> tell();
      case STOPPED ->
          LOG.warn(
              "kruise-manager does not run, but its webhook is registered: every change of a set fails"
                  + " until you run `kubectl delete mutatingwebhookconfiguration"
                  + " kruise-mutating-webhook-configuration` and the same for validating");
      case ABSENT, UNSEEN, UNKNOWN -> {}
    }
    if (state.allowsWrites()) {
      release(before, controller);
    }
  }

  /// What kruise-manager wrote last may not have been shown yet.
  private void release(State before, Controller controller) throws InterruptedException {
    if (before == State.RUNNING && !isAllowed) {
      LOG.info("kruise-manager does not run any more: the controller acts from now on");
      controller.takeOver();
    }
    controller.wake();
  }

  private void tell() {
    var sentence =
        isAllowed
            ? "kruise-manager runs as well, and --beside-kruise is given: see to it that the two look"
                + " after different namespaces"
            : "kruise-manager runs: Ordinal only observes, and writes nothing, until it is stopped."
                + " With --beside-kruise it would act";
    LOG.warn(sentence);
    signs.post(sentence);
  }

  @Override
  public void close() {
    closed.countDown();
    thread.interrupt();
  }
}
