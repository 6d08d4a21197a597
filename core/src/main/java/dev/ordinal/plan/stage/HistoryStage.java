package dev.ordinal.plan.stage;

import dev.ordinal.model.PodView;
import dev.ordinal.plan.Action;
import java.util.TreeSet;

/// Removes revisions that no pod and no rollback needs, oldest first. A negative limit keeps all.
///
/// `history=0 revisions=v1,v2 0:v2:ready` → `forget v1`
final class HistoryStage {
  private HistoryStage() {}

  static void apply(Round round) {
    var set = round.seen().set();
    var limit = set.spec().historyLimit();
    var live = new TreeSet<String>();
    live.add(round.revisions().current().name());
    live.add(round.revisions().update().name());
    // The status is written after this: until then others read of them there.
    live.add(set.status().currentRevision());
    live.add(set.status().updateRevision());
    round.roster().pods().values().stream().map(PodView::revision).forEach(live::add);
    var spare =
        RevisionStage.known(round.seen()).stream()
            .filter(revision -> !live.contains(revision.name()))
            .toList();
    if (limit >= 0) {
      spare.stream()
          .limit(Math.max(0, spare.size() - limit))
          .filter(revision -> !revision.meta().isTerminating())
          .map(revision -> new Action.DeleteRevision(revision.name(), revision.uid()))
          .forEach(round.plan()::tidy);
    }
  }
}
