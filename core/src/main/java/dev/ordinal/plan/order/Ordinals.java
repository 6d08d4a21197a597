package dev.ordinal.plan.order;

import dev.ordinal.model.SetView;
import dev.ordinal.model.number.IntRange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// The ordinals a set wants: the first `replicas` numbers from `start` on that are not reserved.
/// Interval arithmetic throughout: two billion replicas or reserved numbers cost nothing.
///
/// `replicas=4 reserved=1,3` gives `0 2 4 5`.
public final class Ordinals {
  /// A pod's name is also its host name and the value of a label, and both have at most so many
  /// characters. The API server accepts longer names of sets, and then refuses the pods.
  private static final int LONGEST_NAME = 63;

  private final int start;
  private final int replicas;
  private final int highest;
  private final TreeMap<Integer, Gap> byFirst = new TreeMap<>();
  private final TreeMap<Long, Gap> byRank = new TreeMap<>();

  /// Reserved numbers, and how many unreserved ones the set has below them.
  private record Gap(IntRange range, long rank) {}

  private Ordinals(int start, int replicas, int highest) {
    this.start = start;
    this.replicas = replicas;
    this.highest = highest;
  }

  /// Only those that a pod of this set can have in its name.
  public static Ordinals of(SetView set) {
    var spec = set.spec();
    return of(set.name(), spec.start(), spec.replicas(), spec.reserved());
  }

  /// The same of a set with this name and these numbers.
  public static Ordinals of(String set, int start, int replicas, List<IntRange> reserved) {
    var highest = highest(LONGEST_NAME - 1 - set.length());
    return fill(new Ordinals(start, replicas, highest), reserved);
  }

  private static int highest(int digits) {
    return digits <= 0 ? -1 : (int) Math.min(Integer.MAX_VALUE, Math.pow(10, digits) - 1);
  }

  private static Ordinals fill(Ordinals ordinals, List<IntRange> reserved) {
    var sorted = new ArrayList<>(reserved);
    sorted.sort(Comparator.comparingInt(IntRange::from).thenComparingInt(IntRange::to));
    var next = (long) ordinals.start;
    var taken = 0L;
    for (var range : sorted) {
      if (range.to() >= next) {
        var from = (int) Math.max(next, range.from());
        ordinals.add(new Gap(new IntRange(from, range.to()), from - (long) ordinals.start - taken));
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
        .takeWhile(ordinal -> ordinal <= highest)
        .mapToInt(Math::toIntExact);
  }

  /// How many of the wanted pods can exist.
  public long possible() {
    var upToHighest = rank(highest) + (highest >= start && !isReserved(highest) ? 1 : 0);
    return Math.min(replicas, upToHighest);
  }

  /// Why the set cannot have all its pods, and what to write instead.
  public Optional<String> findFault(String set) {
    var possible = possible();
    if (possible >= replicas) {
      return Optional.empty();
    }
    var next = at((int) possible);
    return Optional.of(
        next > Integer.MAX_VALUE
            ? ended(possible)
            : "%s-%d cannot be created: %s".formatted(set, next, tooLong(possible)));
  }

  private String tooLong(long possible) {
    var last = Math.min(Integer.MAX_VALUE, at(replicas - 1));
    var fewer = possible == 0 ? "" : ", or lower spec.replicas to %d".formatted(possible);
    return ("a pod's name is its host name, of at most %d characters: create a set whose"
            + " metadata.name has at most %d characters%s")
        .formatted(LONGEST_NAME, LONGEST_NAME - 1 - Long.toString(last).length(), fewer);
  }

  private String ended(long possible) {
    return ("only %d of %d replicas have an ordinal, since ordinals end at %d: lower"
            + " spec.replicas, ordinals.start or the number of reserveOrdinals")
        .formatted(possible, replicas, Integer.MAX_VALUE);
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
