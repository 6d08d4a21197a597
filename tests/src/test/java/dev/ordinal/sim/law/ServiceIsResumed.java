package dev.ordinal.sim.law;

import dev.ordinal.model.PodView;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.TreeMap;

/// A pod whose containers run, and are those of its spec, is not kept out of service for long by
/// the gate that the controller has closed.
final class ServiceIsResumed implements Law {
  private static final String GATE = "InPlaceUpdateReady";
  private static final Duration LIMIT = Duration.ofMinutes(3);

  private final TreeMap<String, Instant> since = new TreeMap<>();

  @Override
  public Optional<String> judge(ClusterHistory history) {
    var out = new TreeMap<String, Instant>();
    history.pods.values().stream()
        .filter(pod -> isKeptOut(history, pod))
        .forEach(pod -> out.put(pod.uid(), since.getOrDefault(pod.uid(), history.now())));
    since.clear();
    since.putAll(out);
    return history.pods.values().stream()
        .filter(
            pod -> out.getOrDefault(pod.uid(), history.now()).isBefore(history.now().minus(LIMIT)))
        .map(pod -> pod.name() + " is kept out of service though its containers run")
        .findFirst();
  }

  private static boolean isKeptOut(ClusterHistory history, PodView pod) {
    var set = history.sets.get("web");
    return set != null
        && pod.meta().isControlledBy(set.uid())
        && set.spec().selector().matches(pod.meta().labels())
        && pod.isNormal()
        && !pod.isTerminating()
        && !pod.isTerminal()
        && pod.hasGate(GATE)
        && pod.findCondition(GATE).filter(gate -> !gate.isTrue()).isPresent()
        && pod.containers().stream().allMatch(each -> each.isReady() && each.isNamed());
  }
}
