package dev.ordinal.plan.volume;

import dev.ordinal.model.ClaimView;
import dev.ordinal.model.PodView;
import dev.ordinal.model.SetView;
import java.util.Optional;

/// Tells the claims of the set's templates, also of those that have been removed since, from claims
/// that users have made under such a name and given to the set or to a pod: theirs are left to
// them.
public final class ClaimOrigin {
  private ClaimOrigin() {}

  /// A claim that a template makes has the labels of the set's selector. One that a user made in
  /// advance has them not, but is known by a template of today, or by the pod that mounts it.
  public static boolean isTemplate(SetView set, ClaimView claim, Optional<PodView> pod) {
    var labels = set.spec().selector().matchLabels().entrySet();
    return claim.meta().labels().entrySet().containsAll(labels)
        || set.spec().claimTemplates().stream()
            .map(template -> template.name() + "-" + set.name() + "-")
            .anyMatch(claim.name()::startsWith)
        || pod.filter(found -> found.claims().containsValue(claim.name())).isPresent();
  }
}
