package dev.ordinal.sim.cluster;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.SimAnnotations;
import dev.ordinal.sim.VolumeBinder;
import dev.ordinal.sim.api.Change;
import dev.ordinal.sim.api.Request.Target;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/// Creates volumes for claims, grows them, and deletes them.
final class VolumeController {
  private final SimClient client;
  private final VolumeBinder binder;
  private final EventRecorder recorder;
  private final Map<String, VolumeBinder.Memory> memories = new HashMap<>();

  /// Claims of classes that do not exist, by uid.
  private final Map<String, Target> classless = new TreeMap<>();

  VolumeController(SimClient client, SimAnnotations settings, EventRecorder recorder) {
    this.client = client;
    this.recorder = recorder;
    this.binder = new VolumeBinder(settings);
  }

  void noteClaim(Change change) {
    var claim = change.object();
    var uid = SimClient.uid(claim);
    if (change.type() == Change.Type.DELETED) {
      memories.remove(uid);
      classless.remove(uid);
      release(claim);
    } else {
      var target = SimClient.target(change);
      client.timers().soon("claim/" + uid, () -> provide(target, uid));
    }
  }

  /// A class was created: claims may have waited for it.
  void noteClass(Change change) {
    if (change.type() == Change.Type.ADDED) {
      classless.forEach(
          (uid, target) -> client.timers().soon("claim/" + uid, () -> provide(target, uid)));
    }
  }

  private void provide(Target target, String uid) {
    client
        .find(target, uid)
        .ifPresent(
            claim -> {
              if (isOfUnknownClass(claim)) {
                classless.put(uid, target);
                var name = claim.object("spec").text("storageClassName");
                var words = "storageclass.storage.k8s.io \"%s\" not found".formatted(name);
                recorder.warn(claim, "ProvisioningFailed", words);
              } else {
                classless.remove(uid);
                provide(target, claim, uid);
              }
            });
  }

  /// No volume can be created for it. A volume that the claim names needs no class.
  private boolean isOfUnknownClass(Json.Obj claim) {
    var spec = claim.object("spec");
    return !spec.text("storageClassName").isEmpty()
        && spec.text("volumeName").isEmpty()
        && storageClass(claim).equals(Json.EMPTY)
        && !claim.object("status").text("phase").equals("Bound");
  }

  private void provide(Target target, Json.Obj claim, String uid) {
    var memory = memories.getOrDefault(uid, VolumeBinder.Memory.FRESH);
    var step = binder.step(memory, claim, storageClass(claim), client.now());
    memories.put(uid, step.memory());
    step.volume().ifPresent(this::create);
    step.claim().ifPresent(patch -> client.merge(target, patch));
    step.status().ifPresent(patch -> client.merge(target.part("status"), patch));
    step.growth()
        .ifPresent(patch -> client.merge(volume(claim.object("spec").text("volumeName")), patch));
    step.wake()
        .ifPresent(wake -> client.timers().at("claim/" + uid, wake, () -> provide(target, uid)));
  }

  private Json.Obj storageClass(Json.Obj claim) {
    var name = claim.object("spec").text("storageClassName");
    return name.isEmpty() || claim.object("status").text("phase").equals("Bound")
        ? Json.EMPTY
        : client
            .find(client.server().target("storage.k8s.io/v1", "storageclasses", "", name))
            .orElse(Json.EMPTY);
  }

  private Target volume(String name) {
    return client.server().target("v1", "persistentvolumes", "", name);
  }

  /// An existing volume that the claim names is bound as it is.
  private void create(Json.Obj volume) {
    var target = volume(SimClient.name(volume));
    if (!client.create(target.name(""), volume).isOk()) {
      var reference = volume.object("spec").object("claimRef");
      client.merge(target, Json.of("spec", Json.of("claimRef", reference)));
    }
    setPhase(target, "Bound");
  }

  /// The claim is deleted, and with it the volume, unless it is retained.
  private void release(Json.Obj claim) {
    var name = claim.object("spec").text("volumeName");
    if (name.isEmpty()) {
      return;
    }
    var target = volume(name);
    client
        .find(target)
        .ifPresent(
            volume -> {
              setPhase(target, "Released");
              var policy = volume.object("spec").text("persistentVolumeReclaimPolicy");
              if (policy.equals("Delete")) {
                client.delete(target, SimClient.uid(volume));
              }
            });
  }

  private void setPhase(Target target, String phase) {
    client.merge(target.part("status"), Json.of("status", Json.of("phase", Json.of(phase))));
  }
}
