package dev.ordinal.run;

import dev.ordinal.model.View;
import java.util.List;

/// Puts one kind into the engine, under the engine's lock.
record EngineFeed<V extends View>(Engine engine, Store<V> store) implements Feed<V> {

  @Override
  public void listed(List<V> views, long version) {
    synchronized (engine) {
      store.listed(views, version);
    }
  }

  @Override
  public long epoch() {
    return engine.epoch();
  }

  @Override
  public boolean listed(List<V> views, long version, long epoch) {
    synchronized (engine) {
      var isCurrent = engine.epoch() == epoch;
      if (isCurrent) {
        store.listed(views, version);
      }
      return isCurrent;
    }
  }

  /// The first kind to notice a restore makes all the others be listed again: pods of one history
  /// must not be compared with sets of another.
  @Override
  public void restored(List<V> views, long version) {
    synchronized (engine) {
      if (store.isListed()) {
        engine.forgetAll();
      }
      store.listed(views, version);
    }
  }

  @Override
  public boolean isListed() {
    synchronized (engine) {
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

  /// An event before the list belongs to a history that another kind has found to be over: the
  /// object it shows would outlast the list.
  private void follow(Runnable event) {
    synchronized (engine) {
      if (store.isListed()) {
        event.run();
      }
    }
  }
}
