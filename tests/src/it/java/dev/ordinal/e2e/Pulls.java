package dev.ordinal.e2e;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.ListWatcher;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/// Watches the pods that pull images for jobs whose names begin alike, and keeps the most that
/// pulled at one time and on which nodes they were.
final class Pulls implements AutoCloseable {
  private static final String LABEL = "apps.kruise.io/image-pull-job";

  private final Set<String> pulling = ConcurrentHashMap.newKeySet();
  private final Map<String, Json.Obj> seen = new ConcurrentHashMap<>();
  private final String prefix;
  private final Thread watch;
  private volatile int mostAtOnce;

  private Pulls(Cluster cluster, String prefix) {
    this.prefix = prefix;
    var path = "/api/v1/namespaces/%s/pods".formatted(cluster.namespace());
    var listener = new ListWatcher.Listener(this::see, this::gone);
    this.watch = Thread.ofVirtual().start(new ListWatcher(cluster.api(), path, listener));
  }

  static Pulls watch(Cluster cluster, String prefix) {
    return new Pulls(cluster, prefix);
  }

  private synchronized void see(Json.Obj pod) {
    var metadata = pod.object("metadata");
    var isOurs = metadata.text("name").startsWith(prefix + "-");
    if (isOurs && metadata.object("labels").find(LABEL).isPresent()) {
      seen.putIfAbsent(metadata.text("name"), pod);
      if (hasImage(pod)) {
        pulling.remove(metadata.text("name"));
      } else {
        pulling.add(metadata.text("name"));
      }
      mostAtOnce = Math.max(mostAtOnce, pulling.size());
    }
  }

  private synchronized void gone(Json.Obj pod) {
    pulling.remove(pod.object("metadata").text("name"));
  }

  private static boolean hasImage(Json.Obj pod) {
    return pod.object("status").items("containerStatuses").stream()
        .map(Json.Obj.class::cast)
        .anyMatch(container -> !container.text("imageID").isEmpty());
  }

  int mostAtOnce() {
    return mostAtOnce;
  }

  /// How many pods pulled on each node.
  synchronized Map<String, Integer> byNode() {
    var nodes = new TreeMap<String, Integer>();
    seen.values().forEach(pod -> nodes.merge(pod.object("spec").text("nodeName"), 1, Integer::sum));
    return nodes;
  }

  @Override
  public void close() {
    watch.interrupt();
  }
}
