package dev.ordinal.model.number;

/// A non-empty range of whole numbers, both ends included.
public record IntRange(int from, int to) {
  public IntRange {
    if (from > to) {
      throw new IllegalArgumentException("empty range " + from + "-" + to);
    }
  }

  public boolean contains(int value) {
    return from <= value && value <= to;
  }
}
