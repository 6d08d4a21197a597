package dev.ordinal.plan.stage;

import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.model.SetView;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Action.Purpose;
import dev.ordinal.plan.body.Bodies;

/// Puts the labels of its name and ordinal back on a pod that has lost them: services find it by
/// them.
///
/// `0:v1:ready:nameless` → `patch web-0 IDENTITY`
final class IdentityStage {
  private IdentityStage() {}

  static void apply(Round round) {
    for (var pod : round.roster().desired()) {
      var isNamed = pod.meta().label(Names.POD_NAME_LABEL).equals(pod.name());
      if (!isNamed && !pod.isTerminating() && !round.plan().isMoving(pod.name())) {
        var body = identity(round.seen().set(), pod);
        round.plan().tidy(new Action.PatchPod(pod.name(), Purpose.IDENTITY, body));
      }
    }
  }

  private static Json.Obj identity(SetView set, PodView pod) {
    var labels = Bodies.identity(Json.EMPTY, set, Names.ordinal(set.name(), pod.name()));
    return Json.of("metadata", Json.of("uid", Json.of(pod.uid())).with("labels", labels));
  }
}
