package dev.ordinal.model.number;

/// A number of pods, plain or as a percentage of the replicas (the API's IntOrString).
public sealed interface Amount {
  record Count(int value) implements Amount {}

  record Percent(int value) implements Amount {}

  /// Rounds down but never below one: a budget of zero would be a rollout that hangs.
  default int of(int replicas) {
    return switch (this) {
      case Count(var value) -> Math.max(1, value);
      case Percent(var value) -> Math.clamp((long) value * replicas / 100, 1, Integer.MAX_VALUE);
    };
  }
}
