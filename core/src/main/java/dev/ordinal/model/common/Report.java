package dev.ordinal.model.common;

/// What the controller tells about an object in its status.
public interface Report {
  /// The part that people and scripts wait for; the rest are counters, which may lag a little.
  Object headline();
}
