package dev.ordinal.kube.watch;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.ordinal.codec.WatchEvent;
import dev.ordinal.codec.wire.MalformedBytes;
import dev.ordinal.kube.http.Api.Unreachable;
import dev.ordinal.kube.watch.ListWatch.Refused;
import dev.ordinal.model.View;
import dev.ordinal.run.RestoreCheck;
import java.io.Closeable;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/// Follows one kind, on a thread of its own: lists once, then watches from that version, resumes
/// where a watch ended, and lists again only when the server has dropped that version.
public final class Reflector<V extends View> implements AutoCloseable {
  /// Refusals after which the version is still valid, unless the server was away for long.
  private static final Set<Integer> KEEPS_VERSION = Set.of(401, 403, 429, 500, 502, 503);

  private static final long NO_VERSION = -1;

  private final ListWatch<V> source;
  private final FilteredFeed<V> feed;
  private final Settings settings;
  private final Thread thread;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final RestoreCheck restores = new RestoreCheck();
  private final Backoff backoff;

  private long version = NO_VERSION;
  private boolean isVersionSuspect;
  private boolean isFailing;
  private volatile Closeable stream = () -> {};
  private volatile boolean isListWanted;
  private final Pulse pulse;

  /// Receives each failed attempt, and the recovery once. `reader` is the resource that is read.
  public interface Listener {
    void failed(String reader, ReadFault fault);

    void recovered(String reader);
  }

  /// Timeouts, delays after failures, and the sources of time and randomness.
  public record Settings(
      Duration idleTimeout,
      Duration firstDelay,
      Duration maxDelay,
      InstantSource clock,
      RandomGenerator random,
      Listener listener) {
    public static Settings defaults(Listener listener) {
      return new Settings(
          Duration.ofMinutes(1),
          Duration.ofMillis(250),
          // Nothing is decided while the objects cannot be read.
          Duration.ofSeconds(10),
          InstantSource.system(),
          RandomGenerator.getDefault(),
          listener);
    }

    public Settings withClock(InstantSource other) {
      return new Settings(idleTimeout, firstDelay, maxDelay, other, random, listener);
    }

    public Settings withListener(Listener other) {
      return new Settings(idleTimeout, firstDelay, maxDelay, clock, random, other);
    }
  }

  public Reflector(ListWatch<V> source, FilteredFeed<V> feed, Settings settings) {
    this.source = source;
    this.feed = feed;
    this.settings = settings;
    this.backoff = new Backoff(settings.firstDelay(), settings.maxDelay(), settings.random());
    this.thread = Thread.ofVirtual().name("reader-" + name()).unstarted(this::run);
    this.pulse = new Pulse(name(), thread, now());
  }

  public void start() {
    thread.start();
  }

  /// Ends the watch, so that a list follows at once if the feed needs one.
  public void listIfNeeded() {
    if (!feed.isListed()) {
      isListWanted = true;
      try {
        stream.close();
      } catch (IOException _) {
        // It has ended by itself.
      }
    }
  }

  public Pulse pulse() {
    return pulse;
  }

