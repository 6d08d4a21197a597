package dev.ordinal.e2e;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.ListWatcher;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Watches the pods of a set and keeps the highest number that were not ready at one time, as
/// clients of the pods see it.
final class Census implements AutoCloseable {
  private final Map<String, Boolean> ready = new ConcurrentHashMap<>();
  private final Thread watch;
  private volatile int mostUnready;

  private Census(Cluster cluster, String set) {
    var path = "/api/v1/namespaces/%s/pods".formatted(cluster.namespace());
    var listener =
        new ListWatcher.Listener(
            pod -> see(pod, set, Cluster.isTrue(pod, "Ready")), pod -> see(pod, set, false));
    var mirror = new ListWatcher(cluster.api(), path, listener);
    this.watch = Thread.ofVirtual().start(mirror);
  }

  /// Returns when all pods of the set have been seen.
  static Census take(Cluster cluster, String set) {
    var census = new Census(cluster, set);
    var pods =
        cluster.list("api/v1", "pods").stream()
            .filter(pod -> pod.object("metadata").object("labels").text("app").equals(set))
            .count();
    cluster.await("the census to begin", () -> census.ready.size() >= pods);
    return census;
  }

  private void see(Json.Obj pod, String set, boolean isReady) {
    var metadata = pod.object("metadata");
    if (metadata.object("labels").text("app").equals(set)) {
      ready.put(metadata.text("name"), isReady);
      count();
    }
  }

  private void count() {
    var unready = (int) ready.values().stream().filter(isReady -> !isReady).count();
    mostUnready = Math.max(mostUnready, unready);
  }

  int mostUnready() {
    return mostUnready;
  }

  @Override
  public void close() {
    watch.interrupt();
  }
}
