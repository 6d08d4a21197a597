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
import dev.ordinal.plan.body.Bodies;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// The claims of each pod: created before it, and owned as the retention policy says, so that the
/// garbage collector removes them when, and only when, the user wants that. We never delete one.
///
/// | whenScaled | whenDeleted | pod wanted | pod condemned |
/// |---|---|---|---|
/// | Retain | Retain | nobody | nobody |
/// | Retain | Delete | set | set |
/// | Delete | Retain | nobody | pod |
/// | Delete | Delete | set | pod |
final class ClaimStage {
  private static final String MAY_BE_DELETED =
      "may be deleted with the set although whenDeleted is Retain";
  private static final String STAYS_BEHIND =
      "stays when the set is deleted although whenDeleted is Delete";
  private static final String GOES_WITH_POD =
      "would be deleted with the pod although the set keeps it";

  private final Draft draft;

  private ClaimStage(Draft draft) {
    this.draft = draft;
  }

  static ClaimStage of(Draft draft) {
    return new ClaimStage(draft);
  }

  /// Repairs what wanted pods need of their claims. In order a terminating pod is waited for first,
  /// as natively, but what would delete a claim that is kept is taken from it at once.
  static void apply(Draft draft, Roster roster) {
    var stage = of(draft);
    var isParallel = draft.set().spec().podManagement() == PodManagement.PARALLEL;
    for (var pod : roster.desired()) {
      var owners =
          isParallel || !pod.isTerminating()
              ? stage.ownership(pod, false)
              : stage.release(pod, false);
      owners.forEach(action -> stage.give(pod.name(), action));
      if (!pod.isTerminating() && pod.phase() == PodView.Phase.PENDING) {
        stage.missing(pod).forEach(draft::tidy);
      }
    }
    if (!draft.set().spec().retention().deletesWithSet()) {
      draft.seen().claims().forEach(claim -> stage.keep(claim, roster));
    }
  }

  /// A claim outlives its pod, and the policy may change after the pod is gone: the set must not
  /// take along what is to be kept.
  private void keep(ClaimView claim, Roster roster) {
    var isOurs = !claim.meta().isTerminating() && isOwner(draft.set().uid(), claim);
    for (var template : isOurs ? draft.set().spec().claimTemplates() : List.<ClaimTemplate>of()) {
      var ordinal = Names.ordinal(template.name() + "-" + draft.set().name(), claim.name());
      var pod = Names.pod(draft.set().name(), ordinal);
      if (ordinal >= 0 && roster.find(ordinal).isEmpty() && !isPodOwned(claim, pod)) {
        release(claim, List.of(Bodies.ownedBy(draft.set()))).ifPresent(one -> give(pod, one));
      }
    }
  }

  /// A condemned pod that nobody gets to for now must not take its claims along against the policy.
  void takeBack(PodView condemned) {
    release(condemned, true).forEach(action -> give(condemned.name(), action));
  }

  /// The set can go on, but its volumes are not as safe as its policy says, or stay for ever: that
  /// has to be known before the set is deleted. Failures of a moment are not worth an alarm.
  private void give(String pod, Action action) {
    var refusal = draft.findRefusal(action);
    if (refusal.isEmpty() || !refusal.get().retryAt().isAfter(draft.now())) {
      draft.tidy(action);
    }
    if (refusal.isPresent()) {
      var reason =
          new Hold.Reason.ClaimOwnerRefused(
              action.target(), risk(pod, action.target()), refusal.get().message());
      var hold = new Hold(pod, reason);
      draft.alarm(hold, hold.sentence());
      if (refusal.get().retryAt().isAfter(draft.now())) {
        draft.wakeAt(refusal.get().retryAt());
      }
    }
  }

  private String risk(String pod, String claim) {
    if (draft.findClaim(claim).filter(owned -> isPodOwned(owned, pod)).isPresent()) {
      return GOES_WITH_POD;
    }
    return draft.set().spec().retention().deletesWithSet() ? STAYS_BEHIND : MAY_BE_DELETED;
  }

