package dev.ordinal.rig;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.KeyedWorker.Entry;
import dev.ordinal.sim.VolumeBinder;
import java.time.Instant;
import java.util.Optional;

/// Carries out the decisions of the volume binder's model.
record Volumes(Api api, VolumeBinder binder) {
  private static final String VOLUMES = "/api/v1/persistentvolumes";

  Optional<Instant> turn(Entry<VolumeBinder.Memory> entry) {
    var claim = entry.object();
    var step = binder.step(entry.memory, claim, storageClass(claim), Instant.now());
    step.volume().ifPresent(this::create);
    step.claim().ifPresent(patch -> patch(entry, "", patch));
    step.status().ifPresent(patch -> patch(entry, "/status", patch));
    step.growth()
        .ifPresent(
            patch ->
                api.patch(
                    VOLUMES + "/" + claim.object("spec").text("volumeName"),
                    Api.Merge.PLAIN,
                    patch));
    // Last, so that a failed request is repeated.
    entry.memory = step.memory();
    var hasWritten = step.claim().isPresent() || step.status().isPresent();
    return step.wake().or(() -> hasWritten ? Optional.of(Instant.now()) : Optional.empty());
  }

  /// The claim is deleted, and its volume with it.
  void release(Json.Obj claim) {
    var path = VOLUMES + "/" + VolumeBinder.volumeName(claim);
    // The protection finalizer leaves only volumes that are no longer bound.
    setPhase(path, "Released");
    api.delete(path, Json.EMPTY);
  }

  private void create(Json.Obj volume) {
    var name = volume.object("metadata").text("name");
    var reply = api.create(VOLUMES, volume);
    if (!reply.isOutrun()) {
      Api.required(reply, "creating volume " + name);
      setPhase(VOLUMES + "/" + name, "Bound");
    }
  }

  private void setPhase(String path, String phase) {
    var status = Json.of("status", Json.of("phase", Json.of(phase)));
    api.patch(path + "/status", Api.Merge.PLAIN, status);
  }

  private void patch(Entry<VolumeBinder.Memory> entry, String subresource, Json.Obj patch) {
    var meta = entry.object().object("metadata");
    var path =
        "/api/v1/namespaces/%s/persistentvolumeclaims/%s%s"
            .formatted(meta.text("namespace"), meta.text("name"), subresource);
    var reply = api.patch(path, Api.Merge.PLAIN, patch);
    if (!reply.isOutrun()) {
      entry.offer(Api.required(reply, path));
    }
  }

  /// Only a claim that waits to be bound needs its class, so it is read on demand and not watched.
  private Json.Obj storageClass(Json.Obj claim) {
    var name = claim.object("spec").text("storageClassName");
    var isBound = claim.object("status").text("phase").equals("Bound");
    return isBound || name.isEmpty()
        ? Json.EMPTY
        : api.find("/apis/storage.k8s.io/v1/storageclasses/" + name).orElse(Json.EMPTY);
  }
}
