package dev.ordinal.plan.order;

import dev.ordinal.model.SetSpec;
import dev.ordinal.model.number.IntRange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// The ordinals a set wants: the first `replicas` numbers from `start` on that are not reserved.
/// Interval arithmetic throughout: two billion replicas or reserved numbers cost nothing.
///
/// `replicas=4 reserved=1,3` gives `0 2 4 5`.
public final class Ordinals {
  private final int start;
  private final int replicas;
  private final TreeMap<Integer, Gap> byFirst = new TreeMap<>();
  private final TreeMap<Long, Gap> byRank = new TreeMap<>();

  /// Reserved numbers, and how many unreserved ones the set has below them.
  private record Gap(IntRange range, long rank) {}

  private Ordinals(int start, int replicas) {
    this.start = start;
    this.replicas = replicas;
  }

  public static Ordinals of(SetSpec spec) {
    return of(spec.start(), spec.replicas(), spec.reserved());
  }

  public static Ordinals of(int start, int replicas, List<IntRange> reserved) {
    var ordinals = new Ordinals(start, replicas);
    var sorted = new ArrayList<>(reserved);
    sorted.sort(Comparator.comparingInt(IntRange::from).thenComparingInt(IntRange::to));
    var next = (long) start;
    var taken = 0L;
    for (var range : sorted) {
      if (range.to() >= next) {
        var from = (int) Math.max(next, range.from());
        ordinals.add(new Gap(new IntRange(from, range.to()), from - (long) start - taken));
        taken += (long) range.to() - from + 1;
        next = (long) range.to() + 1;
      }
    }
    return ordinals;
  }

  /// Of two gaps side by side, which have the same rank, the later one counts.
  private void add(Gap gap) {
    byFirst.put(gap.range().from(), gap);
    byRank.put(gap.rank(), gap);
  }

  public boolean contains(int ordinal) {
    return ordinal >= start && !isReserved(ordinal) && rank(ordinal) < replicas;
  }

  public boolean isReserved(int ordinal) {
    var below = byFirst.floorEntry(ordinal);
    return below != null && below.getValue().range().contains(ordinal);
  }

  /// How many wanted numbers lie below this one, wherever the set ends.
  public long rank(int ordinal) {
    var below = byFirst.lowerEntry(ordinal);
    if (below == null) {
      return Math.max(0, (long) ordinal - start);
    }
    var gap = below.getValue();
    return gap.rank() + Math.max(0, (long) ordinal - gap.range().to() - 1);
  }

  /// Lazily, lowest first. Numbers beyond the last ordinal a name can carry do not exist.
  public IntStream ascending() {
    return IntStream.range(0, replicas)
        .mapToLong(this::at)
        .takeWhile(ordinal -> ordinal <= Integer.MAX_VALUE)
        .mapToInt(Math::toIntExact);
  }

  /// Whether there are as many numbers as the set wants: a name carries none beyond the last one.
  public boolean areEnough() {
    return replicas == 0 || at(replicas - 1) <= Integer.MAX_VALUE;
  }

  private long at(int rank) {
    var below = byRank.floorEntry((long) rank);
    if (below == null) {
      return (long) start + rank;
    }
    var gap = below.getValue();
    return gap.range().to() + 1L + rank - gap.rank();
  }
}
