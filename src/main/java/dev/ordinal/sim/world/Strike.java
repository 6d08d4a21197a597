package dev.ordinal.sim.world;

/// What befalls one request.
public enum Strike {
  /// It never arrives.
  LOST,
  /// It takes effect, and nobody hears of it.
  LOST_REPLY,
  /// The server has too much to do.
  BUSY,
  /// The server fails.
  BROKEN,
  /// Someone else was faster.
  CONFLICT,
  /// The reply takes half a minute.
  SLOW,
  /// The controller dies before it sends it.
  CRASH_BEFORE,
  /// The controller dies before it hears the reply.
  CRASH_AFTER;

  /// Whether reading can meet with it as well as writing.
  boolean hitsReads() {
    return this == LOST || this == BUSY || this == BROKEN || this == SLOW;
  }
}
