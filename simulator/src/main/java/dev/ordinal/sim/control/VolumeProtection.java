package dev.ordinal.sim.control;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.api.ApiServer;
import dev.ordinal.sim.api.Change;
import dev.ordinal.sim.api.Request;
import dev.ordinal.sim.api.Request.Target;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Removes the finalizer of claims that no pod uses and of volumes that no claim uses, and reports
/// for each bound claim whether a pod refers to it.
public final class VolumeProtection {
  private static final String CLAIM = "kubernetes.io/pvc-protection";
  private static final String VOLUME = "kubernetes.io/pv-protection";
  private static final String UNUSED = "Unused";

  private final ApiServer server;
  private final SortedMap<String, Target> pending = new TreeMap<>();

  /// For each claim the pods that refer to it, and whether they run on a node.
  private final SortedMap<String, SortedMap<String, Boolean>> users = new TreeMap<>();

  public VolumeProtection(ApiServer server) {
    this.server = server;
    server.listen(this::note);
  }

  private void note(Change change) {
    switch (change.resource().storage()) {
      case "/pods" -> notePod(change);
      case "/persistentvolumeclaims", "/persistentvolumes" -> noteClaim(change);
      default -> {}
    }
  }

  private void noteClaim(Change change) {
    var metadata = change.object().object("metadata");
    var target =
        new Target(change.resource(), metadata.text("namespace"), metadata.text("name"), "");
    if (change.type() == Change.Type.DELETED) {
      pending.remove(key(target));
    } else {
      pending.put(key(target), target);
    }
  }

  private void notePod(Change change) {
    var pod = change.object();
    var isGone = change.type() == Change.Type.DELETED;
    // A pod's volumes never change.
    if (!isGone && change.before().filter(old -> runs(old) == runs(pod)).isPresent()) {
      return;
    }
    var namespace = pod.object("metadata").text("namespace");
    for (var volume : pod.object("spec").items("volumes")) {
      var claim = ((Json.Obj) volume).object("persistentVolumeClaim").text("claimName");
      if (!claim.isEmpty()) {
        var target = server.target("v1", "persistentvolumeclaims", namespace, claim);
        var of = users.computeIfAbsent(key(target), _ -> new TreeMap<>());
        var uid = pod.object("metadata").text("uid");
        var _ = isGone ? of.remove(uid) : of.put(uid, runs(pod));
        pending.put(key(target), target);
      }
    }
  }

  private static boolean runs(Json.Obj pod) {
    return !pod.object("spec").text("nodeName").isEmpty();
  }

  private static String key(Target target) {
    return target.namespace() + "/" + target.name();
  }

  /// Handles one claim or volume. Returns false when none is due.
  public boolean step(Instant now) {
    if (pending.isEmpty()) {
      return false;
    }
    var target = Optional.ofNullable(pending.remove(pending.firstKey())).orElseThrow();
    var reply = server.handle(Request.get(target), now);
    if (reply.isOk()) {
      turn(target, reply.body(), now);
    }
    return true;
  }

  private void turn(Target target, Json.Obj object, Instant now) {
    var metadata = object.object("metadata");
    var isBound = object.object("status").text("phase").equals("Bound");
    var isClaim = target.resource().isNamespaced();
    var pods = users.getOrDefault(key(target), new TreeMap<>());
    if (metadata.find("deletionTimestamp").isPresent()) {
      var isUsed = isClaim ? pods.containsValue(true) : isBound;
      var finalizer = Json.of(isClaim ? CLAIM : VOLUME);
      if (!isUsed && metadata.items("finalizers").contains(finalizer)) {
        release(target, metadata, finalizer, now);
      }
    } else if (isClaim && isBound) {
      tell(target, object, !pods.isEmpty(), now);
    }
  }

  private void release(Target target, Json.Obj metadata, Json finalizer, Instant now) {
    var kept = new ArrayList<>(metadata.items("finalizers"));
    kept.remove(finalizer);
    var finalizers = kept.isEmpty() ? new Json.Null() : Json.of(kept);
    var patch = Json.of("metadata", Json.of("finalizers", finalizers));
    server.handle(Request.patch(target, Request.Form.MERGE_PATCH, patch), now);
  }

  private void tell(Target target, Json.Obj claim, boolean isUsed, Instant now) {
    var wanted = isUsed ? "False" : "True";
    var isTold =
        claim.object("status").items("conditions").stream()
            .map(Json.Obj.class::cast)
            .anyMatch(
                each -> each.text("type").equals(UNUSED) && each.text("status").equals(wanted));
    if (isTold) {
      return;
    }
    var conditions = new ArrayList<>(claim.object("status").items("conditions"));
    conditions.removeIf(each -> ((Json.Obj) each).text("type").equals(UNUSED));
    conditions.add(
        Json.of("type", Json.of(UNUSED))
            .with("status", Json.of(wanted))
            .with("lastTransitionTime", Json.of(now.truncatedTo(ChronoUnit.SECONDS).toString()))
            .with("reason", Json.of(isUsed ? "PodUsingPVC" : "NoPodsUsingPVC"))
            .with(
                "message",
                Json.of(
                    isUsed
                        ? "A pod is currently referencing this PVC"
                        : "No pods are currently referencing this PVC")));
    var patch = Json.of("status", Json.of("conditions", Json.of(conditions)));
    server.handle(Request.patch(target.part("status"), Request.Form.MERGE_PATCH, patch), now);
  }
}
