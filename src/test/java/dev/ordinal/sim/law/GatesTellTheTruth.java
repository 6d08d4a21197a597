package dev.ordinal.sim.law;

import dev.ordinal.model.Json;
import dev.ordinal.model.PodView;
import dev.ordinal.model.UpdateStrategy.Rolling;
import dev.ordinal.model.life.InPlaceState;
import dev.ordinal.plan.Action.Purpose;
import dev.ordinal.sim.world.Move;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Traffic is away, and has been for the grace period, before containers change; and it comes back
/// when the containers that run are those of the spec.
final class GatesTellTheTruth implements Law {
  private static final String GATE = "InPlaceUpdateReady";

  @Override
  public Optional<String> judge(Truth truth, Move move) {
    var pod = truth.pods.get(move.call().name());
    if (pod == null || !pod.hasGate(GATE) || truth.isContested) {
      return Optional.empty();
    }
    return switch (Moves.purpose(move).orElse(Purpose.ADOPT)) {
      case UPDATE -> changesImage(move.call().body()) ? before(pod, move) : Optional.empty();
      case OPEN_GATE -> after(pod);
      default -> Optional.empty();
    };
  }

  private static boolean changesImage(Json.Obj body) {
    return !body.object("spec").items("containers").isEmpty();
  }

  private static Optional<String> before(PodView pod, Move move) {
    var gate = pod.findCondition(GATE);
    if (gate.isEmpty() || gate.get().isTrue()) {
      return Optional.of(pod.name() + " is changed while it has traffic");
    }
    return isEarly(pod, move, gate.get())
        ? Optional.of(pod.name() + " is changed before its grace period is over")
        : Optional.empty();
  }

  /// A change that waits keeps its own time; one that has never waited is judged by the spec. The
  /// later batches of a change come when the earlier ones are there.
  private static boolean isEarly(PodView pod, Move move, PodView.Condition gate) {
    var state = pod.inPlace();
    var grace = state.flatMap(InPlaceState::grace);
    if (grace.isPresent()) {
      return state.get().since().plus(grace.get().period()).isAfter(clock(move));
    }
    var isLaterBatch = state.filter(begun -> !begun.next().isEmpty()).isPresent();
    var wait =
        move.seen().orElseThrow().spec().update() instanceof Rolling rolling
            ? rolling.inPlace().grace()
            : Duration.ZERO;
    return !isLaterBatch
        && !wait.isZero()
        && gate.since().filter(since -> since.plus(wait).isAfter(clock(move))).isPresent();
  }

  private static Instant clock(Move move) {
    return move.sentAt().plus(move.skew());
  }

  private static Optional<String> after(PodView pod) {
    return pod.containers().stream()
        // One that has never run gets no traffic, whatever the gate says.
        .filter(container -> !container.isNamed() && !container.imageId().isEmpty())
        .map(
            container -> pod.name() + " gets traffic while " + container.name() + " is not updated")
        .findFirst();
  }
}
