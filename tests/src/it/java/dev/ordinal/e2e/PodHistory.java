package dev.ordinal.e2e;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.ListWatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;

/// What happens to the pods of one set, in the order in which the API server saw it.
final class PodHistory implements AutoCloseable {
  private static final String STATE = "lifecycle.apps.kruise.io/state";

  private final Cluster cluster;
  private final String set;
  private final AtomicInteger markers = new AtomicInteger();
  private final Map<String, Json.Obj> pods = new TreeMap<>();
  private final Set<String> others = new TreeSet<>();
  private final Set<String> down = new TreeSet<>();
  private final List<String> lines = new ArrayList<>();
  private int mostDown;
  private Thread thread = Thread.currentThread();

  private PodHistory(Cluster cluster, String set) {
    this.cluster = cluster;
    this.set = set;
  }

  /// Returns when it has begun: from then on nothing is missed.
  static PodHistory start(Cluster cluster, String set) {
    var scenario = new PodHistory(cluster, set);
    var path = "/api/v1/namespaces/" + cluster.namespace() + "/pods";
    var listener = new ListWatcher.Listener(scenario::seen, scenario::gone);
    scenario.thread = Thread.startVirtualThread(new ListWatcher(cluster.api(), path, listener));
    scenario.catchUp();
    scenario.begin();
    return scenario;
  }

  /// Returns when everything that has happened by now is told. A pod of its own tells: what came
  /// before it has been seen when it is, and in a list its name is the last.
  void catchUp() {
    var marker = "zz-marker-" + markers.incrementAndGet();
    cluster.kubectl("run", marker, "--image=marker");
    cluster.await("the history to catch up", () -> hasSeen(marker));
    cluster.kubectl("delete", "pod", marker, "--wait=false");
  }

  /// Pods that exist already are not part of the record.
  private synchronized void begin() {
    lines.clear();
    mostDown = down.size();
  }

  private synchronized boolean hasSeen(String pod) {
    return others.contains(pod);
  }

  /// `created web-0`, `ready web-0`, `unready web-0`, `going web-0`, `gone web-0`,
  /// `image web-0 app:2`, `state web-0 Updating`.
  synchronized List<String> lines() {
    return List.copyOf(lines);
  }

  /// Those lines that begin with this word, without it.
  List<String> lines(String word) {
    return lines().stream()
        .filter(line -> line.startsWith(word + " "))
        .map(line -> line.substring(word.length() + 1))
        .toList();
  }

  /// The most pods that were not ready at one moment, of those that had been created by then.
  synchronized int mostDown() {
    return mostDown;
  }

  private synchronized void seen(Json.Obj pod) {
    var name = pod.object("metadata").text("name");
    if (!name.matches(set + "-\\d+")) {
      others.add(name);
      return;
    }
    var before = pods.put(name, pod);
    if (before == null || !uid(before).equals(uid(pod))) {
      lines.add("created " + name);
      before = Json.EMPTY;
    }
    if (isGoing(pod) && !isGoing(before)) {
      lines.add("going " + name);
    }
    tell("image", name, image(before), image(pod));
    tell("state", name, state(before), state(pod));
    if (isReady(pod) != isReady(before)) {
      lines.add((isReady(pod) ? "ready " : "unready ") + name);
    }
    count(name, isReady(pod) && !isGoing(pod));
  }

  private synchronized void gone(Json.Obj pod) {
    var name = pod.object("metadata").text("name");
    if (pods.containsKey(name)) {
      lines.add("gone " + name);
      count(name, false);
    }
  }

  /// How a pod was created is no change.
  private void tell(String what, String name, String before, String now) {
    if (!before.isEmpty() && !before.equals(now)) {
      lines.add(what + " " + name + " " + now);
    }
  }

  private void count(String name, boolean isUp) {
    if (isUp) {
      down.remove(name);
    } else {
      down.add(name);
    }
    mostDown = Math.max(mostDown, down.size());
  }

  private static String uid(Json.Obj pod) {
    return pod.object("metadata").text("uid");
  }

  private static boolean isGoing(Json.Obj pod) {
    return pod.object("metadata").find("deletionTimestamp").isPresent();
  }

  private static boolean isReady(Json.Obj pod) {
    return Cluster.isTrue(pod, "Ready");
  }

  private static String image(Json.Obj pod) {
    return pod.object("spec").items("containers").stream()
        .map(container -> ((Json.Obj) container).text("image"))
        .findFirst()
        .orElse("");
  }

  /// Absent means Normal.
  private static String state(Json.Obj pod) {
    var state = pod.object("metadata").object("labels").text(STATE);
    return state.isEmpty() && !uid(pod).isEmpty() ? "Normal" : state;
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
