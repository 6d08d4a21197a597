package dev.ordinal.cli.change;

import dev.ordinal.model.Names;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.number.IntRange;
import dev.ordinal.plan.order.Ordinals;
import dev.ordinal.view.OrdinalRow;
import dev.ordinal.view.OrdinalState;
import dev.ordinal.view.SetOverview;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The ordinals that a set leaves out, as numbers and ranges.
record Reservation(List<IntRange> ranges) {
  private static final Pattern WORD = Pattern.compile("(\\d{1,10})(?:-(\\d{1,10}))?");

  /// As many pods as the view of a set shows.
  private static final int MOST = 20_000;

  Reservation {
    ranges = List.copyOf(ranges);
  }

  static Reservation of(SetOverview set) {
    return new Reservation(set.goal().reserved());
  }

  /// Reads numbers and ranges as users write them: `3`, `5-7`.
  static Reservation of(List<String> words) {
    return new Reservation(words.stream().map(Reservation::range).toList());
  }

  private static IntRange range(String word) {
    var found = WORD.matcher(word);
    if (found.matches()) {
      var from = Long.parseLong(found.group(1));
      var to = found.group(2) == null ? from : Long.parseLong(found.group(2));
      if (from <= to && to <= Integer.MAX_VALUE) {
        return new IntRange((int) from, (int) to);
      }
    }
    throw new IllegalArgumentException(
        "'%s' is no ordinal: write a number such as 3, or a range such as 5-7.".formatted(word));
  }

  /// With those of the others that are missing; what is there already stays as it is written.
  Reservation plus(Reservation others) {
    var all = new ArrayList<>(ranges);
    others.ranges.forEach(
        other -> all.addAll(new Reservation(List.of(other)).minus(new Reservation(all)).ranges));
    return new Reservation(all);
  }

  /// Without those of the others: a range may lose its middle.
  Reservation minus(Reservation others) {
    var left = ranges.stream();
    for (var other : others.ranges) {
      left = left.flatMap(range -> minus(range, other));
    }
    return new Reservation(left.toList());
  }

  private static Stream<IntRange> minus(IntRange range, IntRange gone) {
    if (gone.to() < range.from() || range.to() < gone.from()) {
      return Stream.of(range);
    }
    var left = Stream.<IntRange>builder();
    if (range.from() < gone.from()) {
      left.add(new IntRange(range.from(), gone.from() - 1));
    }
    if (gone.to() < range.to()) {
      left.add(new IntRange(gone.to() + 1, range.to()));
    }
    return left.build();
  }

  /// Brings this into the spec, with the pods that come and go because of that.
  ChangeRequest request(SetOverview set) {
    return ChangeRequest.ofSpec(
        set,
        Json.of("reserveOrdinals", Json.of(ranges.stream().map(Reservation::json).toList())),
        "reserveOrdinals: %s becomes %s".formatted(of(set), this),
        effect(set));
  }

  private List<String> effect(SetOverview set) {
    var before = of(set).ordinals(set);
    var after = ordinals(set);
    var gone =
        set.ordinals().stream()
            .filter(row -> before.contains(row.ordinal()) && !after.contains(row.ordinal()))
            .filter(row -> !row.facts().uid().isEmpty() && row.state() != OrdinalState.FOREIGN)
            .map(OrdinalRow::pod)
            .toList()
            .reversed();
    var created =
        after
            .ascending()
            .limit(MOST)
            .filter(ordinal -> !before.contains(ordinal))
            .mapToObj(ordinal -> Names.pod(set.key().name(), ordinal))
            .toList();
    var lines = new ArrayList<String>();
    if (!gone.isEmpty()) {
      lines.add("deleted: " + String.join(", ", gone));
    }
    if (!created.isEmpty()) {
      lines.add("created: " + String.join(", ", created));
    }
    return lines.isEmpty() ? List.of("no pod is created or deleted by this") : lines;
  }

  private Ordinals ordinals(SetOverview set) {
    var goal = set.goal();
    return Ordinals.of(set.key().name(), goal.start(), goal.replicas(), ranges);
  }

  private static Json json(IntRange range) {
    return range.from() == range.to() ? Json.of(range.from()) : Json.of(text(range));
  }

  private static String text(IntRange range) {
    return range.from() == range.to()
        ? Integer.toString(range.from())
        : range.from() + "-" + range.to();
  }

  /// As users write it.
  @Override
  public String toString() {
    return ranges.isEmpty()
        ? "none"
        : ranges.stream().map(Reservation::text).collect(Collectors.joining(", "));
  }
}
