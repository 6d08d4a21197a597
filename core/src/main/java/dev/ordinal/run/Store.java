package dev.ordinal.run;

import dev.ordinal.model.Meta;
import dev.ordinal.model.View;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// The known objects of one kind: from the watch or from the replies to our own writes, whichever
/// is newer. So a plan never forgets a write that the watch has not shown yet.
public final class Store<V extends View> implements Feed<V> {
  private final TreeMap<String, V> byUid = new TreeMap<>();
  private final TreeMap<String, V> byName = new TreeMap<>();
  private final TreeMap<String, TreeMap<String, V>> byOwner = new TreeMap<>();

  /// Deleted by us, while the watch has not shown the deletion: older states of them are ignored.
  private final TreeSet<String> deletedByUs = new TreeSet<>();

  private final Consumer<V> listener;
  private boolean isListed;

  /// The watch has shown everything up to this version.
  private long reached = -1;

  /// `listener` receives each object that is added, changed or removed.
  public Store(Consumer<V> listener) {
    this.listener = listener;
  }

  @Override
  public boolean isListed() {
    return isListed;
  }

  /// A list is complete at its version, also where it shows an older state than the known one: only
  /// objects newer than the list are kept.
  @Override
  public void listed(List<V> views, long version) {
    var present = views.stream().map(View::uid).collect(Collectors.toCollection(TreeSet::new));
    for (var known : List.copyOf(byUid.values())) {
      // A write made after the list was taken is newer than the list.
      if (!present.contains(known.uid()) && known.meta().version() <= version) {
        remove(known);
      }
    }
    deletedByUs.retainAll(present);
    views.forEach(view -> put(view, version));
    reached = Math.max(reached, version);
    isListed = true;
  }

  @Override
  public void restored(List<V> views, long version) {
    clear();
    listed(views, version);
  }

  /// Forgets everything; nothing is known until the next list.
  void clear() {
    List.copyOf(byUid.values()).forEach(this::remove);
    deletedByUs.clear();
    reached = -1;
    isListed = false;
  }

  @Override
  public void changed(V view) {
    put(view, view.meta().version());
    reached(view.meta().version());
  }

  /// Stores the object in the reply to one of our own requests. The watch may have been faster.
  public void applyReply(V view) {
    put(view, view.meta().version());
  }

  /// Whether a newer state of the object is known.
  public boolean isStale(View view) {
    var known = byUid.get(view.uid());
    return known != null && view.meta().version() < known.meta().version();
  }

  /// Stores an object as of a version. An unknown object that is no newer than the watch has
  /// existed and is gone: only a late reply, or a server that is behind, still shows it.
  private void put(V view, long asOf) {
    var known = byUid.get(view.uid());
    var seen = known == null ? reached : known.meta().version();
    // After a restore the same version may mean another state.
    var isListedThere = known != null || view.meta().version() < asOf;
    var isNewer = asOf > seen || (asOf == seen && isListedThere);
    if (isNewer
        && !view.equals(known)
        && !deletedByUs.contains(view.uid())
        && replacesNamesake(view, asOf)) {
      if (known != null) {
        unindex(known);
      }
      byUid.put(view.uid(), view);
      byName.put(path(view), view);
      byOwner.computeIfAbsent(owner(view), _ -> new TreeMap<>()).put(path(view), view);
      listener.accept(view);
    }
  }

  /// Of two objects with one name the older is gone, although the watch has not shown it yet.
  private boolean replacesNamesake(V view, long asOf) {
    var namesake = byName.get(path(view));
    if (namesake == null || namesake.uid().equals(view.uid())) {
      return true;
    }
    if (namesake.meta().version() > asOf) {
      return false;
    }
    remove(namesake);
    return true;
  }

  @Override
  public void deleted(V view) {
    reached(view.meta().version());
    deletedByUs.remove(view.uid());
    var known = byUid.get(view.uid());
    if (known != null) {
      remove(known);
    }
  }

  @Override
  public void reached(long version) {
    reached = Math.max(reached, version);
  }

  /// One of our own requests has deleted the object.
  public void markDeleted(String uid) {
    var known = byUid.get(uid);
    if (known != null) {
      deletedByUs.add(uid);
      remove(known);
    }
  }

  public Optional<V> findByUid(String uid) {
    return Optional.ofNullable(byUid.get(uid));
  }

  public Optional<V> find(String namespace, String name) {
    return Optional.ofNullable(byName.get(namespace + "/" + name));
  }

  public List<V> ownedBy(String uid) {
    var owned = byOwner.get(uid);
    return owned == null ? List.of() : List.copyOf(owned.values());
  }

  /// Objects of a namespace without a controller.
  public List<V> orphans(String namespace) {
    return ownedBy(orphansIn(namespace));
  }

  public Collection<V> all() {
    return byName.values();
  }

  public Collection<V> in(String namespace) {
    return byName.subMap(namespace + "/", namespace + "0").values();
  }

  /// Objects named `<prefix><digit>…`, found without visiting any others.
  public Collection<V> numbered(String namespace, String prefix) {
    var from = namespace + "/" + prefix;
    return byName.subMap(from + '0', from + (char) ('9' + 1)).values();
  }

  private void remove(V view) {
    byUid.remove(view.uid());
    unindex(view);
    listener.accept(view);
  }

  private void unindex(V view) {
    byName.remove(path(view), view);
    byOwner.computeIfPresent(
        owner(view),
        (_, owned) -> {
          owned.remove(path(view), view);
          return owned.isEmpty() ? null : owned;
        });
  }

  /// The controller's uid. Objects without a controller are kept together by namespace.
  private static String owner(View view) {
    return view.meta()
        .controller()
        .map(Meta.Owner::uid)
        .orElseGet(() -> orphansIn(view.meta().namespace()));
  }

  private static String orphansIn(String namespace) {
    return "nobody/" + namespace;
  }

  private static String path(View view) {
    return view.meta().namespace() + "/" + view.name();
  }
}
