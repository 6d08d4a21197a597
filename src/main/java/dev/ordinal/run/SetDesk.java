package dev.ordinal.run;

import dev.ordinal.plan.Plan;
import dev.ordinal.plan.Snapshot.Recall;
import dev.ordinal.plan.Snapshot.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// What we remember of one set between two plans; all of it may be lost in a crash.
final class SetDesk {
  final Failures failures = new Failures();
  final StatusPace pace = new StatusPace();
  final TreeSet<Doubt> doubts = new TreeSet<>();
  final TreeSet<String> takenRevisions = new TreeSet<>();
  Optional<Verdict> verdict = Optional.empty();
  TreeSet<Plan.Notice> told = new TreeSet<>();

  Recall recall() {
    return new Recall(failures.all(), verdict, List.copyOf(takenRevisions));
  }

  /// Those of the notices that the user has not been told yet.
  List<Plan.Notice> news(List<Plan.Notice> notices) {
    var fresh = notices.stream().filter(notice -> !told.contains(notice)).distinct().toList();
    told = new TreeSet<>(notices);
    return fresh;
  }
}
