package dev.ordinal.kube;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.ordinal.kube.Api.Unreachable;
import dev.ordinal.kube.ListWatch.Refused;
import dev.ordinal.kube.read.WatchEvent;
import dev.ordinal.model.View;
import dev.ordinal.run.Feed;
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

  private final ListWatch<V> source;
  private final Predicate<V> wanted;
  private final Feed<V> feed;
  private final Habits habits;
  private final Thread thread;
  private final CountDownLatch closed = new CountDownLatch(1);

  private long version = NOWHERE;
  private int failures;
  private boolean isTroubled;
  private volatile boolean isSynced;
  private volatile Instant lastContact;

  /// Hears of trouble with each attempt that fails, and once when it is over. `reader` is the
  /// resource that is read.
  public interface Listener {
    void troubled(String reader, Trouble trouble);

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
          Duration.ofMinutes(2),
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
    while (closed.getCount() > 0) {
      var pause = round();
      try {
        if (closed.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
          return;
        }
      } catch (InterruptedException _) {
        return;
      }
    }
  }

  /// Lists if needed and follows one watch to its end. Answers how long to wait before the next.
  private Duration round() {
    try {
      if (version == NOWHERE) {
        list();
      }
      return watch() ? Duration.ZERO : pause(Optional.empty());
    } catch (Refused e) {
      return refused(e);
    } catch (Unreachable e) {
      return troubled(Trouble.unreachable(e, habits.longestPause()), Optional.empty());
    } catch (SocketTimeoutException _) {
      // The watchdog: a watch that says nothing, not even a bookmark, is dead, or nothing happens.
      // To resume costs little, and if it is not answered the connection is replaced.
      return Duration.ZERO;
    } catch (JsonProcessingException | RuntimeException e) {
      version = NOWHERE;
      return troubled(Trouble.unreadable(source.question("read"), e), Optional.empty());
    } catch (IOException _) {
      return pause(Optional.empty());
    }
  }

  private void list() throws Unreachable, Refused, IOException {
    var listing = source.list(wanted, habits.patience());
    heard();
    feed.listed(listing.views(), listing.version());
    version = listing.version();
    isSynced = true;
  }

  /// True when the watch brought something: then the next one may follow at once.
  private boolean watch() throws Unreachable, Refused, IOException {
    var lasting = Duration.ofSeconds(habits.random().nextInt(300, 601));
    var follower = new Follower();
    source.watch(new ListWatch.Terms(version, lasting, habits.patience()), follower);
    return follower.hasSeen;
  }

  private final class Follower implements ListWatch.Watcher<V> {
    private boolean hasSeen;

    @Override
    public void opened() {
      heard();
    }

    @Override
    public void saw(WatchEvent<V> event) throws Refused {
      hasSeen = true;
      lastContact = habits.clock().instant();
      switch (event) {
        case WatchEvent.Added<V>(var view) -> added(view);
        case WatchEvent.Modified<V>(var view) -> modified(view);
        case WatchEvent.Deleted<V>(var view) -> deleted(view);
        case WatchEvent.Reached<V>(var reached) -> reached(reached);
        case WatchEvent.Failed<V> failed -> {
          version = NOWHERE;
          throw new Refused(source.question("watch"), failed, Optional.empty());
        }
      }
      failures = 0;
    }
  }

  private void added(V view) {
    if (wanted.test(view)) {
      feed.changed(view);
    }
    version = view.meta().version();
  }

  private void modified(V view) {
    if (wanted.test(view)) {
      feed.changed(view);
    } else {
      // It may have been wanted until now, and remembering which ones were would cost more.
      feed.deleted(view);
    }
    version = view.meta().version();
  }

  private void deleted(V view) {
    feed.deleted(view);
    version = view.meta().version();
  }

  private void reached(long place) {
    feed.reached(place);
    version = place;
  }

  private Duration refused(Refused refusal) {
    if (!KEEPS_PLACE.contains(refusal.code())) {
      version = NOWHERE;
    }
    // The server forgot where we were: everyday life for a watch that was away for a while.
    var isForgotten = refusal.code() == 410;
    return isForgotten
        ? pause(refusal.retryAfter())
        : troubled(refusal.trouble(), refusal.retryAfter());
  }

  private Duration troubled(Trouble now, Optional<Duration> atLeast) {
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

  /// Doubles with each failure in a row up to the longest, minus up to a half by chance, so that
  /// the readers of many controllers do not come back in step.
  private Duration pause(Optional<Duration> atLeast) {
    var doubled = habits.firstPause().multipliedBy(1L << Math.min(failures, 16));
    var full = doubled.compareTo(habits.longestPause()) < 0 ? doubled : habits.longestPause();
    failures++;
    var pause = full.toMillis() - (long) (full.toMillis() / 2.0 * habits.random().nextDouble());
    return Duration.ofMillis(Math.max(pause, atLeast.orElse(Duration.ZERO).toMillis()));
  }
}
