package dev.ordinal.run;

import dev.ordinal.model.PodView;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Corrects the Ready times of pods on nodes with a fast clock. A Ready time in the future counts
/// from when it was first seen, and still does when that time has come.
final class ReadyTimes {
  private final TreeMap<String, Sighting> byPod = new TreeMap<>();

  /// The time that the node wrote, and when it was first seen.
  private record Sighting(Instant claimed, Instant seen) {}

  List<PodView> corrected(List<PodView> pods, Instant now) {
    if (byPod.isEmpty() && pods.stream().noneMatch(pod -> isAhead(pod, now))) {
      return pods;
    }
    byPod.keySet().retainAll(pods.stream().map(PodView::uid).collect(Collectors.toSet()));
    return pods.stream().map(pod -> corrected(pod, now)).toList();
  }

  private PodView corrected(PodView pod, Instant now) {
    var claimed = readySince(pod);
    var known = Optional.ofNullable(byPod.get(pod.uid()));
    if (claimed.isPresent() && known.map(Sighting::claimed).equals(claimed)) {
      return pod.readySince(known.orElseThrow().seen());
    }
    byPod.remove(pod.uid());
    if (claimed.isEmpty() || !claimed.get().isAfter(now)) {
      return pod;
    }
    byPod.put(pod.uid(), new Sighting(claimed.get(), now));
    return pod.readySince(now);
  }

  private static boolean isAhead(PodView pod, Instant now) {
    var since = readySince(pod);
    return since.isPresent() && since.get().isAfter(now);
  }

  private static Optional<Instant> readySince(PodView pod) {
    return pod.findCondition("Ready")
        .filter(PodView.Condition::isTrue)
        .flatMap(PodView.Condition::since);
  }
}
