package dev.ordinal.kube;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.ordinal.codec.WatchEvent;
import dev.ordinal.kube.Api.Unreachable;
import dev.ordinal.kube.ListWatch.Refused;
import dev.ordinal.model.View;
import dev.ordinal.run.Feed;
import dev.ordinal.run.RestoreCheck;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/// Keeps one kind in view, on a thread of its own: lists once, then watches from there, resumes
/// where a watch ended, and lists again only when the server has forgotten that place.
public final class Reflector<V extends View> implements AutoCloseable {
  /// Refusals after which the place in the stream still holds. Any other one may mean that the
  /// place itself is wrong, as after a restore from a backup.
  private static final Set<Integer> KEEPS_PLACE = Set.of(401, 403, 429, 500, 502, 503);

  private static final long NOWHERE = -1;

  /// A watch that was open for so long was a good one, however it ended: a load balancer cuts
  /// connections that are idle.
  private static final Duration GOOD_WATCH = Duration.ofSeconds(5);

  /// Shorter than the usual limits for idle connections, such as 60 s: the server ends a watch
  /// before a load balancer does, which might do so without a word.
  private static final Duration LONGEST_WATCH = Duration.ofSeconds(50);

  private final ListWatch<V> source;
  private final Predicate<V> wanted;
  private final Feed<V> feed;
  private final Habits habits;
  private final Thread thread;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final RestoreCheck restores = new RestoreCheck();
  private final Backoff backoff;

  private long version = NOWHERE;
  private boolean isInDoubt;
  private boolean isTroubled;
  private volatile boolean isSynced;
  private volatile Instant lastContact;

  /// Hears of trouble with each attempt that fails, and once when it is over. `reader` is the
  /// resource that is read.
  public interface Listener {
    void troubled(String reader, ReadFault trouble);

    void recovered(String reader);
  }

  /// How long to bear silence, how long to pause after failures, and by which clock and dice.
  public record Habits(
      Duration patience,
      Duration firstPause,
      Duration longestPause,
      InstantSource clock,
      RandomGenerator random,
      Listener listener) {
    public static Habits usual(Listener listener) {
      return new Habits(
          Duration.ofMinutes(1),
          Duration.ofMillis(250),
          Duration.ofSeconds(30),
          InstantSource.system(),
          RandomGenerator.getDefault(),
          listener);
    }

    /// By another clock.
    public Habits at(InstantSource other) {
      return new Habits(patience, firstPause, longestPause, other, random, listener);
    }

    Habits with(Listener other) {
      return new Habits(patience, firstPause, longestPause, clock, random, other);
    }
  }

  /// @param wanted objects for which it is false are kept from the feed; one that stops being
  ///     wanted is reported as deleted, whether or not the feed has seen it
  public Reflector(ListWatch<V> source, Predicate<V> wanted, Feed<V> feed, Habits habits) {
    this.source = source;
    this.wanted = wanted;
    this.feed = feed;
    this.habits = habits;
    this.backoff = new Backoff(habits.firstPause(), habits.longestPause(), habits.random());
    this.lastContact = habits.clock().instant();
    this.thread = Thread.ofVirtual().name("reader-" + name()).unstarted(this::run);
  }

  public void start() {
    thread.start();
  }

  /// Whether the feed has been given a full list.
  public boolean isSynced() {
    return isSynced;
  }

  /// When the server was last heard.
  public Instant lastContact() {
    return lastContact;
  }

  /// Stops reading; the feed gets no call after this returns.
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

  /// Lists if needed and follows one watch to its end. Answers how long to wait before the next.
  private Duration round() {
    try {
      if (isBehind() || (version == NOWHERE && !list())) {
        return backoff.atMost(RestoreCheck.SECOND_LOOK);
      }
      return watch() ? Duration.ZERO : pause(Optional.empty());
    } catch (Refused e) {
      return refused(e);
    } catch (Unreachable e) {
      suspectOutage();
      return troubled(ReadFault.unreachable(e, habits.longestPause()), Optional.empty());
    } catch (SocketTimeoutException _) {
      // The watchdog: a watch that says nothing, not even a bookmark, is dead, or nothing happens.
      // To resume costs little, and if it is not answered the connection is replaced.
      return Duration.ZERO;
    } catch (JsonProcessingException | RuntimeException e) {
      version = NOWHERE;
      return troubled(ReadFault.unreadable(source.question("read"), e), Optional.empty());
    } catch (IOException _) {
      return pause(Optional.empty());
    }
  }

