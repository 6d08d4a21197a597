package dev.ordinal.plan.stage;

import dev.ordinal.model.ClaimView;
import dev.ordinal.model.Json;
import dev.ordinal.model.Meta.Owner;
import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.model.SetSpec.ClaimTemplate;
import dev.ordinal.model.SetSpec.PodManagement;
import dev.ordinal.model.SetView;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Hold;
import dev.ordinal.plan.Snapshot;
import dev.ordinal.plan.body.Bodies;
import dev.ordinal.plan.build.PlanBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The claims of each pod: created before it, and owned as the retention policy says, so that the
/// garbage collector removes them when, and only when, the user wants that. We never delete one.
///
/// | whenScaled | whenDeleted | pod wanted | pod condemned |
/// |---|---|---|---|
/// | Retain | Retain | none | none |
/// | Retain | Delete | set | set |
/// | Delete | Retain | none | pod |
/// | Delete | Delete | set | pod |
final class ClaimStage {
  private static final String MAY_BE_DELETED =
      "may be deleted with the set although whenDeleted is Retain";
  private static final String STAYS_BEHIND =
      "stays when the set is deleted although whenDeleted is Delete";
  private static final String GOES_WITH_POD =
      "would be deleted with the pod although the set keeps it";

  private final Snapshot seen;
  private final PlanBuilder plan;
  private final Roster roster;

  ClaimStage(Snapshot seen, PlanBuilder plan, Roster roster) {
    this.seen = seen;
    this.plan = plan;
    this.roster = roster;
  }

  static ClaimStage of(Round round) {
    return new ClaimStage(round.seen(), round.plan(), round.roster());
  }

  /// Repairs what wanted pods need of their claims. In order a terminating pod is waited for first,
  /// as natively, but what would delete a claim that is kept is taken from it at once.
  static void apply(Round round) {
    of(round).repair();
  }

  private void repair() {
    var isParallel = seen.set().spec().podManagement() == PodManagement.PARALLEL;
    for (var pod : roster.desired()) {
      var owners = isParallel || !pod.isTerminating() ? ownership(pod, false) : release(pod, false);
      owners.forEach(action -> give(pod.name(), action));
      if (!pod.isTerminating() && pod.phase() == PodView.Phase.PENDING) {
        missing(pod).forEach(plan::tidy);
      }
    }
    if (!seen.set().spec().retention().deletesWithSet()) {
      seen.claims().forEach(this::keep);
    }
  }

  /// A claim outlives its pod, and the policy may change after the pod is gone: the set must not
  /// take along what is to be kept.
  private void keep(ClaimView claim) {
    var isOurs = !claim.meta().isTerminating() && isOwner(seen.set().uid(), claim);
    for (var template : isOurs ? seen.set().spec().claimTemplates() : List.<ClaimTemplate>of()) {
      var ordinal = Names.ordinal(template.name() + "-" + seen.set().name(), claim.name());
      var pod = Names.pod(seen.set().name(), ordinal);
      if (ordinal >= 0 && roster.find(ordinal).isEmpty() && !isPodOwned(claim, pod)) {
        release(claim, List.of(Bodies.ownedBy(seen.set()))).ifPresent(one -> give(pod, one));
      }
    }
  }

  /// A condemned pod that has to wait must not take its claims along against the policy.
  void takeBack(PodView condemned) {
    release(condemned, true).forEach(action -> give(condemned.name(), action));
  }

  /// The set can go on, but its volumes are not as safe as its policy says, or stay for ever: that
  /// has to be known before the set is deleted. Failures of a moment are not worth an alarm.
  private void give(String pod, Action action) {
    var refusal = plan.findRefusal(action);
    if (refusal.isEmpty() || !refusal.get().retryAt().isAfter(seen.now())) {
      plan.tidy(action);
    }
    if (refusal.isPresent()) {
      var reason =
          new Hold.Reason.ClaimOwnerRefused(
              action.target(), risk(pod, action.target()), refusal.get().message());
      var hold = new Hold(pod, reason);
      plan.alarm(hold, hold.sentence());
      if (refusal.get().retryAt().isAfter(seen.now())) {
        plan.wakeAt(refusal.get().retryAt());
      }
    }
  }