  /// Stops reading; after this returns the feed receives no call.
  @Override
  public void close() {
    closed.countDown();
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      while (!closed.await(round().toMillis(), TimeUnit.MILLISECONDS)) {
        // Not closed yet.
      }
    } catch (InterruptedException _) {
      // Closed.
    }
  }

  /// Lists if needed and follows one watch to its end. Returns the delay before the next round.
  private Duration round() {
    pulse.began(now());
    try {
      if (isBehind() || (version == NO_VERSION && !list())) {
        return backoff.atMost(RestoreCheck.SECOND_LOOK);
      }
      return watch() ? Duration.ZERO : pause(Optional.empty());
    } catch (Refused e) {
      return refused(e);
    } catch (Unreachable e) {
      suspectOutage();
      return failed(ReadFault.unreachable(e, settings.maxDelay()), Optional.empty());
    } catch (SocketTimeoutException _) {
      // No event, not even a bookmark: if a new watch gets no response, the connection is replaced.
      return Duration.ZERO;
    } catch (JsonProcessingException | MalformedBytes | RuntimeException e) {
      version = NO_VERSION;
      return failed(ReadFault.unreadable(source.request("read"), e), Optional.empty());
    } catch (IOException _) {
      if (isListWanted) {
        isListWanted = false;
        return Duration.ZERO;
      }
      backoff.lost(now());
      return pause(Optional.empty());
    }
  }

  /// Whether the store is older than the version to resume from. The server accepts a watch from a
  /// version in its future, which then stays silent, without even a bookmark.
  private boolean isBehind() throws Unreachable, Refused, IOException {
    if (!feed.isListed()) {
      restores.startOver();
      version = NO_VERSION;
    }
    version = backoff.isAway(now()) ? NO_VERSION : version;
    if (version == NO_VERSION || !isVersionSuspect) {
      return false;
    }
    var isBehind = restores.isBehind(source.version(settings.idleTimeout()));
    version = isBehind || backoff.isAway(now()) ? NO_VERSION : version;
    responded();
    isVersionSuspect = false;
    return isBehind;
  }

  /// False when the list is older than known versions and has to be repeated before it counts.
  private boolean list() throws Unreachable, Refused, IOException {
    var listing = source.list(feed, settings.idleTimeout());
    responded();
    if (!feed.list(listing, restores, name())) {
      return false;
    }
    version = listing.version();
    pulse.listed();
    return true;
  }

  /// True when the watch brought an event, or lasted: then the next one may follow at once.
  private boolean watch() throws Unreachable, Refused, IOException {
    var timeout = WatchSpan.MAX.minusSeconds(settings.random().nextInt(0, 11));
    var follower = new Follower();
    try {
      source.watch(new ListWatch.WatchOptions(version, timeout, settings.idleTimeout()), follower);
    } finally {
      follower.ended();
    }
    return follower.span.isGood(now());
  }

  private final class Follower implements ListWatch.Watcher<V> {
    private final WatchSpan span = new WatchSpan();

    @Override
    public void opened(Closeable opened) throws IOException {
      stream = opened;
      var isListDue = backoff.isAway(now()) || !feed.isListed();
      responded();
      span.opened(pulse.lastContact());
      if (isListDue) {
        version = NO_VERSION;
        throw new IOException("the server may have been restarted: a list is due");
      }
    }

    /// A good watch ends the back-off of earlier failures.
    private void ended() {
      isVersionSuspect = isVersionSuspect || span.wasSilent();
      if (span.wasShort(now())) {
        backoff.lost(now());
      }
      if (span.isGood(now())) {
        backoff.reset();
      }
    }

    @Override
    public void saw(WatchEvent<V> event) throws Refused, IOException {
      if (!feed.isListed()) {
        throw new IOException("another kind was restored: a list is due");
      }
      span.saw();
      isVersionSuspect = false;
      pulse.contacted(now());
      if (event instanceof WatchEvent.Failed<V> failed) {
        version = NO_VERSION;
        throw new Refused(source.request("watch"), failed, Optional.empty());
      }
      version = feed.take(event, version);
      restores.saw(version);
      backoff.reset();
    }
  }

  private Duration refused(Refused refusal) {
    pulse.answered(now());
    if (!KEEPS_VERSION.contains(refusal.code()) || backoff.isAway(now())) {
      version = NO_VERSION;
    }
    if (refusal.code() >= 500) {
      suspectOutage();
    }
    // The server has dropped the version: usual after an interruption.
    var isForgotten = refusal.code() == 410;
    return isForgotten
        ? pause(refusal.retryAfter())
        : failed(refusal.fault(), refusal.retryAfter());
  }

  /// After a long outage the store may have been restored, and have passed our version again.
  private void suspectOutage() {
    isVersionSuspect = true;
    backoff.lost(now());
    if (backoff.isLong()) {
      version = NO_VERSION;
    }
  }

  private Duration failed(ReadFault fault, Optional<Duration> atLeast) {
    if (closed.getCount() > 0) {
      isFailing = true;
      settings.listener().failed(name(), fault);
    }
    return pause(atLeast);
  }

  private void responded() {
    pulse.contacted(now());
    backoff.responded();
    if (isFailing) {
      isFailing = false;
      settings.listener().recovered(name());
    }
  }

  private Instant now() {
    return settings.clock().instant();
  }

  private String name() {
    return source.request("").resource();
  }

  private Duration pause(Optional<Duration> atLeast) {
    var pause = backoff.next();
    return atLeast.filter(least -> least.compareTo(pause) > 0).orElse(pause);
  }
}
