package dev.ordinal.diff;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Api;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.ListWatcher;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/// Watches one namespace: what is there now, and what has happened to its pods, in order.
final class Recorder implements AutoCloseable {
  private final Map<String, Json.Obj> pods = new TreeMap<>();
  private final Map<String, Json.Obj> claims = new TreeMap<>();
  private final Map<String, Json.Obj> revisions = new TreeMap<>();
  private final Map<String, Json.Obj> sets = new TreeMap<>();

  /// Names of revisions in the order they were first seen: r1, r2, ...
  private final Map<String, String> aliases = new LinkedHashMap<>();

  private final Map<String, Long> versions = new TreeMap<>();
  private final List<Happening> happenings = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final List<String> claimTales = new ArrayList<>();
  private long changedAt = System.nanoTime();

  /// One thing that happened to one pod; `revision` is the value of its label.
  record Happening(String what, String pod, String revision) {}

  /// The namespace at one moment.
  record Scene(
      Optional<Json.Obj> set,
      Map<String, Json.Obj> pods,
      Map<String, Json.Obj> claims,
      Map<String, Json.Obj> revisions) {}

  static Recorder start(Api api, Half half, String namespace) {
    var recorder = new Recorder();
    var core = "/api/v1/namespaces/" + namespace;
    var history = "/apis/apps/v1/namespaces/" + namespace + "/controllerrevisions";
    recorder.follow(
        api,
        half.path(namespace),
        set -> recorder.put(recorder.sets, set),
        set -> recorder.remove(recorder.sets, set));
    recorder.follow(
        api,
        history,
        recorder::seenRevision,
        revision -> recorder.remove(recorder.revisions, revision));
    recorder.follow(
        api, core + "/persistentvolumeclaims", recorder::seenClaim, recorder::goneClaim);
    recorder.follow(api, core + "/pods", recorder::seenPod, recorder::gonePod);
    return recorder;
  }

  private void follow(Api api, String path, Consumer<Json.Obj> seen, Consumer<Json.Obj> gone) {
    var listener =
        new ListWatcher.Listener(object -> note(seen, object), object -> note(gone, object));
    threads.add(Thread.startVirtualThread(new ListWatcher(api, path, listener)));
  }

  private synchronized void note(Consumer<Json.Obj> change, Json.Obj object) {
    change.accept(object);
    versions.merge(uid(object), version(object), Math::max);
  }

  /// Whether this version of an object, or a later one, has arrived here.
  synchronized boolean hasSeen(Json.Obj object) {
    return versions.getOrDefault(uid(object), 0L) >= version(object);
  }

  private static long version(Json.Obj object) {
    var text = object.object("metadata").text("resourceVersion");
    return text.isEmpty() ? 0 : Long.parseLong(text);
  }

  private boolean put(Map<String, Json.Obj> known, Json.Obj object) {
    var before = known.put(name(object), object);
    changedAt = System.nanoTime();
    return before == null || !uid(before).equals(uid(object));
  }

  private void remove(Map<String, Json.Obj> known, Json.Obj object) {
    known.remove(name(object));
    changedAt = System.nanoTime();
  }

  private void seenRevision(Json.Obj revision) {
    put(revisions, revision);
    aliases.putIfAbsent(name(revision), "r" + (aliases.size() + 1));
  }

  private void seenClaim(Json.Obj claim) {
    if (put(claims, claim)) {
      claimTales.add("created " + name(claim));
    }
  }

  private void goneClaim(Json.Obj claim) {
    remove(claims, claim);
    claimTales.add("gone " + name(claim));
  }

  private void seenPod(Json.Obj pod) {
    var before = pods.put(name(pod), pod);
    if (before == null || !uid(before).equals(uid(pod))) {
      happened("created", pod);
      before = Json.EMPTY;
    } else if (!revision(pod).equals(revision(before))) {
      happened("changed", pod);
    }
    if (!phase(pod).equals(phase(before))) {
      changedAt = System.nanoTime();
    }
    if (isOwned(pod) != isOwned(before) && !before.equals(Json.EMPTY)) {
      happened(isOwned(pod) ? "adopted" : "released", pod);
    }
    if (isTerminating(pod)) {
      if (!isTerminating(before)) {
        happened("terminating", pod);
      }
      return;
    }
    var phase = phase(pod);
    if (!phase.equals(phase(before)) && List.of("Failed", "Succeeded").contains(phase)) {
      happened(phase.equals("Failed") ? "failed" : "succeeded", pod);
    } else if (isReady(pod) != isReady(before)) {
      happened(isReady(pod) ? "ready" : "unready", pod);
    }
  }

  private void gonePod(Json.Obj pod) {
    pods.remove(name(pod));
    happened("gone", pod);
  }

  private void happened(String what, Json.Obj pod) {
    changedAt = System.nanoTime();
    happenings.add(new Happening(what, name(pod), revision(pod)));
  }

  synchronized Scene scene() {
    return new Scene(
        Optional.ofNullable(sets.get(SetForm.NAME)),
        new TreeMap<>(pods),
        new TreeMap<>(claims),
        new TreeMap<>(revisions));
  }

  /// When something last changed that matters; a container that keeps crashing does not.
  synchronized long changedAt() {
    return changedAt;
  }

  /// Claims created and gone since the last call; their order among the pods is not looked at.
  synchronized List<String> takeClaims() {
    var taken = claimTales.stream().sorted().toList();
    claimTales.clear();
    return taken;
  }

  /// What has happened since the last call.
  synchronized List<Happening> take() {
    var taken = List.copyOf(happenings);
    happenings.clear();
    return taken;
  }

  synchronized Map<String, String> aliases() {
    return Map.copyOf(aliases);
  }

  static String name(Json.Obj object) {
    return object.object("metadata").text("name");
  }

  static String uid(Json.Obj object) {
    return object.object("metadata").text("uid");
  }

  static boolean isTerminating(Json.Obj object) {
    return object.object("metadata").find("deletionTimestamp").isPresent();
  }

  static boolean isReady(Json.Obj pod) {
    return phase(pod).equals("Running") && Cluster.isTrue(pod, "Ready");
  }

  static boolean isOwned(Json.Obj object) {
    return !object.object("metadata").items("ownerReferences").isEmpty();
  }

  /// Of Kruise's hooks; empty for a pod that knows none.
  static String state(Json.Obj pod) {
    return pod.object("metadata").object("labels").text("lifecycle.apps.kruise.io/state");
  }

  private static String revision(Json.Obj pod) {
    return pod.object("metadata").object("labels").text("controller-revision-hash");
  }

  static String phase(Json.Obj pod) {
    return pod.object("status").text("phase");
  }

  @Override
  public void close() {
    threads.forEach(Thread::interrupt);
  }
}
