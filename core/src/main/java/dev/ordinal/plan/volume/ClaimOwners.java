package dev.ordinal.plan.volume;

import dev.ordinal.model.ClaimView;
import dev.ordinal.model.Meta.Owner;
import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.model.SetSpec.Retention;
import dev.ordinal.model.SetView;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.body.Bodies;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The owners that the retention policy gives to the claims of one pod.
///
/// | whenScaled | whenDeleted | pod wanted | pod condemned |
/// |---|---|---|---|
/// | Retain | Retain | none | none |
/// | Retain | Delete | set | set |
/// | Delete | Retain | none | pod |
/// | Delete | Delete | set | pod |
public record ClaimOwners(SetView set, PodView pod, boolean isCondemned) {

  private Retention policy() {
    return set.spec().retention();
  }

  private boolean wantsPod() {
    return isCondemned && policy().deletesWhenScaled();
  }

  private boolean wantsSet() {
    return policy().deletesWithSet() && !wantsPod();
  }

  /// Whether the policy gives the claim an owner, and another controller has it.
  public boolean isContested(ClaimView claim) {
    return !hasStaleReference(claim) && isForeign(claim) && (wantsPod() || wantsSet());
  }

  private boolean isForeign(ClaimView claim) {
    var ours = List.of(set.uid(), pod.uid());
    return claim.meta().owners().stream()
        .anyMatch(owner -> owner.isController() && !ours.contains(owner.uid()));
  }

  /// How the claim's references have to change; not at all while the garbage collector is at work
  /// on it. A claim of another controller is left to it.
  public List<Json> changes(ClaimView claim) {
    if (hasStaleReference(claim)) {
      return List.of();
    }
    var isOurs = !isForeign(claim);
    return Stream.of(
            change(claim, Bodies.ownedBy(set), isOurs && wantsSet()),
            change(claim, Bodies.ownedBy(pod), isOurs && wantsPod()))
        .flatMap(Optional::stream)
        .toList();
  }

  /// How the claim loses the owners that it must not go with, and gets no other.
  public List<Json> releases(ClaimView claim) {
    if (hasStaleReference(claim)) {
      return List.of();
    }
    return Stream.concat(
            policy().deletesWithSet() ? Stream.empty() : release(claim, set.uid()).stream(),
            wantsPod() ? Stream.empty() : release(claim, pod.uid()).stream())
        .toList();
  }

  /// How the claim loses the owner of this uid; empty where it has no such owner.
  public static Optional<Json> release(ClaimView claim, String uid) {
    return find(claim, uid)
        .map(_ -> Json.of("$patch", Json.of("delete")).with("uid", Json.of(uid)));
  }

  private static Optional<Owner> find(ClaimView claim, String uid) {
    return claim.meta().owners().stream().filter(owner -> owner.uid().equals(uid)).findFirst();
  }

  /// A reference to an earlier set or pod of the same name: the collector is at work on it.
  private boolean hasStaleReference(ClaimView claim) {
    return claim.meta().owners().stream().anyMatch(this::isStale);
  }

  private boolean isStale(Owner owner) {
    var isOldSet =
        owner.apiVersion().startsWith(Names.GROUP + "/")
            && owner.name().equals(set.name())
            && !owner.uid().equals(set.uid());
    var isOldPod =
        owner.kind().equals("Pod")
            && owner.name().equals(pod.name())
            && !owner.uid().equals(pod.uid());
    return isOldSet || isOldPod;
  }

  /// How one reference has to change to be there, as the controller, or not to be there.
  private static Optional<Json> change(ClaimView claim, Json.Obj reference, boolean isWanted) {
    var uid = reference.text("uid");
    if (!isWanted) {
      return release(claim, uid);
    }
    return find(claim, uid).filter(Owner::isController).isPresent()
        ? Optional.empty()
        : Optional.of(reference);
  }
}