  /// Whether the store is found to be older than the place to go on from. A watch from a version
  /// that the store has not reached is no error to the server, and silent: without even a bookmark.
  private boolean isBehind() throws Unreachable, Refused, IOException {
    if (!feed.isListed()) {
      restores.startOver();
      version = NOWHERE;
    }
    if (version == NOWHERE || !isInDoubt) {
      return false;
    }
    var isBehind = restores.isBehind(source.version(habits.patience()));
    heard();
    isInDoubt = false;
    version = isBehind ? NOWHERE : version;
    return isBehind;
  }

  /// False when the list is older than what is known and has to be made again before it counts.
  private boolean list() throws Unreachable, Refused, IOException {
    var listing = source.list(wanted, habits.patience());
    heard();
    if (!new WantedFeed<>(wanted, feed).list(listing, restores, name())) {
      return false;
    }
    version = listing.version();
    isSynced = true;
    return true;
  }

  /// True when the watch brought something, or lasted: then the next one may follow at once.
  private boolean watch() throws Unreachable, Refused, IOException {
    var lasting = LONGEST_WATCH.minusSeconds(habits.random().nextInt(0, 11));
    var follower = new Follower();
    try {
      source.watch(new ListWatch.Terms(version, lasting, habits.patience()), follower);
    } finally {
      follower.ended();
    }
    return follower.isGood();
  }

  private final class Follower implements ListWatch.Watcher<V> {
    private Optional<Instant> openedAt = Optional.empty();
    private boolean hasSeen;

    @Override
    public void opened() {
      heard();
      openedAt = Optional.of(lastContact);
    }

    /// The failures before it are forgotten, unless it failed like them.
    private void ended() {
      isInDoubt = isInDoubt || (openedAt.isPresent() && !hasSeen);
      if (isGood()) {
        backoff.reset();
      }
    }

    private boolean isGood() {
      var now = habits.clock().instant();
      return hasSeen || openedAt.filter(at -> !at.plus(GOOD_WATCH).isAfter(now)).isPresent();
    }

    @Override
    public void saw(WatchEvent<V> event) throws Refused, IOException {
      if (!feed.isListed()) {
        throw new IOException("another kind was restored: a list is due");
      }
      hasSeen = true;
      isInDoubt = false;
      lastContact = habits.clock().instant();
      if (event instanceof WatchEvent.Failed<V> failed) {
        version = NOWHERE;
        throw new Refused(source.question("watch"), failed, Optional.empty());
      }
      version = new WantedFeed<>(wanted, feed).take(event, version);
      restores.saw(version);
      backoff.reset();
    }
  }

  private Duration refused(Refused refusal) {
    if (!KEEPS_PLACE.contains(refusal.code())) {
      version = NOWHERE;
    }
    if (refusal.code() >= 500) {
      suspectOutage();
    }
    // The server forgot where we were: everyday life for a watch that was away for a while.
    var isForgotten = refusal.code() == 410;
    return isForgotten
        ? pause(refusal.retryAfter())
        : troubled(refusal.trouble(), refusal.retryAfter());
  }

  /// Who was away for long may meet a store that was restored and has caught up with our place.
  private void suspectOutage() {
    isInDoubt = true;
    if (backoff.isLong()) {
      version = NOWHERE;
    }
  }

  private Duration troubled(ReadFault now, Optional<Duration> atLeast) {
    if (closed.getCount() > 0) {
      isTroubled = true;
      habits.listener().troubled(name(), now);
    }
    return pause(atLeast);
  }

  private void heard() {
    lastContact = habits.clock().instant();
    if (isTroubled) {
      isTroubled = false;
      habits.listener().recovered(name());
    }
  }

  private String name() {
    return source.question("").resource();
  }

  private Duration pause(Optional<Duration> atLeast) {
    var pause = backoff.next();
    return atLeast.filter(least -> least.compareTo(pause) > 0).orElse(pause);
  }
}
