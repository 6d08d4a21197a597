package dev.ordinal.plan.stage;

import dev.ordinal.model.ClaimView;
import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.model.SetSpec.ClaimTemplate;
import dev.ordinal.model.SetSpec.PodManagement;
import dev.ordinal.model.SetView;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Hold;
import dev.ordinal.plan.HoldReason;
import dev.ordinal.plan.Snapshot;
import dev.ordinal.plan.body.Bodies;
import dev.ordinal.plan.build.PlanBuilder;
import dev.ordinal.plan.order.Roster;
import dev.ordinal.plan.volume.ClaimOrigin;
import dev.ordinal.plan.volume.ClaimOwners;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The claims of each pod: created before it, and owned as the retention policy says, so that the
/// garbage collector removes them when, and only when, the user wants that. We never delete one.
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
    if (seen.claims().isEmpty() && seen.set().spec().claimTemplates().isEmpty()) {
      return;
    }
    var isParallel = seen.set().spec().podManagement() == PodManagement.PARALLEL;
    for (var pod : roster.desired()) {
      var owners = new ClaimOwners(seen.set(), pod, false);
      if (isParallel || !pod.isTerminating()) {
        warn(owners);
        ownership(owners).forEach(action -> give(pod.name(), action));
      } else {
        release(owners).forEach(action -> give(pod.name(), action));
      }
      if (!pod.isTerminating() && pod.phase() == PodView.Phase.PENDING) {
        missing(pod).forEach(plan::tidy);
      }
    }
    if (!seen.set().spec().retention().deletesWithSet()) {
      seen.claims().forEach(this::keep);
    }
  }

  /// A claim outlives its pod and its template, and the policy may change after they are gone: the
  /// set must not take along what is to be kept.
  private void keep(ClaimView claim) {
    var set = seen.set();
    var release = ClaimOwners.release(claim, set.uid());
    var end = claim.name().lastIndexOf("-" + set.name() + "-");
    if (end <= 0 || claim.meta().isTerminating() || release.isEmpty()) {
      return;
    }
    var template = claim.name().substring(0, end);
    var ordinal = Names.ordinal(template + "-" + set.name(), claim.name());
    var pod = Names.pod(set.name(), ordinal);
    var isRemoved = set.spec().claimTemplates().stream().noneMatch(t -> t.name().equals(template));
    var isLeftOver = isRemoved || roster.find(ordinal).isEmpty();
    var isOurs = ClaimOrigin.isTemplate(set, claim, roster.find(ordinal));
    if (ordinal >= 0 && isLeftOver && isOurs && !isPodOwned(claim, pod)) {
      give(pod, patch(claim, List.of(release.get())));
    }
  }

  /// A condemned pod that has to wait must not take its claims along against the policy.
  void takeBack(PodView condemned) {
    release(new ClaimOwners(seen.set(), condemned, true))
        .forEach(action -> give(condemned.name(), action));
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
          new HoldReason.ClaimOwnerRefused(
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
    return roster.claimsHandedTo(pod, seen.set()).stream().findFirst();
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
  Optional<HoldReason> findHold(int ordinal) {
    var pod = Names.pod(seen.set().name(), ordinal);
    for (var template : seen.set().spec().claimTemplates()) {
      var claim = find(template.name(), ordinal);
      if (claim.filter(found -> found.meta().isTerminating()).isPresent()) {
        return Optional.of(new HoldReason.ClaimTerminating(claim.get().name()));
      }
      if (claim.filter(found -> isPodOwned(found, pod)).isPresent()) {
        return Optional.of(new HoldReason.StaleClaim(claim.get().name()));
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

  /// The patches that give the claims of a pod the owners that the policy asks for.
  private List<Action> ownership(ClaimOwners owners) {
    return Stream.concat(
            patches(claims(owners.pod()), owners::changes),
            patches(ofRemovedTemplates(owners.pod()), owners::releases))
        .toList();
  }

  /// The patches that only take the claims of a pod from owners that they must not go with.
  private List<Action> release(ClaimOwners owners) {
    var all = Stream.concat(claims(owners.pod()), ofRemovedTemplates(owners.pod()));
    return patches(all, owners::releases).toList();
  }

  private static Stream<Action> patches(
      Stream<ClaimView> claims, Function<ClaimView, List<Json>> changes) {
    return claims
        .filter(claim -> !changes.apply(claim).isEmpty())
        .map(claim -> patch(claim, changes.apply(claim)));
  }

  /// The template of a claim may be removed while a pod owns the claim: then it goes with the pod
  /// only where the policy of today says so.
  private Stream<ClaimView> ofRemovedTemplates(PodView pod) {
    return roster.claimsHandedTo(pod, seen.set()).stream()
        .filter(claim -> claims(pod).noneMatch(own -> own.name().equals(claim.name())));
  }

  private void warn(ClaimOwners owners) {
    claims(owners.pod())
        .filter(owners::isContested)
        .map(
            claim ->
                "Claim %s belongs to another controller and is left to it".formatted(claim.name()))
        .forEach(message -> plan.notice("ConflictingController", message));
  }

  private Stream<ClaimView> claims(PodView pod) {
    var ordinal = Names.ordinal(seen.set().name(), pod.name());
    return seen.set().spec().claimTemplates().stream()
        .flatMap(template -> find(template.name(), ordinal).stream())
        .filter(claim -> !claim.meta().isTerminating());
  }

  private static Action patch(ClaimView claim, List<Json> references) {
    var metadata =
        Json.of("uid", Json.of(claim.uid())).with("ownerReferences", Json.of(references));
    return new Action.PatchClaim(claim.name(), Json.of("metadata", metadata));
  }

  private Optional<ClaimView> find(String template, int ordinal) {
    return roster.findClaim(Names.claim(template, seen.set().name(), ordinal));
  }

  /// Hands its claims to a condemned pod that is not deleted yet. It may die before its turn comes:
  /// its claims must know by then whose they are.
  void hand(PodView condemned) {
    warn(condemned);
    plan.tidy(handover(condemned));
  }

  /// Tells of claims that a condemned pod should take along, and that have another controller.
  void warn(PodView condemned) {
    warn(new ClaimOwners(seen.set(), condemned, true));
  }

  /// A claim that is handed to its pod is deleted with it. If the store was restored from a backup
  /// and the watches have not shown it yet, the set may want the pod again: so it is read first.
  List<Action> handover(PodView condemned) {
    var set = seen.set();
    var chain = new ArrayList<>(ownership(new ClaimOwners(set, condemned, true)));
    if (!chain.isEmpty() && set.spec().retention().deletesWhenScaled()) {
      var generation = OptionalLong.of(set.meta().generation());
      chain.addFirst(new Action.ConfirmSet(set.name(), set.uid(), generation));
    }
    return chain;
  }
}
