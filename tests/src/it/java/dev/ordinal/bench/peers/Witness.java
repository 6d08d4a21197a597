package dev.ordinal.bench.peers;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Api;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.ListWatcher;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Watches the sets and the pods of one namespace: when the sets are done, how many pods were down
/// at once, and how long the controller of an ordered set took from one pod to the next.
final class Witness implements AutoCloseable {
  private final List<Thread> threads = new ArrayList<>();
  private final Map<String, Pod> pods = new HashMap<>();
  private final Map<String, Long> generations = new HashMap<>();
  private final Set<String> done = new HashSet<>();

  private int replicas;
  private int mostDown;
  private Duration latency = Duration.ZERO;
  private Optional<Instant> due = Optional.empty();
  private Optional<Instant> lastChange = Optional.empty();

  private record Pod(String uid, boolean isUp, boolean isGoing) {}

  /// A crowd of pods would cost the machine more than it tells: those are not watched.
  static Witness of(Api api, String namespace, String sets, boolean isOfPods) {
    var witness = new Witness();
    witness.follow(api, sets, new ListWatcher.Listener(witness::seenSet, witness::goneSet));
    if (isOfPods) {
      var path = "/api/v1/namespaces/" + namespace + "/pods";
      witness.follow(api, path, new ListWatcher.Listener(witness::seenPod, witness::gonePod));
    }
    return witness;
  }

  private void follow(Api api, String path, ListWatcher.Listener listener) {
    threads.add(Thread.startVirtualThread(new ListWatcher(api, path, listener)));
  }

  /// Begins a step in which so many pods are wanted.
  synchronized void begin(int wanted) {
    replicas = wanted;
    mostDown = 0;
    latency = Duration.ZERO;
    due = Optional.empty();
  }

  /// A set counts as done from this generation on.
  synchronized void require(String set, long generation) {
    generations.put(set, generation);
    done.remove(set);
  }

  synchronized int done() {
    return done.size();
  }

  synchronized int pods() {
    return pods.size();
  }

  /// When the last set became done, or the last pod went.
  synchronized Instant lastChange() {
    return lastChange.orElseGet(Instant::now);
  }

  synchronized int mostDown() {
    return mostDown;
  }

  synchronized Duration latency() {
    return latency;
  }

  private synchronized void seenSet(Json.Obj set) {
    var name = set.object("metadata").text("name");
    var isNew = number(set.object("metadata"), "generation") >= generations.getOrDefault(name, 0L);
    if (!isNew || !isDone(set)) {
      done.remove(name);
    } else if (done.add(name)) {
      lastChange = Optional.of(Instant.now());
    }
  }

  private synchronized void goneSet(Json.Obj set) {
    done.remove(set.object("metadata").text("name"));
  }

  static boolean isDone(Json.Obj set) {
    var status = set.object("status");
    var replicas = number(set.object("spec"), "replicas");
    return number(status, "observedGeneration") == number(set.object("metadata"), "generation")
        && number(status, "replicas") == replicas
        && number(status, "availableReplicas") == replicas
        && number(status, "updatedReplicas") == replicas
        && status.text("currentRevision").equals(status.text("updateRevision"));
  }

  static long number(Json.Obj object, String field) {
    return object.find(field).orElse(Json.of(0)) instanceof Json.Num(var literal)
        ? Long.parseLong(literal)
        : 0;
  }

  private synchronized void seenPod(Json.Obj pod) {
    var meta = pod.object("metadata");
    var isGoing = meta.find("deletionTimestamp").isPresent();
    var isUp = !isGoing && Cluster.isTrue(pod, "Ready");
    var now = new Pod(meta.text("uid"), isUp, isGoing);
    var before =
        Optional.ofNullable(pods.put(meta.text("name"), now))
            .filter(known -> known.uid().equals(now.uid()));
    if (before.isEmpty() || (isGoing && !before.get().isGoing())) {
      acted();
    }
    if (isUp && before.filter(Pod::isUp).isEmpty()) {
      due = Optional.of(Instant.now());
    }
    count();
  }

  private synchronized void gonePod(Json.Obj pod) {
    var meta = pod.object("metadata");
    var known = pods.get(meta.text("name"));
    if (known != null && known.uid().equals(meta.text("uid"))) {
      pods.remove(meta.text("name"));
      due = Optional.of(Instant.now());
      lastChange = due;
    }
    count();
  }

  private void acted() {
    due.ifPresent(since -> latency = latency.plus(Duration.between(since, Instant.now())));
    due = Optional.empty();
  }

  private void count() {
    var up = (int) pods.values().stream().filter(Pod::isUp).count();
    mostDown = Math.max(mostDown, replicas - up);
  }

  @Override
  public void close() {
    threads.forEach(Thread::interrupt);
  }
}
