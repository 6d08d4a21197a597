package dev.ordinal.plan.report;

import dev.ordinal.model.SetStatus.Waiting;
import dev.ordinal.plan.Hold;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/// `status.holds`: what waits, the most urgent first, one entry for each name. The list is short,
/// so that a rollout of a thousand pods does not make a status of a thousand lines.
public final class HoldList {
  static final int LONGEST = 10;

  private HoldList() {}

  /// `before` is the list that was reported last: what still waits for the same reason keeps its
  /// time, also through a restart of the controller.
  public static List<Waiting> of(List<Hold> holds, List<Waiting> before, Instant now) {
    var urgent = new ArrayList<>(holds);
    urgent.sort(Comparator.comparing(Hold::severity).reversed());
    var names = new TreeSet<String>();
    return urgent.stream()
        .filter(hold -> names.add(hold.target()))
        .limit(LONGEST)
        .map(hold -> waiting(hold, before, now))
        .toList();
  }

  private static Waiting waiting(Hold hold, List<Waiting> before, Instant now) {
    var since =
        before.stream()
            .filter(old -> old.name().equals(hold.target()))
            .filter(old -> old.reason().equals(hold.reasonName()))
            .map(Waiting::since)
            .findFirst()
            // The API server keeps whole seconds.
            .orElse(now.truncatedTo(ChronoUnit.SECONDS));
    return new Waiting(hold.target(), hold.reasonName(), hold.sentence(), since);
  }
}
