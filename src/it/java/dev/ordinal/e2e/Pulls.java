package dev.ordinal.e2e;

import dev.ordinal.model.Json;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.Mirror;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/// Watches the pods that pull images in a namespace, and keeps the most that pulled at one time and
/// on which nodes they were.
final class Pulls implements AutoCloseable {
  private static final String LABEL = "apps.kruise.io/image-pull-job";

  private final Set<String> pulling = ConcurrentHashMap.newKeySet();
  private final Map<String, Json.Obj> seen = new ConcurrentHashMap<>();
  private final Thread watch;
  private volatile int mostAtOnce;

  private Pulls(Cluster cluster) {
    var path = "/api/v1/namespaces/%s/pods".formatted(cluster.namespace());
    var listener = new Mirror.Listener(this::see, this::gone);
    this.watch = Thread.ofVirtual().start(new Mirror(cluster.api(), path, listener));
  }

  static Pulls watch(Cluster cluster) {
    return new Pulls(cluster);
  }

  private synchronized void see(Json.Obj pod) {
    var metadata = pod.object("metadata");
    if (metadata.object("labels").find(LABEL).isPresent()) {
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
    seen.values()
        .forEach(pod -> nodes.merge(pod.object("spec").text("nodeName"), 1, Integer::sum));
    return nodes;
  }

  /// The nodes in the order in which their pods were made.
  synchronized List<Json.Obj> pods() {
    return List.copyOf(seen.values());
  }

  static Set<String> now(Cluster cluster) {
    var names = new TreeSet<String>();
    for (var pod : cluster.list("api/v1", "pods")) {
      if (pod.object("metadata").object("labels").find(LABEL).isPresent()) {
        names.add(pod.object("spec").text("nodeName"));
      }
    }
    return names;
  }

  @Override
  public void close() {
    watch.interrupt();
  }
}
