package dev.ordinal.sim.kind;

import dev.ordinal.model.json.Json;
import dev.ordinal.model.number.Quantity;
import dev.ordinal.sim.kind.strategy.Parts;
import dev.ordinal.sim.kind.strategy.Strategy;
import dev.ordinal.sim.reply.Fault;
import dev.ordinal.sim.reply.Refusal;
import dev.ordinal.sim.reply.Refusal.Subject;
import dev.ordinal.sim.shape.Decoding;
import dev.ordinal.sim.shape.Same;
import dev.ordinal.sim.shape.Shape;
import dev.ordinal.sim.shape.Shapes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// PersistentVolumeClaims: once bound, only their request can grow, if their class allows it.
final class Claims implements Strategy {
  private static final Shape.Struct SHAPE = Shapes.of("PersistentVolumeClaim");
  private static final Set<String> MODES =
      Set.of("ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod");
  private static final String PROTECTION = "kubernetes.io/pvc-protection";

  @Override
  public Read read(Json.Obj sent, Json.Obj known) throws Decoding.Mismatch {
    var decoding = new Decoding();
    var claim = decoding.decode(SHAPE, sent, known);
    var spec = Parts.defaulted(claim.object("spec"), "volumeMode", Json.of("Filesystem"));
    var status = Parts.defaulted(claim.object("status"), "phase", Json.of("Pending"));
    return new Read(Parts.inSpec(claim, spec).with("status", status), decoding.unknown());
  }

  @Override
  public Shape shape() {
    return SHAPE;
  }

  @Override
  public Json.Obj prepareCreate(Json.Obj claim, ClusterContext around) {
    var spec = claim.object("spec");
    var isOpen = spec.find("storageClassName").isEmpty();
    var chosen = isOpen ? around.defaultClass() : Optional.<String>empty();
    var classed =
        chosen
            .map(name -> claim.with("spec", spec.with("storageClassName", Json.of(name))))
            .orElse(claim);
    return protectedBy(PROTECTION, classed).with("status", Json.of("phase", Json.of("Pending")));
  }

  /// With the finalizer that keeps it while a pod uses it.
  static Json.Obj protectedBy(String finalizer, Json.Obj object) {
    var metadata = object.object("metadata");
    var finalizers = new ArrayList<>(metadata.items("finalizers"));
    if (!finalizers.contains(Json.of(finalizer))) {
      finalizers.add(Json.of(finalizer));
    }
    return object.with("metadata", metadata.with("finalizers", Json.of(finalizers)));
  }

  @Override
  public Json.Obj prepareUpdate(Change change) {
    return Parts.separated(change);
  }

  @Override
  public List<Fault> checkCreate(Json.Obj claim) {
    var spec = claim.object("spec");
    var faults = new ArrayList<Fault>();
    var modes = spec.items("accessModes");
    if (modes.isEmpty()) {
      faults.add(Fault.required("spec.accessModes", "at least 1 access mode is required"));
    }
    for (var mode : modes) {
      if (mode instanceof Json.Str(var text) && !MODES.contains(text)) {
        var choices = MODES.stream().sorted().toList();
        faults.add(Fault.unsupported("spec.accessModes", mode, choices));
      }
    }
    var size = spec.object("resources").object("requests").text("storage");
    if (size.isEmpty()) {
      faults.add(Fault.required("spec.resources[storage]", ""));
    } else if (!Quantity.isLess("0", size)) {
      faults.add(
          Fault.invalid("spec.resources[storage]", Json.of(size), "must be greater than zero"));
    }
    return faults;
  }

  @Override
  public List<Fault> checkUpdate(Change change) {
    var old = change.old().object("spec");
    var next = change.next().object("spec");
    if (Same.tree(old, next)) {
      return List.of();
    }
    var faults = new ArrayList<>(checkCreate(change.next()));
    var isBound = change.next().object("status").text("phase").equals("Bound");
    var same = old.text("volumeName").isEmpty() ? Parts.copied(next, old, "volumeName") : next;
    if (isBound) {
      same = same.with("resources", old.object("resources"));
    }
    if (!same.equals(old)) {
      faults.add(
          Fault.forbidden(
              "spec",
              "spec is immutable after creation except resources.requests and"
                  + " volumeAttributesClassName for bound claims"));
    }
    var has = change.old().object("status").object("capacity").text("storage");
    var isBelow = !Quantity.isLess(has, requested(next));
    if (Quantity.isLess(requested(next), requested(old)) && isBelow) {
      faults.add(
          Fault.forbidden(
              "spec.resources.requests.storage", "field can not be less than status.capacity"));
    }
    return faults;
  }

  private static String requested(Json.Obj spec) {
    return spec.object("resources").object("requests").text("storage");
  }

  /// Growth needs a class that allows it.
  @Override
  public void admit(Change change, ClusterContext around) {
    var old = change.old().object("spec");
    var next = change.next().object("spec");
    if (!Quantity.isLess(requested(old), requested(next))) {
      return;
    }
    var mayGrow =
        around
            .find("storageclasses", "", next.text("storageClassName"))
            .flatMap(found -> found.find("allowVolumeExpansion"))
            .filter(Json.of(true)::equals)
            .isPresent();
    if (!mayGrow) {
      throw Refusal.forbidden(
          new Subject("", "persistentvolumeclaims", change.old().object("metadata").text("name")),
          "only dynamically provisioned pvc can be resized and the storageclass that provisions the"
              + " pvc must support resize");
    }
  }
}
