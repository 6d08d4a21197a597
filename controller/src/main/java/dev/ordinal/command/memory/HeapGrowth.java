package dev.ordinal.command.memory;

/// Decides when the old generation has grown so much that a full collection is worth its pause.
///
/// @param live the bytes that the last full collection left
record HeapGrowth(long live) {
  /// A small heap grows by so much first: a pause for less would give little back.
  private static final long LEAST = 8 << 20;

  /// Half of what lives: memory stays in proportion to the cluster, and a bigger heap, whose
  /// collection takes longer, is collected less often.
  boolean isDue(long used) {
    return used - live >= Math.max(LEAST, live / 2);
  }
}
