package dev.ordinal.kube.watch;

import dev.ordinal.codec.WatchEvent;
import dev.ordinal.kube.watch.ListWatch.Listing;
import dev.ordinal.model.View;
import dev.ordinal.run.Feed;
import dev.ordinal.run.RestoreCheck;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Passes the wanted objects on to a feed, and then wakes its consumer.
public record FilteredFeed<V extends View>(Predicate<V> wanted, Feed<V> feed, Runnable wake) {
  private static final Logger LOG = LoggerFactory.getLogger("ordinal");

  /// Objects for which `wanted` is false are not passed on. One that stops being wanted is passed
  /// on as deleted, whether or not the feed has seen it.
  public FilteredFeed {}

  boolean isListed() {
    return feed.isListed();
  }

  long epoch() {
    return feed.epoch();
  }

  /// False when the list is older than known versions, or than the epoch, and has to be repeated
  /// before it counts.
  boolean list(Listing<V> listing, RestoreCheck restores, String resource) {
    if (listing.epoch() != feed.epoch()) {
      return false;
    }
    var isTaken =
        switch (restores.judge(listing.version())) {
          case BEHIND -> false;
          case CURRENT -> feed.listed(listing.views(), listing.version(), listing.epoch());
          case RESTORED -> {
            LOG.warn(
                "The API server lists {} of an earlier time than it did before: its store was restored"
                    + " from a backup. Everything is read again.",
                resource);
            feed.restored(listing.views(), listing.version());
            yield true;
          }
        };
    wake.run();
    return isTaken;
  }

  /// Returns the version that the watch has reached.
  long take(WatchEvent<V> event, long before) {
    var reached =
        switch (event) {
          case WatchEvent.Added<V>(var view) -> added(view);
          case WatchEvent.Modified<V>(var view) -> modified(view);
          case WatchEvent.Deleted<V>(var view) -> deleted(view);
          case WatchEvent.Reached<V>(var version) -> reached(version);
          case WatchEvent.Failed<V> _ -> before;
        };
    wake.run();
    return reached;
  }

  private long added(V view) {
    if (wanted.test(view)) {
      feed.changed(view);
    }
    return view.meta().version();
  }

  private long modified(V view) {
    if (wanted.test(view)) {
      feed.changed(view);
    } else {
      // It may have been wanted until now, and a memory of the wanted ones would cost more.
      feed.deleted(view);
    }
    return view.meta().version();
  }

  private long deleted(V view) {
    feed.deleted(view);
    return view.meta().version();
  }

  private long reached(long version) {
    feed.reached(version);
    return version;
  }
}
