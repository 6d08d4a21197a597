package dev.ordinal.bench.peers;

/// A step of the benchmark, as reports name it.
record Step(Family family, String title) {

  /// Steps that are judged alike.
  enum Family {
    PARALLEL,
    ORDERED,
    GATED,
    IN_PLACE,
    /// As many pods as the native controller needs most of a minute for at its own limits.
    THOUSAND,
    MANY_SETS,
    IDLE,
    QUIET,
    NOISY,
    START_IDLE,
    START_BUSY;

    /// How fast a rollout goes is what counts here.
    boolean isRollout() {
      return switch (this) {
        case PARALLEL, ORDERED, GATED, IN_PLACE, THOUSAND, MANY_SETS -> true;
        case IDLE, QUIET, NOISY, START_IDLE, START_BUSY -> false;
      };
    }

    boolean isParallel() {
      return isRollout() && this != ORDERED;
    }
  }
}
