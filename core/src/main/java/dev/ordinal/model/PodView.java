package dev.ordinal.model;

import dev.ordinal.model.life.LifecycleState;
import dev.ordinal.model.map.SmallMap;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/// One pod, with only what decisions need: about a kilobyte where the API object has six.
public record PodView(
    Meta meta,
    Phase phase,
    String node,
    List<Condition> conditions,
    List<Container> containers,
    List<Container> initContainers,
    List<String> readinessGates,
    SortedMap<String, String> claims,
    Optional<InPlaceState> inPlace,
    List<Mark> marks)
    implements View {

  public PodView {
    conditions = List.copyOf(conditions);
    containers = List.copyOf(containers);
    initContainers = List.copyOf(initContainers);
    readinessGates = List.copyOf(readinessGates);
    claims = SmallMap.of(claims);
    marks = List.copyOf(marks);
  }

  /// The pod's phase; `NONE` before the API server has set one.
  public enum Phase {
    NONE,
    PENDING,
    RUNNING,
    SUCCEEDED,
    FAILED,
    UNKNOWN
  }

  /// One entry of `status.conditions`. The message is kept where it explains why a pod is not
  /// scheduled, and is empty otherwise.
  public record Condition(
      String type, boolean isTrue, String reason, String message, Optional<Instant> since) {
    public Condition(String type, boolean isTrue, String reason, Optional<Instant> since) {
      this(type, isTrue, reason, "", since);
    }

    /// Whether the message of such a condition is kept.
    public static boolean isExplained(String type, boolean isTrue) {
      return type.equals("PodScheduled") && !isTrue;
    }
  }

  /// A controller that keeps traffic away from the pod, and its reason.
  public record Mark(String userAgent, String key) {}

  /// A container as specified and as last reported. `waiting` is the reason why it does not run;
  /// `isSized` tells whether it has the specified resources, `isNamed` whether its image is
  /// reported under the specified name. `detail` is what the kubelet adds about a container that is
  /// not ready: how it last exited, if `hasExited`, or why it cannot start; empty for a ready one.
  public record Container(
      String name,
      String image,
      String imageId,
      String containerId,
      int restarts,
      boolean isReady,
      String waiting,
      boolean isSized,
      boolean isNamed,
      String detail,
      boolean hasExited) {
    public Container(
        String name,
        String image,
        String imageId,
        String containerId,
        int restarts,
        boolean isReady,
        String waiting,
        boolean isSized,
        boolean isNamed) {
      this(
          name,
          image,
          imageId,
          containerId,
          restarts,
          isReady,
          waiting,
          isSized,
          isNamed,
          "",
          false);
    }
  }

  /// A loop, since every plan asks this of every pod several times.
  public Optional<Condition> findCondition(String type) {
    for (var condition : conditions) {
      if (condition.type().equals(type)) {
        return Optional.of(condition);
      }
    }
    return Optional.empty();
  }

  public boolean isTerminating() {
    return meta.isTerminating();
  }

  /// Failed or Succeeded: the containers have ended and are not restarted.
  public boolean isTerminal() {
    return phase == Phase.FAILED || phase == Phase.SUCCEEDED;
  }

  public boolean isCreated() {
    return phase != Phase.NONE;
  }

  public boolean isReady() {
    if (phase == Phase.RUNNING) {
      for (var condition : conditions) {
        if (condition.type().equals("Ready")) {
          return condition.isTrue();
        }
      }
    }
    return false;
  }

  public boolean hasGate(String condition) {
    return readinessGates.contains(condition);
  }

  /// The state of the pod between its hooks, by its label.
  public LifecycleState lifecycleState() {
    return LifecycleState.of(meta.label(Names.LIFECYCLE_LABEL));
  }

  /// Whether the pod is in no transitional lifecycle state; an unknown state counts as none.
  public boolean isNormal() {
    return lifecycleState() == LifecycleState.NORMAL;
  }

  /// When the pod counts as available, if nothing changes until then; empty while it is not ready.
  public Optional<Instant> availableAt(Duration minReady) {
    return isTerminating() ? Optional.empty() : readyFor(minReady);
  }

  public boolean isAvailable(Duration minReady, Instant now) {
    return !isTerminating() && isServing(minReady, now);
  }

  /// The same for the status, where a terminating pod that is still ready counts, as natively.
  public boolean isServing(Duration minReady, Instant now) {
    return minReady.isZero()
        ? isReady() && isNormal()
        : readyFor(minReady).filter(at -> !at.isAfter(now)).isPresent();
  }

  /// Without a minimum the time is ignored, as natively: the clock of a node may be wrong.
  private Optional<Instant> readyFor(Duration minReady) {
    if (!isReady() || !isNormal()) {
      return Optional.empty();
    }
    return minReady.isZero()
        ? Optional.of(Instant.EPOCH)
        : findCondition("Ready").flatMap(Condition::since).map(since -> since.plus(minReady));
  }

  /// The same pod, ready since another time.
  public PodView readySince(Instant since) {
    var changed =
        conditions.stream()
            .map(
                each ->
                    each.type().equals("Ready")
                        ? new Condition(
                            each.type(), each.isTrue(), each.reason(), Optional.of(since))
                        : each)
            .toList();
    return new PodView(
        meta,
        phase,
        node,
        changed,
        containers,
        initContainers,
        readinessGates,
        claims,
        inPlace,
        marks);
  }

  public String revision() {
    return meta.label(Names.REVISION_LABEL);
  }
}
