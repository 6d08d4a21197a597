package dev.ordinal.view.live;

import dev.ordinal.model.View;
import dev.ordinal.run.Feed;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/// Keeps the objects of one kind by uid, and passes them on.
final class KindFeed<V extends View> implements Feed<V> {
  private final ConcurrentHashMap<String, V> views = new ConcurrentHashMap<>();
  private final Feed<V> next;

  KindFeed(Feed<V> next) {
    this.next = next;
  }

  /// Those that exist, in no order.
  Collection<V> all() {
    return List.copyOf(views.values());
  }

  private void replace(List<V> listed) {
    views.clear();
    listed.forEach(view -> views.put(view.uid(), view));
  }

  @Override
  public void listed(List<V> listed, long version) {
    replace(listed);
    next.listed(listed, version);
  }

  @Override
  public void restored(List<V> listed, long version) {
    replace(listed);
    next.restored(listed, version);
  }

  @Override
  public boolean isListed() {
    return next.isListed();
  }

  @Override
  public long epoch() {
    return next.epoch();
  }

  /// The objects are here before anyone learns that everything has been read. A list that is not
  /// taken is followed by another one at once.
  @Override
  public boolean listed(List<V> listed, long version, long epoch) {
    replace(listed);
    return next.listed(listed, version, epoch);
  }

  @Override
  public void changed(V view) {
    views.put(view.uid(), view);
    next.changed(view);
  }

  @Override
  public void deleted(V view) {
    views.remove(view.uid());
    next.deleted(view);
  }

  @Override
  public void reached(long version) {
    next.reached(version);
  }
}
