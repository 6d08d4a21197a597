package dev.ordinal.plan.proof;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.ImageSource;
import dev.ordinal.sim.Kubelet;
import dev.ordinal.sim.PodMemory;
import dev.ordinal.sim.SimAnnotations;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// The kubelet of all pods of a handover.
final class Ward {
  private final Kubelet kubelet = new Kubelet(SimAnnotations.DEFAULTS);
  private final TreeMap<String, PodMemory> memories = new TreeMap<>();
  private final TreeMap<String, Instant> images = new TreeMap<>();
  private final List<Instant> wakes = new ArrayList<>();

  /// What each pod's status has to change to, by the pod's name.
  SortedMap<String, Json.Obj> turn(List<Json.Obj> pods, Instant now) {
    var patches = new TreeMap<String, Json.Obj>();
    wakes.clear();
    for (var pod : pods) {
      var uid = pod.object("metadata").text("uid");
      var node = new Kubelet.Node("node-0", "192.168.0.1", images, false, ImageSource.GOOD);
      var memory = memories.getOrDefault(uid, PodMemory.FRESH);
      var step = kubelet.step(memory, pod, node, now);
      memories.put(uid, step.memory());
      images.putAll(step.pulls());
      step.patch().ifPresent(patch -> patches.put(KruiseState.named(pod), patch));
      step.wake().ifPresent(wakes::add);
    }
    return patches;
  }

  /// When the next event without a change is due, as of the last step.
  List<Instant> wakes() {
    return List.copyOf(wakes);
  }
}
