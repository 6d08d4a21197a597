package dev.ordinal.plan;

import dev.ordinal.model.IntRange;
import dev.ordinal.model.SetSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// The ordinals a set wants: the first `replicas` numbers from `start` on that are not reserved.
/// Interval arithmetic throughout: two billion replicas or reserved numbers cost nothing.
///
/// `replicas=4 reserved=1,3` gives `0 2 4 5`.
public final class Ordinals {
  private final int start;
  private final int replicas;
  private final List<Gap> gaps;

  /// Reserved numbers, and how many unreserved ones the set has below them.
  private record Gap(IntRange range, long rank) {
    long size() {
      return (long) range.to() - range.from() + 1;
    }
  }

  private Ordinals(int start, int replicas, List<Gap> gaps) {
    this.start = start;
    this.replicas = replicas;
    this.gaps = gaps;
  }

  public static Ordinals of(SetSpec spec) {
    return of(spec.start(), spec.replicas(), spec.reserved());
  }

  public static Ordinals of(int start, int replicas, List<IntRange> reserved) {
    var sorted = new ArrayList<>(reserved);
    sorted.sort(Comparator.comparingInt(IntRange::from).thenComparingInt(IntRange::to));
    var gaps = new ArrayList<Gap>();
    var next = (long) start;
    var taken = 0L;
    for (var range : sorted) {
      if (range.to() >= next) {
        var from = (int) Math.max(next, range.from());
        gaps.add(new Gap(new IntRange(from, range.to()), from - (long) start - taken));
        taken += (long) range.to() - from + 1;
        next = (long) range.to() + 1;
      }
    }
    return new Ordinals(start, replicas, gaps);
  }

  public boolean contains(int ordinal) {
    return ordinal >= start && !isReserved(ordinal) && rank(ordinal) < replicas;
  }

  public boolean isReserved(int ordinal) {
    return gaps.stream().anyMatch(gap -> gap.range().contains(ordinal));
  }

  /// How many wanted numbers lie below this one, wherever the set ends.
  public long rank(int ordinal) {
    var reserved = 0L;
    for (var gap : gaps) {
      if (gap.range().from() >= ordinal) {
        break;
      }
      reserved += Math.min(gap.range().to(), ordinal - 1L) - gap.range().from() + 1;
    }
    return Math.max(0, (long) ordinal - start - reserved);
  }

  /// Lazily, lowest first. Numbers beyond the last ordinal a name can carry do not exist.
  public IntStream ascending() {
    return IntStream.range(0, replicas)
        .mapToLong(this::at)
        .takeWhile(ordinal -> ordinal <= Integer.MAX_VALUE)
        .mapToInt(Math::toIntExact);
  }

  private long at(int rank) {
    var ordinal = (long) start + rank;
    for (var gap : gaps) {
      if (gap.rank() > rank) {
        break;
      }
      ordinal += gap.size();
    }
    return ordinal;
  }
}
