package dev.ordinal.sim.law;

import dev.ordinal.model.Names;
import dev.ordinal.model.json.Json;
import dev.ordinal.run.ask.ApiRequest;
import dev.ordinal.run.ask.Kind;
import dev.ordinal.sim.virtual.RequestRecord;
import java.util.List;
import java.util.Optional;

/// The controller deletes no claim, and gives one an owner, with which it would be deleted, only as
/// the retention policy says: the set under `whenDeleted`, a pod under `whenScaled` and only when
/// its ordinal is not wanted. After the store was restored, the restored set counts, not the one
/// that the controller saw before.
final class NoClaimIsLost implements Law {
  @Override
  public Optional<String> judge(ClusterHistory history, RequestRecord sent) {
    if (sent.request().kind() != Kind.CLAIM) {
      return Optional.empty();
    }
    if (sent.request().verb() == ApiRequest.Verb.DELETE) {
      return Optional.of("claim " + sent.request().name() + " is deleted");
    }
    return added(sent.request().body()).stream()
        .filter(reference -> !isAllowed(sent, reference) || isRestored(history, sent, reference))
        .map(
            reference ->
                "claim %s may not belong to %s".formatted(sent.request().name(), reference))
        .findFirst();
  }

  private static List<Json.Obj> added(Json.Obj body) {
    return body.object("metadata").items("ownerReferences").stream()
        .map(Json.Obj.class::cast)
        .filter(reference -> reference.find("$patch").isEmpty())
        .toList();
  }

  private static boolean isRestored(
      ClusterHistory history, RequestRecord sent, Json.Obj reference) {
    var set = history.sets.get("web");
    return history.wasRestored
        && !history.isOvertakenByUser(sent)
        && set != null
        && reference.text("kind").equals("Pod")
        && ClusterHistory.wanted(set.spec())
            .contains(Names.ordinal(set.name(), reference.text("name")));
  }

  private static boolean isAllowed(RequestRecord sent, Json.Obj reference) {
    var set = sent.seen().orElseThrow();
    var retention = set.spec().retention();
    if (reference.text("kind").equals("Pod")) {
      var ordinal = Names.ordinal(set.name(), reference.text("name"));
      return retention.deletesWhenScaled() && !ClusterHistory.wanted(set.spec()).contains(ordinal);
    }
    return retention.deletesWithSet() && reference.text("uid").equals(set.uid());
  }
}
