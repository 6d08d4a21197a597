package dev.ordinal.sim.law;

import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.model.SetView;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Action.Cause;
import dev.ordinal.plan.Action.Purpose;
import dev.ordinal.run.ask.ApiRequest;
import dev.ordinal.sim.virtual.RequestRecord;
import java.util.EnumSet;
import java.util.Optional;

/// Classifies requests.
final class RequestSorts {
  private RequestSorts() {}

  /// Why a pod is deleted, if one is.
  static Optional<Cause> cause(RequestRecord sent) {
    return sent.action()
        .map(action -> action instanceof Action.DeletePod delete ? delete.cause() : null);
  }

  /// What a pod is patched for, if one is.
  static Optional<Purpose> purpose(RequestRecord sent) {
    return sent.action()
        .map(
            action ->
                switch (action) {
                  case Action.PatchPod patch -> patch.purpose();
                  case Action.PatchPodStatus patch -> patch.purpose();
                  default -> null;
                });
  }

  /// Takes a pod down, or out of service, for another template.
  static boolean isUpdate(RequestRecord sent) {
    return cause(sent).filter(EnumSet.of(Cause.UPDATE, Cause.STUCK)::contains).isPresent()
        || purpose(sent)
            .filter(EnumSet.of(Purpose.CLOSE_GATE, Purpose.BEGIN, Purpose.UPDATE)::contains)
            .isPresent();
  }

  /// Deletes a pod that may be available.
  static boolean isDisruption(RequestRecord sent) {
    return cause(sent)
            .filter(EnumSet.of(Cause.UPDATE, Cause.STUCK, Cause.SPECIFIED)::contains)
            .isPresent()
        || purpose(sent).filter(Purpose.CLOSE_GATE::equals).isPresent();
  }

  /// Changes an object, or creates or deletes one.
  static boolean isWrite(RequestRecord sent) {
    return sent.request().verb() != ApiRequest.Verb.GET
        && sent.request().verb() != ApiRequest.Verb.DRY_RUN;
  }

  /// Whether the pod was created, or changed, by the set's template.
  static boolean isUpdated(ClusterHistory history, SetView set, PodView pod) {
    return isOfTemplate(history, set, pod.revision());
  }

  /// Whether the revision means the same as the set's template.
  static boolean isOfTemplate(ClusterHistory history, SetView set, String name) {
    return Optional.ofNullable(history.revisions.get(name))
        .map(revision -> ((Json.Obj) revision.payload()).object("spec").object("template"))
        .map(template -> PlainTemplate.of(template.without("$patch")))
        .filter(PlainTemplate.of(set.spec().template())::equals)
        .isPresent();
  }

  static boolean isInRange(SetView set, PodView pod) {
    return ClusterHistory.wanted(set.spec()).contains(Names.ordinal(set.name(), pod.name()));
  }
}
