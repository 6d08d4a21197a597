package dev.ordinal.plan.stage;

import dev.ordinal.model.Names;
import dev.ordinal.model.RevisionView;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.ahead.PreDownload;
import java.util.ArrayList;

/// Has images pulled to the nodes of outdated pods before their turn comes; the rollout does not
/// wait for it. The jobs go with the rollout, or with the template they were for.
///
/// `ahead inPlace template=v2 replicas=5` → `pull v2-main > patch v2 AHEAD`
final class PullAheadStage {
  private PullAheadStage() {}

  static void apply(Round round) {
    var isDue = isDue(round);
    var update = round.revisions().update();
    for (var job : round.seen().jobs()) {
      var isOfUse = isDue && PreDownload.isFor(update, job.name());
      if (!isOfUse && !job.meta().isTerminating()) {
        round.plan().tidy(new Action.DeleteJob(job.name(), job.uid()));
      }
    }
    if (isDue && !round.template().isRefused()) {
      ask(round, update);
    }
  }

  /// The last pod may have its update before the rollout is called over.
  private static boolean isDue(Round round) {
    var update = round.revisions().update().name();
    return round.revisions().isUpdateDue()
        && round.roster().desired().stream().anyMatch(pod -> !pod.revision().equals(update));
  }

  private static void ask(Round round, RevisionView update) {
    var known = round.seen().jobs().stream().map(job -> job.name()).toList();
    var jobs =
        PreDownload.jobs(
            round.seen().set(), round.revisions().current(), update, updatedReady(round));
    if (!jobs.isEmpty()) {
      var chain = new ArrayList<Action>();
      jobs.forEach((name, body) -> chain.add(new Action.CreateJob(name, body)));
      chain.removeIf(job -> known.contains(job.target()));
      chain.add(noted(update));
      round.plan().tidy(chain.toArray(Action[]::new));
    }
  }

  private static long updatedReady(Round round) {
    var newest = round.revisions().update().name();
    return round.roster().pods().values().stream()
        .filter(pod -> pod.revision().equals(newest) && pod.isReady())
        .count();
  }

  /// Notes that the images of this revision have been asked for: a job does not last as long as a
  /// rollout may.
  private static Action noted(RevisionView update) {
    var metadata =
        Json.of("uid", Json.of(update.uid()))
            .with("labels", Json.of(Names.AHEAD_LABEL, Json.of("true")));
    return new Action.PatchRevision(
        update.name(), Action.Purpose.AHEAD, Json.of("metadata", metadata));
  }
}
