package dev.ordinal.sim.law;

import dev.ordinal.model.InPlaceState;
import dev.ordinal.model.PodView;
import dev.ordinal.model.UpdateStrategy.Rolling;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.Action.Purpose;
import dev.ordinal.sim.virtual.RequestRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Traffic is away, and has been for the grace period, before containers change; and it comes back
/// when the containers that run are those of the spec.
final class GatesTellTheTruth implements Law {
  private static final String GATE = "InPlaceUpdateReady";

  @Override
  public Optional<String> judge(ClusterHistory history, RequestRecord sent) {
    var pod = history.pods.get(sent.request().name());
    if (pod == null || !pod.hasGate(GATE) || history.isContested || history.isJustRestored()) {
      return Optional.empty();
    }
    return switch (RequestSorts.purpose(sent).orElse(Purpose.ADOPT)) {
      case UPDATE -> changesImage(sent.request().body()) ? before(pod, sent) : Optional.empty();
      case OPEN_GATE -> after(pod);
      default -> Optional.empty();
    };
  }

  private static boolean changesImage(Json.Obj body) {
    return !body.object("spec").items("containers").isEmpty();
  }

  private static Optional<String> before(PodView pod, RequestRecord sent) {
    var gate = pod.findCondition(GATE);
    if (gate.isEmpty() || gate.get().isTrue()) {
      return Optional.of(pod.name() + " is changed while it has traffic");
    }
    return isEarly(pod, sent, gate.get())
        ? Optional.of(pod.name() + " is changed before its grace period is over")
        : Optional.empty();
  }

  /// A change that waits keeps its own grace period; one that has never waited has that of the
  /// spec. The later batches of a change follow when the earlier ones are done.
  private static boolean isEarly(PodView pod, RequestRecord sent, PodView.Condition gate) {
    var state = pod.inPlace();
    var grace = state.flatMap(InPlaceState::grace);
    if (grace.isPresent()) {
      return state.get().since().plus(grace.get().period()).isAfter(clock(sent));
    }
    var isLaterBatch = state.filter(begun -> !begun.next().isEmpty()).isPresent();
    var wait =
        sent.seen().orElseThrow().spec().update() instanceof Rolling rolling
            ? rolling.inPlace().grace()
            : Duration.ZERO;
    return !isLaterBatch
        && !wait.isZero()
        && gate.since().filter(since -> since.plus(wait).isAfter(clock(sent))).isPresent();
  }

  private static Instant clock(RequestRecord sent) {
    return sent.sentAt().plus(sent.skew());
  }

  private static Optional<String> after(PodView pod) {
    return pod.containers().stream()
        // One that has never run gets no traffic, whatever the gate is.
        .filter(container -> !container.isNamed() && !container.imageId().isEmpty())
        .map(
            container -> pod.name() + " gets traffic while " + container.name() + " is not updated")
        .findFirst();
  }
}
