package dev.ordinal.sim.law;

import dev.ordinal.model.FeatureGate;
import dev.ordinal.model.PodView;
import dev.ordinal.model.SetView;
import dev.ordinal.model.UpdateStrategy.PodUpdate;
import dev.ordinal.model.UpdateStrategy.Rolling;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.Action.Cause;
import dev.ordinal.sim.virtual.RequestRecord;
import java.util.List;
import java.util.Optional;

/// No pod that runs is deleted to give it resources for which a quota has no room: its successor
/// would be refused. It can be resized when there is room.
final class FullQuotaReplacesNothing implements Law {
  @Override
  public Optional<String> judge(ClusterHistory history, RequestRecord sent) {
    var pod = history.pods.get(sent.request().name());
    var isUpdate = RequestSorts.cause(sent).filter(Cause.UPDATE::equals).isPresent();
    if (!history.isQuotaFull || !isUpdate || pod == null || !pod.isReady()) {
      return Optional.empty();
    }
    return sent.seen()
        .filter(set -> isResizable(history, set, pod))
        .map(_ -> pod.name() + " is replaced, and the quota has no room for its successor");
  }

  private static boolean isResizable(ClusterHistory history, SetView set, PodView pod) {
    var isInPlace =
        set.spec().update() instanceof Rolling rolling
            && rolling.podUpdate() != PodUpdate.RECREATE
            && set.spec().gates().contains(FeatureGate.VERTICAL_SCALING);
    var hasVolumes =
        set.spec().claimTemplates().stream()
            .allMatch(template -> pod.claims().containsKey(template.name()));
    var next = set.spec().template();
    return isInPlace
        && hasVolumes
        && Optional.ofNullable(history.revisions.get(pod.revision()))
            .map(revision -> ((Json.Obj) revision.payload()).object("spec").object("template"))
            .map(template -> template.without("$patch"))
            .filter(template -> hasNoLimits(template) && hasNoLimits(next))
            .filter(template -> requested(next).containsAll(requested(template)))
            .filter(template -> unsized(template).equals(unsized(next)))
            .isPresent();
  }

  /// What is requested at all, container by container: a resize cannot remove a request.
  private static List<String> requested(Json.Obj template) {
    return containers(template).stream()
        .flatMap(
            each ->
                each.object("resources").object("requests").members().keySet().stream()
                    .map(resource -> each.text("name") + "/" + resource))
        .toList();
  }

  /// With limits the class of service may change, which no resize can do.
  private static boolean hasNoLimits(Json.Obj template) {
    return containers(template).stream()
        .allMatch(each -> each.object("resources").find("limits").isEmpty());
  }

  private static Json unsized(Json.Obj template) {
    var containers =
        containers(template).stream()
            .map(each -> (Json) each.without("resources").without("image"))
            .toList();
    var spec = template.object("spec").with("containers", Json.of(containers));
    return PlainTemplate.of(template.with("spec", spec));
  }

  private static List<Json.Obj> containers(Json.Obj template) {
    return template.object("spec").items("containers").stream().map(Json.Obj.class::cast).toList();
  }
}
