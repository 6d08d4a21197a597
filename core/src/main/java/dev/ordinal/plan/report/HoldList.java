package dev.ordinal.plan.report;

import dev.ordinal.model.Names;
import dev.ordinal.model.SetStatus.Waiting;
import dev.ordinal.model.SetView;
import dev.ordinal.plan.Hold;
import dev.ordinal.plan.HoldReason;
import dev.ordinal.plan.Severity;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/// `status.holds`: what waits, causes before consequences and then by ordinal, one entry for each
/// name. The list is short, so that a rollout of a thousand pods does not make a status of a
/// thousand lines.
public final class HoldList {
  public static final int LONGEST = 10;

  private HoldList() {}

  /// What still waits for the reason that was reported last keeps its time, also through a restart
  /// of the controller.
  public static List<Waiting> of(List<Hold> holds, SetView set, Instant now) {
    var urgent = new ArrayList<Ranked>(holds.size());
    holds.forEach(hold -> urgent.add(new Ranked(rank(hold, set), hold)));
    urgent.sort(Comparator.comparingLong(Ranked::rank));
    var names = new TreeSet<String>();
    return urgent.stream()
        .map(Ranked::hold)
        .filter(hold -> names.add(hold.target()))
        .limit(LONGEST)
        .map(hold -> waiting(hold, set, now))
        .toList();
  }

  /// A hold and its place in the order, which is found once: there may be one for each pod.
  private record Ranked(long rank, Hold hold) {}

  /// Causes before consequences, a pause after other waits, which it does not end, and then by
  /// ordinal.
  public static Comparator<Hold> order(SetView set) {
    return Comparator.comparingLong(hold -> rank(hold, set));
  }

  private static long rank(Hold hold, SetView set) {
    var mildness = Severity.ALARM.compareTo(hold.severity());
    var pause = hold.reason() instanceof HoldReason.Paused ? 1 : 0;
    return ((mildness * 2L + pause) << Integer.SIZE) + Names.ordinal(set.name(), hold.target());
  }

  private static Waiting waiting(Hold hold, SetView set, Instant now) {
    return new Waiting(hold.target(), hold.reasonName(), hold.sentence(), since(hold, set, now));
  }

  /// From when on the target has waited for this reason, as far as the status tells.
  public static Instant since(Hold hold, SetView set, Instant now) {
    return set.status().holds().stream()
        .filter(old -> old.name().equals(hold.target()))
        .filter(old -> old.reason().equals(hold.reasonName()))
        .map(Waiting::since)
        .findFirst()
        // The API server keeps whole seconds.
        .orElse(now.truncatedTo(ChronoUnit.SECONDS));
  }
}
