package dev.ordinal.run;

import dev.ordinal.model.View;
import java.util.List;

/// The engine's side of a feed: one change at a time, and the bell afterwards.
record Intake<V extends View>(Engine guard, Store<V> store, Runnable signal) implements Feed<V> {

  @Override
  public void listed(List<V> views, long version) {
    under(() -> store.listed(views, version));
  }

  /// The first kind to notice makes all the others be listed again: pods of one history must not be
  /// judged by the sets of another.
  @Override
  public void restored(List<V> views, long version) {
    under(
        () -> {
          if (store.isListed()) {
            guard.startOver();
          }
          store.listed(views, version);
        });
  }

  @Override
  public boolean isListed() {
    synchronized (guard) {
      return store.isListed();
    }
  }

  @Override
  public void changed(V view) {
    follow(() -> store.changed(view));
  }

  @Override
  public void deleted(V view) {
    follow(() -> store.deleted(view));
  }

  @Override
  public void reached(long version) {
    follow(() -> store.reached(version));
  }

  /// An event that comes before the list is of a history that another kind has found to be over:
  /// what it shows would outlast the list.
  private void follow(Runnable event) {
    under(
        () -> {
          if (store.isListed()) {
            event.run();
          }
        });
  }

  private void under(Runnable change) {
    synchronized (guard) {
      change.run();
    }
    signal.run();
  }
}