  private String risk(String pod, String claim) {
    if (roster.findClaim(claim).filter(owned -> isPodOwned(owned, pod)).isPresent()) {
      return GOES_WITH_POD;
    }
    return seen.set().spec().retention().deletesWithSet() ? STAYS_BEHIND : MAY_BE_DELETED;
  }

  /// A claim that the garbage collector deletes as soon as the pod is gone.
  Optional<ClaimView> findOwnedBy(PodView pod) {
    return claims(pod).filter(claim -> isOwner(pod.uid(), claim)).findFirst();
  }

  private static boolean isOwner(String uid, ClaimView claim) {
    return claim.meta().owners().stream().anyMatch(owner -> owner.uid().equals(uid));
  }

  /// Of a pod that exists, only the claims that it mounts.
  private List<Action> missing(PodView pod) {
    return missing(
        Names.ordinal(seen.set().name(), pod.name()),
        template -> isMounted(seen.set(), pod, template.name()));
  }

  private List<Action> missing(int ordinal, Predicate<ClaimTemplate> isNeeded) {
    return seen.set().spec().claimTemplates().stream()
        .filter(isNeeded)
        .filter(template -> find(template.name(), ordinal).isEmpty())
        .<Action>map(template -> create(template, ordinal))
        .toList();
  }

  /// Whether the pod has a volume for every claim template that the set has by now.
  static boolean hasAll(SetView set, PodView pod) {
    return set.spec().claimTemplates().stream()
        .allMatch(template -> isMounted(set, pod, template.name()));
  }

  private static boolean isMounted(SetView set, PodView pod, String template) {
    var ordinal = Names.ordinal(set.name(), pod.name());
    return Names.claim(template, set.name(), ordinal).equals(pod.claims().get(template));
  }

  private Action.CreateClaim create(ClaimTemplate template, int ordinal) {
    var set = seen.set();
    return new Action.CreateClaim(
        Names.claim(template.name(), set.name(), ordinal),
        Names.pod(set.name(), ordinal),
        Bodies.claim(set, ordinal, template));
  }

  /// Why the pod of this ordinal cannot be created yet: a claim of its name is on its way out.
  Optional<Hold.Reason> findHold(int ordinal) {
    var pod = Names.pod(seen.set().name(), ordinal);
    for (var template : seen.set().spec().claimTemplates()) {
      var claim = find(template.name(), ordinal);
      if (claim.filter(found -> found.meta().isTerminating()).isPresent()) {
        return Optional.of(new Hold.Reason.ClaimTerminating(claim.get().name()));
      }
      if (claim.filter(found -> isPodOwned(found, pod)).isPresent()) {
        return Optional.of(new Hold.Reason.StaleClaim(claim.get().name()));
      }
    }
    return Optional.empty();
  }

  /// Creates the claims that the pod of this ordinal lacks.
  List<Action> missing(int ordinal) {
    return missing(ordinal, _ -> true);
  }

  /// Whether the claim belongs to a pod of this name. If that is gone, the collector is about to
  /// take the claim, whatever the policy says by now.
  private static boolean isPodOwned(ClaimView claim, String pod) {
    return claim.meta().owners().stream()
        .anyMatch(owner -> owner.kind().equals("Pod") && owner.name().equals(pod));
  }

  /// The patches that give the claims of this pod the owners that the policy asks for.
  List<Action> ownership(PodView pod, boolean isCondemned) {
    return claims(pod).flatMap(claim -> ownership(claim, pod, isCondemned).stream()).toList();
  }

