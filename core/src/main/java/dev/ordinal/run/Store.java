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

/// What is known of one kind: what the watch has shown and what our own writes were answered with,
/// whichever is newer. So a plan never forgets a write that the watch has not brought back yet.
public final class Store<V extends View> implements Feed<V> {
  private final TreeMap<String, V> byUid = new TreeMap<>();
  private final TreeMap<String, V> byName = new TreeMap<>();
  private final TreeMap<String, TreeMap<String, V>> byOwner = new TreeMap<>();

  /// Deleted by us, and still to be deleted in the watch: older news of them is no news.
  private final TreeSet<String> buried = new TreeSet<>();

  private final Consumer<V> listener;
  private boolean isListed;

  /// Up to here the watch has shown everything.
  private long reached = -1;

  /// `listener` hears of each view that has come, changed or gone.
  public Store(Consumer<V> listener) {
    this.listener = listener;
  }

  @Override
  public boolean isListed() {
    return isListed;
  }

  /// A list is the truth at its version, also where it shows something older than what is known:
  /// only what is newer than the list stays.
  @Override
  public void listed(List<V> views, long version) {
    var present = views.stream().map(View::uid).collect(Collectors.toCollection(TreeSet::new));
    for (var known : List.copyOf(byUid.values())) {
      // What we wrote after the list was taken is newer than the list.
      if (!present.contains(known.uid()) && known.meta().version() <= version) {
        remove(known);
      }
    }
    buried.retainAll(present);
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
    buried.clear();
    reached = -1;
    isListed = false;
  }

  @Override
  public void changed(V view) {
    put(view, view.meta().version());
    reached(view.meta().version());
  }

  /// Takes what one of our own requests was answered with. The watch may have been faster.
  public void answered(V view) {
    put(view, view.meta().version());
  }

  /// Takes a view as of a version. What is not known and no newer than what has been reached has
  /// been there, and has gone: only an old answer, or a server that is behind, still shows it.
  private void put(V view, long asOf) {
    var known = byUid.get(view.uid());
    var seen = known == null ? reached : known.meta().version();
    // A store that was restored counts anew: the same version may mean something else.
    var isListedThere = known != null || view.meta().version() < asOf;
    var isNews = asOf > seen || (asOf == seen && isListedThere);
    if (isNews && !view.equals(known) && !buried.contains(view.uid()) && makesWay(view, asOf)) {
      if (known != null) {
        unindex(known);
      }
      byUid.put(view.uid(), view);
      byName.put(path(view), view);
      byOwner.computeIfAbsent(owner(view), _ -> new TreeMap<>()).put(path(view), view);
      listener.accept(view);
    }
  }

  /// Of two with one name the older is gone, though the watch has not come so far.
  private boolean makesWay(V view, long asOf) {
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
    buried.remove(view.uid());
    var known = byUid.get(view.uid());
    if (known != null) {
      remove(known);
    }
  }

  @Override
  public void reached(long version) {
    reached = Math.max(reached, version);
  }

  /// One of our own deletes has removed the object for good.
  public void bury(String uid) {
    var known = byUid.get(uid);
    if (known != null) {
      buried.add(uid);
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

  /// Those of a namespace that no controller owns.
  public List<V> orphans(String namespace) {
    return ownedBy(nobodyIn(namespace));
  }

  public Collection<V> all() {
    return byName.values();
  }

  public Collection<V> in(String namespace) {
    return byName.subMap(namespace + "/", namespace + "0").values();
  }

  /// Those named `<prefix><digit>…`, by walking only over them.
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

  /// The controller's uid; those that nobody controls are kept together by namespace.
  private static String owner(View view) {
    return view.meta()
        .controller()
        .map(Meta.Owner::uid)
        .orElseGet(() -> nobodyIn(view.meta().namespace()));
  }

  private static String nobodyIn(String namespace) {
    return "nobody/" + namespace;
  }

  private static String path(View view) {
    return view.meta().namespace() + "/" + view.name();
  }
}
