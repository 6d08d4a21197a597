package dev.ordinal.sim.virtual;

import dev.ordinal.model.PodView;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.life.Hook;
import dev.ordinal.model.life.LifecycleState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// The user's controller behind the hooks: releases pods for update or deletion, and admits new
/// ones.
final class HookOperator {
  private static final Duration DELAY = Duration.ofMillis(1500);

  private final Simulation simulation;

  HookOperator(Simulation simulation) {
    this.simulation = simulation;
  }

  void note(PodView pod, boolean isGone) {
    if (!isGone && isWaiting(pod)) {
      simulation.time.after(DELAY, () -> release(pod.name()));
    }
  }

  private static boolean isWaiting(PodView pod) {
    var stage = pod.lifecycleState();
    return (stage != LifecycleState.NORMAL && stage != LifecycleState.UPDATING)
        || (pod.isTerminating() && pod.meta().finalizers().contains(RandomSpecs.FINALIZER));
  }

  private void release(String name) {
    var pod = simulation.history.pods.get(name);
    var set = simulation.history.sets.get("web");
    if (pod == null || !isWaiting(pod)) {
      return;
    }
    var life = Optional.ofNullable(set).map(found -> found.spec().lifecycle());
    switch (pod.isTerminating() ? LifecycleState.PREPARING_DELETE : pod.lifecycleState()) {
      case UPDATED -> life.flatMap(all -> all.inPlaceUpdate()).ifPresent(hook -> take(pod, hook));
      case PREPARING_NORMAL ->
          life.flatMap(all -> all.preNormal()).ifPresent(hook -> take(pod, hook));
      case PREPARING_UPDATE, PREPARING_DELETE, NORMAL, UPDATING -> letGo(pod);
    }
  }

  private void letGo(PodView pod) {
    var labels = new TreeMap<String, Json>();
    pod.meta().labels().keySet().stream()
        .filter(key -> key.startsWith("hook-"))
        .forEach(key -> labels.put(key, new Json.Null()));
    var finalizers = new ArrayList<>(pod.meta().finalizers());
    finalizers.remove(RandomSpecs.FINALIZER);
    patch(pod, new Json.Obj(labels), finalizers);
  }

  private void take(PodView pod, Hook hook) {
    var labels = new TreeMap<String, Json>();
    hook.labels().forEach((key, value) -> labels.put(key, Json.of(value)));
    var finalizers = new ArrayList<>(pod.meta().finalizers());
    hook.finalizers().stream().filter(each -> !finalizers.contains(each)).forEach(finalizers::add);
    patch(pod, new Json.Obj(labels), finalizers);
  }

  private void patch(PodView pod, Json.Obj labels, List<String> finalizers) {
    var metadata =
        Json.of("labels", labels)
            .with("finalizers", Json.of(finalizers.stream().map(Json::of).toList()));
    simulation.patchPod(pod.name(), Json.of("metadata", metadata));
  }
}