  /// A claim that the garbage collector deletes as soon as the pod is gone.
  Optional<ClaimView> findOwnedBy(PodView pod) {
    return claims(pod).filter(claim -> isOwner(pod.uid(), claim)).findFirst();
  }

  private static boolean isOwner(String uid, ClaimView claim) {
    return claim.meta().owners().stream().anyMatch(owner -> owner.uid().equals(uid));
  }

  private List<Action> missing(PodView pod) {
    var ordinal = Names.ordinal(draft.set().name(), pod.name());
    return draft.set().spec().claimTemplates().stream()
        .filter(template -> isMounted(draft.set(), pod, template.name()))
        .filter(template -> find(template.name(), ordinal).isEmpty())
        .map(template -> (Action) create(template.name(), ordinal))
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

  private Action.CreateClaim create(String template, int ordinal) {
    var set = draft.set();
    var found =
        set.spec().claimTemplates().stream()
            .filter(each -> each.name().equals(template))
            .findFirst()
            .orElseThrow();
    return new Action.CreateClaim(
        Names.claim(template, set.name(), ordinal),
        Names.pod(set.name(), ordinal),
        Bodies.claim(set, ordinal, found));
  }

  /// The claims to create before the pod of this ordinal, or empty with a hold when it must wait.
  Optional<List<Action>> before(int ordinal) {
    var set = draft.set();
    var pod = Names.pod(set.name(), ordinal);
    var actions = new ArrayList<Action>();
    for (var template : set.spec().claimTemplates()) {
      var claim = find(template.name(), ordinal);
      if (claim.isEmpty()) {
        actions.add(create(template.name(), ordinal));
      } else if (claim.get().meta().isTerminating()) {
        draft.hold(pod, new Hold.Reason.ClaimTerminating(claim.get().name()));
        return Optional.empty();
      } else if (isPodOwned(claim.get(), pod)) {
        draft.hold(pod, new Hold.Reason.StaleClaim(claim.get().name()));
        return Optional.empty();
      }
    }
    return Optional.of(actions);
  }

  /// Whether the claim belongs to a pod of this name. If that is gone, the collector is about to
  /// take the claim, whatever the policy says by now.
  private static boolean isPodOwned(ClaimView claim, String pod) {
    return claim.meta().owners().stream()
        .anyMatch(owner -> owner.kind().equals("Pod") && owner.name().equals(pod));
  }

  /// The patches that make the claims of this pod belong to whom they should.
  List<Action> ownership(PodView pod, boolean isCondemned) {
    return claims(pod).flatMap(claim -> ownership(claim, pod, isCondemned).stream()).toList();
  }

  /// The patches that only take the claims of this pod from owners that they must not go with.
  List<Action> release(PodView pod, boolean isCondemned) {
    var policy = draft.set().spec().retention();
    var unwanted = new ArrayList<Json.Obj>();
    if (!policy.deletesWithSet()) {
      unwanted.add(Bodies.ownedBy(draft.set()));
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
    var ordinal = Names.ordinal(draft.set().name(), pod.name());
    return draft.set().spec().claimTemplates().stream()
        .flatMap(template -> find(template.name(), ordinal).stream())
        .filter(claim -> !claim.meta().isTerminating());
  }

  private boolean hasStaleReference(ClaimView claim, PodView pod) {
    return claim.meta().owners().stream()
        .anyMatch(owner -> isStaleReference(owner, draft.set(), pod));
  }

  private Optional<Action> ownership(ClaimView claim, PodView pod, boolean isCondemned) {
    var set = draft.set();
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
        draft.notice(
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
    return draft.findClaim(Names.claim(template, draft.set().name(), ordinal));
  }

  /// A claim that is handed to its pod is deleted with it. If the store was restored from a backup
  /// and the watches have not shown it yet, the set may want the pod again: so it is read first.
  List<Action> handover(PodView condemned) {
    var set = draft.set();
    var chain = new ArrayList<>(ownership(condemned, true));
    if (!chain.isEmpty() && set.spec().retention().deletesWhenScaled()) {
      var generation = OptionalLong.of(set.meta().generation());
      chain.addFirst(new Action.ConfirmSet(set.name(), set.uid(), generation));
    }
    return chain;
  }
}
