package dev.ordinal.sim.town;

import dev.ordinal.model.Json;
import dev.ordinal.sim.VolumeBinder;
import dev.ordinal.sim.Wishes;
import dev.ordinal.sim.api.Change;
import dev.ordinal.sim.api.Request.Target;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/// Makes volumes for claims, lets them grow, and takes them back.
final class Volumes {
  private final Office office;
  private final VolumeBinder binder;
  private final Chronicle chronicle;
  private final Map<String, VolumeBinder.Memory> memories = new HashMap<>();

  /// Claims of classes that do not exist, by uid.
  private final Map<String, Target> classless = new TreeMap<>();

  Volumes(Office office, Wishes wishes, Chronicle chronicle) {
    this.office = office;
    this.chronicle = chronicle;
    this.binder = new VolumeBinder(wishes);
  }

  void noteClaim(Change change) {
    var claim = change.object();
    var uid = Office.uid(claim);
    if (change.type() == Change.Type.DELETED) {
      memories.remove(uid);
      classless.remove(uid);
      release(claim);
    } else {
      var target = Office.target(change);
      office.agenda().soon("claim/" + uid, () -> provide(target, uid));
    }
  }

  /// A class has come: claims may have waited for it.
  void noteClass(Change change) {
    if (change.type() == Change.Type.ADDED) {
      classless.forEach(
          (uid, target) -> office.agenda().soon("claim/" + uid, () -> provide(target, uid)));
    }
  }

  private void provide(Target target, String uid) {
    office
        .find(target, uid)
        .ifPresent(
            claim -> {
              if (isOfUnknownClass(claim)) {
                classless.put(uid, target);
                var name = claim.object("spec").text("storageClassName");
                var words = "storageclass.storage.k8s.io \"%s\" not found".formatted(name);
                chronicle.warn(claim, "ProvisioningFailed", words);
              } else {
                classless.remove(uid);
                provide(target, claim, uid);
              }
            });
  }

  /// Nobody makes a volume for it. A volume that the claim names needs no class.
  private boolean isOfUnknownClass(Json.Obj claim) {
    var spec = claim.object("spec");
    return !spec.text("storageClassName").isEmpty()
        && spec.text("volumeName").isEmpty()
        && storageClass(claim).equals(Json.EMPTY)
        && !claim.object("status").text("phase").equals("Bound");
  }

  private void provide(Target target, Json.Obj claim, String uid) {
    var memory = memories.getOrDefault(uid, VolumeBinder.Memory.FRESH);
    var step = binder.step(memory, claim, storageClass(claim), office.now());
    memories.put(uid, step.memory());
    step.volume().ifPresent(this::create);
    step.claim().ifPresent(patch -> office.merge(target, patch));
    step.status().ifPresent(patch -> office.merge(target.part("status"), patch));
    step.growth()
        .ifPresent(patch -> office.merge(volume(claim.object("spec").text("volumeName")), patch));
    step.wake()
        .ifPresent(wake -> office.agenda().at("claim/" + uid, wake, () -> provide(target, uid)));
  }

  private Json.Obj storageClass(Json.Obj claim) {
    var name = claim.object("spec").text("storageClassName");
    return name.isEmpty() || claim.object("status").text("phase").equals("Bound")
        ? Json.EMPTY
        : office
            .find(office.server().target("storage.k8s.io/v1", "storageclasses", "", name))
            .orElse(Json.EMPTY);
  }

  private Target volume(String name) {
    return office.server().target("v1", "persistentvolumes", "", name);
  }

  /// A volume that somebody made beforehand is taken as it is.
  private void create(Json.Obj volume) {
    var target = volume(Office.name(volume));
    if (!office.create(target.name(""), volume).isOk()) {
      var reference = volume.object("spec").object("claimRef");
      office.merge(target, Json.of("spec", Json.of("claimRef", reference)));
    }
    setPhase(target, "Bound");
  }

  /// The claim is gone, and with it the volume, unless it is to be kept.
  private void release(Json.Obj claim) {
    var name = claim.object("spec").text("volumeName");
    if (name.isEmpty()) {
      return;
    }
    var target = volume(name);
    office
        .find(target)
        .ifPresent(
            volume -> {
              setPhase(target, "Released");
              var policy = volume.object("spec").text("persistentVolumeReclaimPolicy");
              if (policy.equals("Delete")) {
                office.delete(target, Office.uid(volume));
              }
            });
  }

  private void setPhase(Target target, String phase) {
    office.merge(target.part("status"), Json.of("status", Json.of("phase", Json.of(phase))));
  }
}
