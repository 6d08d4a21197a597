package dev.ordinal.sim;

import dev.ordinal.model.json.Json;
import dev.ordinal.model.number.Quantity;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Binds a claim to a new volume, whatever its class, and grows the volume on request. A class with
/// `WaitForFirstConsumer` waits for the scheduler's choice of a node.
public record VolumeBinder(SimAnnotations defaults) {
  private static final String SELECTED_NODE = "volume.kubernetes.io/selected-node";
  private static final String LOCAL = SimAnnotations.PREFIX + "local";
  private static final String FILE_SYSTEM_PENDING = "FileSystemResizePending";
  private static final String BIND_COMPLETED = "pv.kubernetes.io/bind-completed";

  /// When the binder first saw the claim, and when its volume started to grow.
  public record Memory(Optional<Instant> seenAt, Optional<Instant> growsSince) {
    public static final Memory FRESH = new Memory(Optional.empty(), Optional.empty());
  }

  /// What to do now, in this order: create `volume`, patch the claim, patch the claim's status,
  /// raise the volume's capacity. All patches are merge patches.
  public record Step(
      Memory memory,
      Optional<Json.Obj> volume,
      Optional<Json.Obj> claim,
      Optional<Json.Obj> status,
      Optional<Json.Obj> growth,
      Optional<Instant> wake) {}

  /// `storageClass` is the claim's class if it exists, else an empty object.
  public Step step(Memory memory, Json.Obj claim, Json.Obj storageClass, Instant now) {
    var settings = defaults.of(claim);
    var phase = claim.object("status").text("phase");
    if (phase.equals("Bound")) {
      return grow(memory, claim, settings, now);
    }
    var seen = new Memory(memory.seenAt().or(() -> Optional.of(now)), Optional.empty());
    if (settings.has("bind", "never") || isWaiting(claim, storageClass)) {
      return pause(seen, Optional.empty());
    }
    var due = seen.seenAt().orElseThrow().plus(settings.delay("bind-delay"));
    return due.isAfter(now) ? pause(seen, Optional.of(due)) : bind(seen, claim, storageClass);
  }

  /// The volume that belongs to a claim.
  public static String volumeName(Json.Obj claim) {
    return "pvc-" + claim.object("metadata").text("uid");
  }

  private static Step bind(Memory memory, Json.Obj claim, Json.Obj storageClass) {
    var isUnnamed = claim.object("spec").text("volumeName").isEmpty();
    var name = isUnnamed ? volumeName(claim) : claim.object("spec").text("volumeName");
    var binding =
        Json.of(
                "metadata",
                Json.of("annotations", Json.of(BIND_COMPLETED, Json.of("yes")))
                    .with("uid", Json.of(claim.object("metadata").text("uid"))))
            .with("spec", Json.of("volumeName", Json.of(name)));
    var status =
        Json.of("phase", Json.of("Bound"))
            .with("capacity", capacity(requested(claim)))
            .with("accessModes", Json.of(claim.object("spec").items("accessModes")));
    return new Step(
        memory,
        Optional.of(placed(volume(claim, name), claim, storageClass)),
        Optional.of(binding),
        Optional.of(Json.of("status", status)),
        Optional.empty(),
        Optional.empty());
  }

  private static Step grow(Memory memory, Json.Obj claim, SimAnnotations settings, Instant now) {
    var has = claim.object("status").object("capacity").text("storage");
    var wants = requested(claim);
    var isGrown = !Quantity.isLess(has, wants);
    var isPending = PodConditions.isTrue(claim, FILE_SYSTEM_PENDING) && isHalfway(settings);
    if (isGrown || isPending || settings.has("grow", "never")) {
      return pause(new Memory(memory.seenAt(), Optional.empty()), Optional.empty());
    }
    var since = memory.growsSince().orElse(now);
    var due = since.plus(settings.delay("grow-delay"));
    var growing = new Memory(memory.seenAt(), Optional.of(since));
    var isDone = !due.isAfter(now);
    var done = isHalfway(settings) ? condition(FILE_SYSTEM_PENDING, now) : grown(wants);
    var status = isDone ? done : condition("Resizing", since);
    var isNews = isDone || memory.growsSince().isEmpty();
    return new Step(
        isDone ? new Memory(memory.seenAt(), Optional.empty()) : growing,
        Optional.empty(),
        Optional.empty(),
        isNews ? Optional.of(Json.of("status", status)) : Optional.empty(),
        isDone
            ? Optional.of(Json.of("spec", Json.of("capacity", capacity(wants))))
            : Optional.empty(),
        isDone ? Optional.empty() : Optional.of(due));
  }

  private static Json.Obj grown(String size) {
    return Json.of("capacity", capacity(size)).with("conditions", new Json.Null());
  }

  /// The volume grows, and its file system only after the annotation is removed.
  private static boolean isHalfway(SimAnnotations settings) {
    return settings.has("grow", "volume-only");
  }

  private static Json.Obj condition(String type, Instant since) {
    var condition =
        PodConditions.met(type).with("lastTransitionTime", Json.of(ContainerRun.seconds(since)));
    return Json.of("conditions", Json.of(List.of(condition)));
  }

  private static Json.Obj volume(Json.Obj claim, String name) {
    var meta = claim.object("metadata");
    var reference =
        Json.of("apiVersion", Json.of("v1"))
            .with("kind", Json.of("PersistentVolumeClaim"))
            .with("namespace", Json.of(meta.text("namespace")))
            .with("name", Json.of(meta.text("name")))
            .with("uid", Json.of(meta.text("uid")));
    var spec =
        Json.of("capacity", capacity(requested(claim)))
            .with("accessModes", Json.of(claim.object("spec").items("accessModes")))
            .with("persistentVolumeReclaimPolicy", Json.of("Delete"))
            .with("storageClassName", Json.of(claim.object("spec").text("storageClassName")))
            .with("claimRef", reference)
            .with("hostPath", Json.of("path", Json.of("/simulated/" + name)));
    return Json.of("apiVersion", Json.of("v1"))
        .with("kind", Json.of("PersistentVolume"))
        .with("metadata", Json.of("name", Json.of(name)))
        .with("spec", spec);
  }

  /// A local volume stays on its node.
  private static Json.Obj placed(Json.Obj volume, Json.Obj claim, Json.Obj storageClass) {
    var node = claim.object("metadata").object("annotations").text(SELECTED_NODE);
    if (!storageClass.text("provisioner").equals(LOCAL) || node.isEmpty()) {
      return volume;
    }
    var host =
        Json.of("key", Json.of("kubernetes.io/hostname"))
            .with("operator", Json.of("In"))
            .with("values", Json.of(List.of(Json.of(node))));
    var term = Json.of("matchExpressions", Json.of(List.of(host)));
    var affinity = Json.of("required", Json.of("nodeSelectorTerms", Json.of(List.of(term))));
    return volume.with("spec", volume.object("spec").with("nodeAffinity", affinity));
  }

  private static boolean isWaiting(Json.Obj claim, Json.Obj storageClass) {
    return storageClass.text("volumeBindingMode").equals("WaitForFirstConsumer")
        && claim.object("metadata").object("annotations").text(SELECTED_NODE).isEmpty();
  }

  private static String requested(Json.Obj claim) {
    return claim.object("spec").object("resources").object("requests").text("storage");
  }

  private static Json.Obj capacity(String size) {
    return Json.of("storage", Json.of(size));
  }

  private static Step pause(Memory memory, Optional<Instant> wake) {
    return new Step(
        memory, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), wake);
  }
}
