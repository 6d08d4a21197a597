package dev.ordinal.sim.cluster;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.PodAffinity;
import dev.ordinal.sim.PodMemory;
import dev.ordinal.sim.SimAnnotations;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// A node: its object, its pods and its images. The pods exist even while the object does not.
final class Node {
  final String name;

  /// The newest version of each pod that is bound to it, by namespace and name.
  final SortedMap<String, Json.Obj> pods = new TreeMap<>();

  /// Its pods with anti-affinity.
  final SortedMap<String, Json.Obj> exclusive = new TreeMap<>();

  /// Its images, each with the time from which it is present.
  final SortedMap<String, Instant> images = new TreeMap<>();

  private Optional<Json.Obj> object = Optional.empty();
  private ComputeResources demand = ComputeResources.NONE;

  Node(String name) {
    this.name = name;
  }

  boolean exists() {
    return object.isPresent();
  }

  void set(Optional<Json.Obj> next) {
    object = next;
  }

  Json.Obj object() {
    return object.orElse(Json.EMPTY);
  }

  ComputeResources demand() {
    return demand;
  }

  void add(String key, Json.Obj pod) {
    var before = Optional.ofNullable(pods.put(key, pod));
    if (isCounted(pod) && PodAffinity.isExclusive(pod)) {
      exclusive.put(key, pod);
    } else {
      exclusive.remove(key);
    }
    if (before.filter(old -> isCounted(old) == isCounted(pod) && isSameSpec(old, pod)).isEmpty()) {
      before.ifPresent(this::discount);
      if (isCounted(pod)) {
        demand = demand.plus(ComputeResources.ofPod(pod));
      }
    }
  }

  void remove(String key) {
    exclusive.remove(key);
    Optional.ofNullable(pods.remove(key)).ifPresent(this::discount);
  }

  /// Why its kubelet cannot give the pod what it requests, beside what the others have.
  Optional<PodMemory.Refusal> findLack(Json.Obj pod) {
    var wanted = ComputeResources.ofPod(pod);
    if (wanted.isSame(ComputeResources.allocated(pod))) {
      return Optional.empty();
    }
    var used =
        pods.values().stream()
            .filter(other -> isCounted(other) && !SimClient.uid(other).equals(SimClient.uid(pod)))
            .map(ComputeResources::allocated)
            .reduce(ComputeResources.NONE, ComputeResources::plus);
    var has = ComputeResources.of(object().object("status").object("allocatable"));
    return wanted.findLack(used, has).map(PodMemory.Refusal::deferred);
  }

  private void discount(Json.Obj pod) {
    if (isCounted(pod)) {
      demand = demand.minus(ComputeResources.ofPod(pod));
    }
  }

  private static boolean isCounted(Json.Obj pod) {
    return !SimClient.isOver(pod);
  }

  private static boolean isSameSpec(Json.Obj left, Json.Obj right) {
    return left.object("spec").equals(right.object("spec"));
  }

  /// Whether its kubelet neither sends nor receives anything.
  boolean isLost() {
    return object()
        .object("metadata")
        .object("annotations")
        .text(SimAnnotations.PREFIX + "lost")
        .equals("true");
  }

  boolean isCordoned() {
    return object().object("spec").find("unschedulable").filter(Json.of(true)::equals).isPresent();
  }

  List<Json.Obj> taints() {
    return object().object("spec").items("taints").stream().map(Json.Obj.class::cast).toList();
  }

  Json.Obj labels() {
    return object().object("metadata").object("labels");
  }

  PodAffinity.Place place() {
    return new PodAffinity.Place(
        labels(), pods.values().stream().filter(Node::isCounted).toList(), exclusive.values());
  }

  String address() {
    return object().object("status").items("addresses").stream()
        .map(Json.Obj.class::cast)
        .filter(each -> each.text("type").equals("InternalIP"))
        .map(each -> each.text("address"))
        .findFirst()
        .orElse("192.168.255.254");
  }

  Optional<Json.Obj> condition(String type) {
    return object().object("status").items("conditions").stream()
        .map(Json.Obj.class::cast)
        .filter(each -> each.text("type").equals(type))
        .findFirst();
  }
}
