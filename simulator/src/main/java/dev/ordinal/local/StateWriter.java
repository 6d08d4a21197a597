package dev.ordinal.local;

import dev.ordinal.local.loop.EventLoop;
import dev.ordinal.sim.api.ApiServer;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes the state to its file every few seconds when it has changed, and at the end.
final class StateWriter implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger("ordinal");
  private static final Duration PAUSE = Duration.ofSeconds(3);

  private final StateFile archive;
  private final EventLoop loop;
  private final ApiServer server;
  private final CountDownLatch stop = new CountDownLatch(1);
  private final Thread thread = Thread.ofVirtual().name("state-writer").unstarted(this::run);
  private long written = -1;

  StateWriter(StateFile archive, EventLoop loop, ApiServer server) {
    this.archive = archive;
    this.loop = loop;
    this.server = server;
  }

  void start() {
    keep();
    thread.start();
  }

  private void run() {
    try {
      while (!stop.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
        tryKeep();
      }
    } catch (InterruptedException _) {
      // Closed.
    }
  }

  private void tryKeep() {
    try {
      keep();
    } catch (UncheckedIOException e) {
      // The disk may have space again later.
      LOG.error("{}: {}", e.getMessage(), String.valueOf(e.getCause()));
    }
  }

  private synchronized void keep() {
    var state = loop.ask(now -> StateFile.state(server, now));
    if (StateFile.version(state) != written) {
      archive.write(state);
      written = StateFile.version(state);
    }
  }

  @Override
  public void close() {
    stop.countDown();
    tryKeep();
  }
}
