package dev.ordinal.kube;

import dev.ordinal.codec.WatchEvent;
import dev.ordinal.kube.ListWatch.Listing;
import dev.ordinal.model.View;
import dev.ordinal.run.Feed;
import dev.ordinal.run.RestoreCheck;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Hands lists and watches on to a feed that wants some of it.
record WantedFeed<V extends View>(Predicate<V> wanted, Feed<V> feed) {
  private static final Logger LOG = LoggerFactory.getLogger("ordinal");

  /// False when the list is older than what is known and has to be made again before it counts.
  boolean list(Listing<V> listing, RestoreCheck restores, String resource) {
    return switch (restores.judge(listing.version())) {
      case BEHIND -> false;
      case CURRENT -> {
        feed.listed(listing.views(), listing.version());
        yield true;
      }
      case RESTORED -> {
        LOG.warn(
            "The API server lists {} of an earlier time than it did before: its store was restored"
                + " from a backup. Everything is read again.",
            resource);
        feed.restored(listing.views(), listing.version());
        yield true;
      }
    };
  }

  /// Answers the version that the watch has come to.
  long take(WatchEvent<V> event, long before) {
    return switch (event) {
      case WatchEvent.Added<V>(var view) -> added(view);
      case WatchEvent.Modified<V>(var view) -> modified(view);
      case WatchEvent.Deleted<V>(var view) -> deleted(view);
      case WatchEvent.Reached<V>(var version) -> reached(version);
      case WatchEvent.Failed<V> _ -> before;
    };
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
      // It may have been wanted until now, and remembering which ones were would cost more.
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
