package dev.ordinal.web.live;

import dev.ordinal.kube.http.Api;
import dev.ordinal.model.NodeView;
import dev.ordinal.model.SetKey;
import dev.ordinal.model.SetView;
import dev.ordinal.plan.Snapshot;
import dev.ordinal.view.Overviews;
import dev.ordinal.view.SetOverview;
import dev.ordinal.view.live.LiveSets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// The sets of a cluster, followed live. Viewers of one set share its overview, which is made anew
/// only when an object of the set has changed.
public final class LiveCluster implements AutoCloseable {
  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final int MOST_KEPT = 64;

  private final Ticks ticks = new Ticks();
  private final TreeMap<SetKey, Seen> kept = new TreeMap<>();
  private final LiveSets sets;
  private final InstantSource clock;

  private record Seen(Snapshot objects, List<NodeView> nodes, SetOverview overview) {
    boolean isOf(Snapshot others, List<NodeView> otherNodes) {
      return objects.set().equals(others.set())
          && objects.pods().equals(others.pods())
          && objects.claims().equals(others.claims())
          && objects.revisions().equals(others.revisions())
          && nodes.equals(otherNodes)
          && !isOld(others.now());
    }

    /// While a set is on its way some things change with time alone.
    private boolean isOld(Instant now) {
      return !overview.phase().isDone() && now.isAfter(overview.now().plus(LOOK));
    }
  }

  /// Begins to read.
  ///
  /// @param namespace the only one to follow; empty for the whole cluster
  public LiveCluster(Api api, Optional<String> namespace, InstantSource clock) {
    this.clock = clock;
    this.sets = LiveSets.open(api, namespace, ticks::tick);
  }

  public Instant now() {
    return clock.instant();
  }

  public List<SetView> sets() {
    return sets.sets();
  }

  public Optional<SetView> find(SetKey key) {
    return sets.sets().stream().filter(set -> set.key().equals(key)).findFirst();
  }

  /// The number of the last change.
  public long latest() {
    return ticks.latest();
  }

  /// Waits for a change after that one, for some time at most.
  public void awaitChange(long since, Duration atMost) throws InterruptedException {
    ticks.await(since, atMost);
  }

  /// Lets all viewers look again, such as when one of them has gone.
  public void nudge() {
    ticks.tick();
  }

  /// The set as it is shown; empty while there is none.
  public Optional<SetOverview> overview(SetKey key) {
    synchronized (kept) {
      var nodes = sets.nodes();
      var objects = sets.snapshot(key, clock.instant());
      if (objects.isEmpty()) {
        kept.remove(key);
        return Optional.empty();
      }
      var last = kept.get(key);
      if (last == null || !last.isOf(objects.get(), nodes)) {
        last = new Seen(objects.get(), nodes, Overviews.of(objects.get(), nodes));
        keep(key, last);
      }
      return Optional.of(last.overview());
    }
  }

  private void keep(SetKey key, Seen seen) {
    if (kept.size() >= MOST_KEPT && !kept.containsKey(key)) {
      kept.clear();
    }
    kept.put(key, seen);
  }

  /// Whether everything has been read once.
  public boolean isRead() {
    return sets.isRead();
  }

  /// Why the cluster cannot be read, if it cannot.
  public Optional<String> findTrouble() {
    return sets.findFault();
  }

  @Override
  public void close() {
    sets.close();
    ticks.tick();
  }
}
