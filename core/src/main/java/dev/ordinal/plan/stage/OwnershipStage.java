package dev.ordinal.plan.stage;

import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.model.RevisionView;
import dev.ordinal.model.SetView;
import dev.ordinal.model.View;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Action.Purpose;
import dev.ordinal.plan.Hold;
import dev.ordinal.plan.HoldReason;
import dev.ordinal.plan.Snapshot;
import dev.ordinal.plan.body.Bodies;
import dev.ordinal.plan.build.PlanBuilder;
import dev.ordinal.plan.order.Roster;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;

/// Sorts what bears the set's names into its own and others': orphans that match are adopted, pods
/// that match no longer are released, and what belongs to someone else is never touched.
final class OwnershipStage {
  private final Snapshot seen;
  private final PlanBuilder plan;
  private final List<PodView> own = new ArrayList<>();
  private final List<PodView> foreigners = new ArrayList<>();

  private OwnershipStage(Snapshot seen, PlanBuilder plan) {
    this.seen = seen;
    this.plan = plan;
  }

  /// The pods as they are. `isSettled`: nothing is being adopted that the later stages would count
  /// or use.
  record Ownership(Roster roster, boolean isSettled) {}

  static Ownership apply(Snapshot seen, PlanBuilder plan) {
    var stage = new OwnershipStage(seen, plan);
    seen.pods().forEach(stage::sort);
    var roster = Roster.of(seen, stage.own, stage.foreigners);
    // A spec that contradicts itself says nothing reliable about what belongs to the set.
    if (seen.set().meta().isTerminating() || !seen.set().faults().isEmpty()) {
      return new Ownership(roster, true);
    }
    var adoptions = stage.adoptions();
    stage.adopt(adoptions);
    stage.release();
    stage.warn();
    return new Ownership(roster, adoptions.stream().noneMatch(stage::isAwaited));
  }

  private void warn() {
    if (seen.findings().isContested()) {
      plan.remark(new Hold(seen.set().name(), new HoldReason.KruiseStillRuns()));
    }
    for (var other : seen.overlaps()) {
      plan.remark(new Hold(seen.set().name(), new HoldReason.SelectorOverlap(other)));
    }
  }

  private void sort(PodView pod) {
    if (isOwned(pod) && matches(pod)) {
      own.add(pod);
    } else {
      foreigners.add(pod);
    }
  }

  private boolean isOwned(View view) {
    return view.meta().isControlledBy(seen.set().uid());
  }

  private boolean matches(PodView pod) {
    return Names.ordinal(seen.set().name(), pod.name()) >= 0
        && seen.set().spec().selector().matches(pod.meta().labels());
  }

  private List<Action> adoptions() {
    var wanted = new ArrayList<Action>();
    for (var pod : foreigners) {
      if (isOrphan(pod) && matches(pod)) {
        wanted.add(new Action.PatchPod(pod.name(), Purpose.ADOPT, adoption(seen.set(), pod)));
      }
    }
    for (var revision : seen.revisions()) {
      if (isOrphan(revision) && isHistory(revision)) {
        var body = adoption(seen.set(), revision);
        wanted.add(new Action.PatchRevision(revision.name(), Purpose.ADOPT, body));
      }
    }
    wanted.sort(Comparator.comparing(Action::target));
    return wanted;
  }

  /// One question to the API server covers everything that is adopted: a set that was deleted and
  /// made again under the same name must not take over the pods of the old one by mistake. An
  /// object that cannot be adopted must not keep the others from it.
  private void adopt(List<Action> adoptions) {
    var chain = new ArrayList<Action>();
    chain.add(new Action.ConfirmSet(seen.set().name(), seen.set().uid(), OptionalLong.empty()));
    for (var adoption : adoptions) {
      if (plan.findFailure(adoption).isPresent()) {
        plan.act(adoption);
      } else {
        chain.add(adoption);
      }
    }
    if (chain.size() > 1) {
      plan.act(chain);
    }
  }

  /// What is ours is counted first and used then. A pod whose adoption fails is not waited for, but
  /// without its history the set would roll its pods for nothing.
  private boolean isAwaited(Action adoption) {
    return adoption instanceof Action.PatchRevision || plan.findFailure(adoption).isEmpty();
  }

  private boolean isHistory(RevisionView revision) {
    return seen.set().spec().selector().matches(revision.meta().labels());
  }

  private static boolean isOrphan(View view) {
    return view.meta().controller().isEmpty() && !view.meta().isTerminating();
  }

  private void release() {
    for (var pod : foreigners) {
      if (isOwned(pod)) {
        var gone = Json.of("$patch", Json.of("delete")).with("uid", Json.of(seen.set().uid()));
        plan.tidy(new Action.PatchPod(pod.name(), Purpose.RELEASE, owners(pod, gone)));
      }
    }
  }

  private static Json.Obj adoption(SetView set, View view) {
    return owners(view, Bodies.ownedBy(set));
  }

  /// A strategic merge by owner uid; the object's own uid pins it to the object that was seen.
  private static Json.Obj owners(View view, Json.Obj reference) {
    return Json.of(
        "metadata",
        Json.of("uid", Json.of(view.uid())).with("ownerReferences", Json.of(List.of(reference))));
  }

  /// Whom a pod under one of our names belongs to, in words.
  static String owner(SetView set, PodView pod) {
    if (pod.meta().isControlledBy(set.uid())) {
      return "nobody any more, since its labels do not match the selector";
    }
    return pod.meta()
        .controller()
        .map(owner -> owner.kind() + " " + owner.name())
        .orElse("nobody, and is not adopted, since its labels do not match the selector");
  }
}
