package dev.ordinal.sim.law;

import dev.ordinal.model.json.Json;
import dev.ordinal.plan.inplace.Completion;
import dev.ordinal.sim.virtual.RequestRecord;
import java.util.Optional;

/// No pod is updated to a template that differs from its own only in values that the API server
/// would fill in anyway. An update that has begun is finished all the same, and a pod that lacks a
/// volume of the set has to be replaced.
final class SameTemplateChangesNothing implements Law {
  @Override
  public Optional<String> judge(ClusterHistory history, RequestRecord sent) {
    var pod = history.pods.get(sent.request().name());
    if (!RequestSorts.isUpdate(sent) || pod == null || !Completion.isComplete(pod)) {
      return Optional.empty();
    }
    var set = sent.seen().orElseThrow();
    var lacksVolume =
        set.spec().claimTemplates().stream()
            .anyMatch(template -> !pod.claims().containsKey(template.name()));
    if (lacksVolume) {
      return Optional.empty();
    }
    var mine =
        Optional.ofNullable(history.revisions.get(pod.revision()))
            .map(revision -> ((Json.Obj) revision.payload()).object("spec").object("template"))
            .map(template -> Json.normal(template.without("$patch")));
    var next = Json.normal(set.spec().template());
    return mine.filter(template -> !template.equals(next))
        .filter(template -> PlainTemplate.of(template).equals(PlainTemplate.of(next)))
        .map(_ -> pod.name() + " is updated to the template that it has");
  }
}