  /// The patches that only take the claims of this pod from owners that they must not go with.
  List<Action> release(PodView pod, boolean isCondemned) {
    var policy = seen.set().spec().retention();
    var unwanted = new ArrayList<Json.Obj>();
    if (!policy.deletesWithSet()) {
      unwanted.add(Bodies.ownedBy(seen.set()));
    }
    if (!isCondemned || !policy.deletesWhenScaled()) {
      unwanted.add(Bodies.ownedBy(pod));
    }
    return claims(pod)
        .filter(claim -> !hasStaleReference(claim, pod))
        .flatMap(claim -> release(claim, unwanted).stream())
        .toList();
  }

  private static Optional<Action> release(ClaimView claim, List<Json.Obj> unwanted) {
    var changes =
        unwanted.stream()
            .flatMap(reference -> change(claim.meta().owners(), reference, false).stream())
            .toList();
    return changes.isEmpty() ? Optional.empty() : Optional.of(patch(claim, changes));
  }

  private Stream<ClaimView> claims(PodView pod) {
    var ordinal = Names.ordinal(seen.set().name(), pod.name());
    return seen.set().spec().claimTemplates().stream()
        .flatMap(template -> find(template.name(), ordinal).stream())
        .filter(claim -> !claim.meta().isTerminating());
  }

  private boolean hasStaleReference(ClaimView claim, PodView pod) {
    return claim.meta().owners().stream()
        .anyMatch(owner -> isStaleReference(owner, seen.set(), pod));
  }

  private Optional<Action> ownership(ClaimView claim, PodView pod, boolean isCondemned) {
    var set = seen.set();
    var owners = claim.meta().owners();
    var ours = List.of(set.uid(), pod.uid());
    if (hasStaleReference(claim, pod)) {
      return Optional.empty();
    }
    var policy = set.spec().retention();
    var wantsPod = isCondemned && policy.deletesWhenScaled();
    var wantsSet = policy.deletesWithSet() && !wantsPod;
    if (owners.stream().anyMatch(owner -> OwnershipStage.isForeign(owner, ours))) {
      if (wantsPod || wantsSet) {
        plan.notice(
            "ConflictingController",
            "Claim %s belongs to another controller and is left to it".formatted(claim.name()));
      }
      wantsPod = false;
      wantsSet = false;
    }
    var changes = new ArrayList<Json>();
    change(owners, Bodies.ownedBy(set), wantsSet).ifPresent(changes::add);
    change(owners, Bodies.ownedBy(pod), wantsPod).ifPresent(changes::add);
    return changes.isEmpty() ? Optional.empty() : Optional.of(patch(claim, changes));
  }

  /// A reference to an earlier set or pod of the same name: the collector is at work on it.
  private static boolean isStaleReference(Owner owner, SetView set, PodView pod) {
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
  private static Optional<Json> change(List<Owner> owners, Json.Obj reference, boolean isWanted) {
    var uid = reference.text("uid");
    var held = owners.stream().filter(owner -> owner.uid().equals(uid)).findFirst();
    if (isWanted) {
      return held.filter(Owner::isController).isPresent()
          ? Optional.empty()
          : Optional.of(reference);
    }
    return held.map(_ -> Json.of("$patch", Json.of("delete")).with("uid", Json.of(uid)));
  }

  private static Action patch(ClaimView claim, List<Json> references) {
    var metadata =
        Json.of("uid", Json.of(claim.uid())).with("ownerReferences", Json.of(references));
    return new Action.PatchClaim(claim.name(), Json.of("metadata", metadata));
  }

  private Optional<ClaimView> find(String template, int ordinal) {
    return roster.findClaim(Names.claim(template, seen.set().name(), ordinal));
  }

  /// A claim that is handed to its pod is deleted with it. If the store was restored from a backup
  /// and the watches have not shown it yet, the set may want the pod again: so it is read first.
  List<Action> handover(PodView condemned) {
    var set = seen.set();
    var chain = new ArrayList<>(ownership(condemned, true));
    if (!chain.isEmpty() && set.spec().retention().deletesWhenScaled()) {
      var generation = OptionalLong.of(set.meta().generation());
      chain.addFirst(new Action.ConfirmSet(set.name(), set.uid(), generation));
    }
    return chain;
  }
}
