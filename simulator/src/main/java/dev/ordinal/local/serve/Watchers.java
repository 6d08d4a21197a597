package dev.ordinal.local.serve;

import dev.ordinal.sim.api.Change;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The open watches of each resource.
final class Watchers {
  private final ConcurrentHashMap<String, Set<WatchSource>> byResource = new ConcurrentHashMap<>();

  void add(String resource, WatchSource watch) {
    byResource.computeIfAbsent(resource, _ -> ConcurrentHashMap.newKeySet()).add(watch);
  }

  void remove(String resource, WatchSource watch) {
    byResource.getOrDefault(resource, Set.of()).remove(watch);
  }

  void tell(Change change) {
    byResource.getOrDefault(change.resource().storage(), Set.of()).forEach(WatchSource::ring);
  }

  void end(String resource) {
    byResource.getOrDefault(resource, Set.of()).forEach(WatchSource::end);
  }

  int count() {
    return byResource.values().stream().mapToInt(Set::size).sum();
  }
}
