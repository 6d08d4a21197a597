package dev.ordinal.sim.law;

import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.model.SetStatus;
import dev.ordinal.model.SetStatus.Condition;
import dev.ordinal.model.SetView;
import dev.ordinal.plan.inplace.Completion;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A set for which the controller writes nothing for minutes is done, or its status says what it
/// waits for, in a sentence.
final class WaitsAreExplained implements Law {
  /// More than the longest time for which a watch shows nothing, and the longest back-off.
  private static final Duration LIMIT = Duration.ofMinutes(3);

  private String due = "";
  private Instant since = Instant.MAX;

  @Override
  public Optional<String> judge(ClusterHistory history) {
    var now =
        Optional.ofNullable(history.sets.get("web"))
            .filter(set -> !set.meta().isTerminating() && !history.isContested)
            .map(set -> silence(history, set))
            .orElse("");
    if (now.isEmpty() || !now.equals(due)) {
      due = now;
      since = history.now();
    }
    since = since.isBefore(history.lastWrite) ? history.lastWrite : since;
    return now.isEmpty() || since.plus(LIMIT).isAfter(history.now())
        ? Optional.empty()
        : Optional.of(now);
  }

  /// What is not done and not explained either; empty if there is nothing.
  private static String silence(ClusterHistory history, SetView set) {
    var status = set.status();
    var undone = undone(history, set);
    var isToldReady = status.findCondition("Ready").filter(Condition::isTrue).isPresent();
    var isRead = status.observedGeneration() == set.meta().generation();
    if (undone.isEmpty() && isRead && isToldReady) {
      return "";
    }
    return isExplained(status)
        ? ""
        : "%s is at rest, neither done nor explained: Ready is %s, %s left to do, at generation %d of %d"
            .formatted(
                set.name(),
                status.findCondition("Ready").map(WaitsAreExplained::words).orElse("missing"),
                undone,
                status.observedGeneration(),
                set.meta().generation());
  }

  private static String words(Condition ready) {
    return "%s (%s: %s)".formatted(ready.status(), ready.reason(), ready.message());
  }

  /// The pods that are not as the spec asks for, by name.
  private static List<String> undone(ClusterHistory history, SetView set) {
    var wanted =
        ClusterHistory.wanted(set.spec()).stream()
            .map(ordinal -> set.name() + "-" + ordinal)
            .collect(Collectors.toCollection(TreeSet::new));
    var members = history.membersOf(set);
    var kept = kept(set, members);
    var well =
        members.stream()
            .filter(pod -> isWell(history, set, pod))
            .filter(pod -> kept.contains(pod.name()) || isUpdated(set, pod))
            .map(PodView::name)
            .toList();
    return Stream.concat(wanted.stream(), members.stream().map(PodView::name))
        .distinct()
        .filter(name -> !wanted.contains(name) || !well.contains(name))
        .toList();
  }

  private static boolean isUpdated(SetView set, PodView pod) {
    return pod.revision().equals(set.status().updateRevision());
  }

  /// The outdated pods, if the message counts them as those that stay so.
  private static List<String> kept(SetView set, List<PodView> members) {
    var wanted = ClusterHistory.wanted(set.spec());
    var old =
        members.stream()
            .filter(pod -> wanted.contains(Names.ordinal(set.name(), pod.name())))
            .filter(pod -> !isUpdated(set, pod))
            .map(PodView::name)
            .toList();
    var isTold =
        set.status()
            .findCondition("Ready")
            .filter(ready -> ready.message().contains("; %d ".formatted(old.size())))
            .isPresent();
    return isTold ? old : List.of();
  }

  private static boolean isWell(ClusterHistory history, SetView set, PodView pod) {
    return pod.isNormal()
        && Completion.isComplete(pod)
        && history.hasServedFor(pod.name(), set.spec().minReady());
  }

  /// `Scaling` and `Updating` say that pods move, which is no reason to stand still.
  private static boolean isExplained(SetStatus status) {
    return status.holds().stream()
            .anyMatch(hold -> !hold.reason().isBlank() && !hold.message().isBlank())
        || status
            .findCondition("Ready")
            .filter(ready -> ready.status().equals("False"))
            .filter(ready -> !List.of("Ready", "Scaling", "Updating").contains(ready.reason()))
            .filter(ready -> !ready.reason().isBlank() && !ready.message().isBlank())
            .isPresent();
  }
}
