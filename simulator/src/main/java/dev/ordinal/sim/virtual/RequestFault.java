package dev.ordinal.sim.virtual;

import dev.ordinal.run.ask.Answer;
import java.util.Optional;
import java.util.function.Supplier;

/// A fault of one request.
public enum RequestFault {
  /// It never arrives.
  LOST,
  /// It takes effect, and the reply is lost.
  LOST_REPLY,
  /// The server is overloaded.
  BUSY,
  /// The server fails.
  BROKEN,
  /// Another client was faster.
  CONFLICT,
  /// The reply takes half a minute.
  SLOW,
  /// The controller crashes before it sends it.
  CRASH_BEFORE,
  /// The controller crashes before it receives the reply.
  CRASH_AFTER;

  /// What the controller hears; `real` takes effect.
  Answer answer(Supplier<Answer> real) {
    return switch (this) {
      case LOST, CRASH_BEFORE -> new Answer.Lost("the connection was refused", false);
      case BUSY -> new Answer.Replied(429, "too many requests", Optional.empty());
      case BROKEN -> new Answer.Replied(500, "etcdserver: leader changed", Optional.empty());
      case CONFLICT -> new Answer.Replied(409, "the object has been modified", Optional.empty());
      case SLOW -> real.get();
      case LOST_REPLY, CRASH_AFTER -> {
        var _ = real.get();
        yield new Answer.Lost("the reply was lost", true);
      }
    };
  }

  boolean isCrash() {
    return this == CRASH_BEFORE || this == CRASH_AFTER;
  }

  /// Whether it applies to reads as well as to writes.
  boolean hitsReads() {
    return this == LOST || this == BUSY || this == BROKEN || this == SLOW;
  }
}
