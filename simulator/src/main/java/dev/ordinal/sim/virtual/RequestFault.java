package dev.ordinal.sim.virtual;

import dev.ordinal.run.ask.ApiRequest;
import dev.ordinal.run.ask.Outcome;
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
  /// Another writer was faster.
  CONFLICT,
  /// The reply takes half a minute.
  SLOW,
  /// The controller crashes before it sends the request.
  CRASH_BEFORE,
  /// The controller crashes before the reply arrives.
  CRASH_AFTER;

  /// The outcome under this fault of a request that `real` carries out.
  Outcome outcome(ApiRequest request, Supplier<Outcome> real) {
    return switch (this) {
      case LOST, CRASH_BEFORE -> request.lost("the connection was refused", false);
      case BUSY -> request.replied(429, "too many requests", Optional.empty());
      case BROKEN -> request.replied(500, "etcdserver: leader changed", Optional.empty());
      case CONFLICT -> request.replied(409, "the object has been modified", Optional.empty());
      case SLOW -> real.get();
      case LOST_REPLY, CRASH_AFTER -> {
        var _ = real.get();
        yield request.lost("the reply was lost", true);
      }
    };
  }

  boolean isCrash() {
    return this == CRASH_BEFORE || this == CRASH_AFTER;
  }

  /// Whether it can affect reads as well as writes.
  boolean hitsReads() {
    return this == LOST || this == BUSY || this == BROKEN || this == SLOW;
  }
}
