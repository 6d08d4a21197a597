package dev.ordinal.bench.peers;

/// What a process tells of its memory: allocated since it began, and how long collections stopped
/// it. `heapBytes` includes garbage unless a collection has just run.
record Vitals(
    double allocatedBytes, double heapBytes, double pauseSeconds, double longestPauseSeconds) {
  static final Vitals NONE = new Vitals(0, 0, 0, 0);

  /// Where the figures come from.
  interface Source {
    Vitals read();

    /// After a collection.
    Vitals collected();
  }
}
