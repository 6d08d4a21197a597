package dev.ordinal.sim.law;

import dev.ordinal.model.Names;
import dev.ordinal.model.UpdateStrategy.Rolling;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.Action;
import dev.ordinal.sim.virtual.RequestRecord;
import java.util.Optional;

/// A pod is created for an ordinal that the spec wants, with name, host name, labels, owner and
/// volumes of its own, at the current or the newest revision. Reserved ordinals stay free.
final class PodsHaveTheirIdentity implements Law {
  @Override
  public Optional<String> judge(ClusterHistory history, RequestRecord sent) {
    if (!(sent.action().orElse(null) instanceof Action.CreatePod create)) {
      return Optional.empty();
    }
    var set = sent.seen().orElseThrow();
    var ordinal = Names.ordinal(set.name(), create.target());
    var metadata = create.body().object("metadata");
    var labels = metadata.object("labels");
    var spec = create.body().object("spec");
    var isRight =
        ClusterHistory.wanted(set.spec()).contains(ordinal)
            && labels.text("statefulset.kubernetes.io/pod-name").equals(create.target())
            && labels.text("apps.kubernetes.io/pod-index").equals(Integer.toString(ordinal))
            && labels.text("controller-revision-hash").equals(create.revision())
            && spec.text("hostname").equals(create.target())
            && spec.text("subdomain").equals(set.spec().serviceName())
            && isOwned(metadata, set.uid())
            && hasRevision(history, sent, create)
            && hasVolumes(spec, set, ordinal);
    return isRight
        ? Optional.empty()
        : Optional.of(create.target() + " does not have the identity and revision of its ordinal");
  }

  /// Below the partition a pod is created again at its old revision.
  private static boolean hasRevision(
      ClusterHistory history, RequestRecord sent, Action.CreatePod create) {
    var set = sent.seen().orElseThrow();
    var current = set.status().currentRevision();
    var known = history.revisions.get(current);
    if (known == null
        || !known.meta().createdAt().plusSeconds(1).isBefore(sent.asOf())
        || !(set.spec().update() instanceof Rolling rolling)
        || rolling.unordered().isPresent()) {
      return true;
    }
    var rank =
        ClusterHistory.wanted(set.spec()).indexOf(Names.ordinal(set.name(), create.target()));
    return rank >= rolling.partition() || create.revision().equals(current);
  }

  private static boolean isOwned(Json.Obj metadata, String uid) {
    var owners = metadata.items("ownerReferences");
    return owners.size() == 1 && ((Json.Obj) owners.getFirst()).text("uid").equals(uid);
  }

  private static boolean hasVolumes(Json.Obj spec, dev.ordinal.model.SetView set, int ordinal) {
    return set.spec().claimTemplates().stream()
        .allMatch(
            template ->
                spec.items("volumes").stream()
                    .map(Json.Obj.class::cast)
                    .filter(volume -> volume.text("name").equals(template.name()))
                    .anyMatch(
                        volume ->
                            volume
                                .object("persistentVolumeClaim")
                                .text("claimName")
                                .equals(template.name() + "-" + set.name() + "-" + ordinal)));
  }
}
