package dev.ordinal.plan.stage;

import dev.ordinal.model.Json;
import dev.ordinal.model.Meta;
import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.model.RevisionView;
import dev.ordinal.model.SetView;
import dev.ordinal.model.View;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Action.Purpose;
import dev.ordinal.plan.Hold;
import dev.ordinal.plan.body.Bodies;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Sorts what bears the set's names into its own and others': orphans that match are adopted, pods
/// that match no longer are released, and what belongs to someone else is never touched.
final class OwnershipStage {
  private final Draft draft;
  private final List<PodView> own = new ArrayList<>();
  private final List<PodView> foreigners = new ArrayList<>();

  private OwnershipStage(Draft draft) {
    this.draft = draft;
  }

  static Roster apply(Draft draft) {
    var stage = new OwnershipStage(draft);
    draft.seen().pods().forEach(stage::sort);
    // A spec that contradicts itself says nothing reliable about what belongs to the set.
    if (!draft.set().meta().isTerminating() && draft.set().faults().isEmpty()) {
      stage.adopt();
      stage.release();
      stage.warn();
    }
    return Roster.of(draft.seen(), stage.own, stage.foreigners);
  }

  private void warn() {
    if (draft.seen().findings().isContested()) {
      draft.remark(new Hold(draft.set().name(), new Hold.Reason.KruiseStillRuns()));
    }
    for (var rival : draft.seen().overlaps()) {
      draft.remark(new Hold(draft.set().name(), new Hold.Reason.SelectorOverlap(rival)));
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
    return view.meta().isControlledBy(draft.set().uid());
  }

  private boolean matches(PodView pod) {
    return Names.ordinal(draft.set().name(), pod.name()) >= 0
        && draft.set().spec().selector().matches(pod.meta().labels());
  }

  /// One question to the API server covers everything that is adopted: a set that was deleted and
  /// made again under the same name must not take over the pods of the old one by mistake.
  private void adopt() {
    var wanted = new ArrayList<Action>();
    for (var pod : foreigners) {
      if (isOrphan(pod) && matches(pod)) {
        wanted.add(new Action.PatchPod(pod.name(), Purpose.ADOPT, adoption(draft.set(), pod)));
      }
    }
    for (var revision : draft.seen().revisions()) {
      if (isOrphan(revision) && isHistory(revision)) {
        var body = adoption(draft.set(), revision);
        wanted.add(new Action.PatchRevision(revision.name(), Purpose.ADOPT, body));
      }
    }
    wanted.sort(Comparator.comparing(Action::target));
    var chain = new ArrayList<Action>();
    chain.add(new Action.ConfirmSet(draft.set().name(), draft.set().uid()));
    wanted.stream().filter(action -> !isDelayed(action)).forEach(chain::add);
    if (chain.size() > 1) {
      draft.act(chain);
      // What is ours is counted first and used then.
      draft.close();
    }
  }

  /// An object that cannot be adopted must not keep the others from it. Without its history the set
  /// would roll its pods for nothing, so that it waits for that.
  private boolean isDelayed(Action adoption) {
    var isDelayed = draft.findFailure(adoption).isPresent();
    if (isDelayed) {
      draft.act(adoption);
      if (adoption instanceof Action.PatchRevision) {
        draft.close();
      }
    }
    return isDelayed;
  }

  private boolean isHistory(RevisionView revision) {
    return draft.set().spec().selector().matches(revision.meta().labels());
  }

  private static boolean isOrphan(View view) {
    return view.meta().controller().isEmpty() && !view.meta().isTerminating();
  }

  private void release() {
    for (var pod : foreigners) {
      if (isOwned(pod)) {
        var gone = Json.of("$patch", Json.of("delete")).with("uid", Json.of(draft.set().uid()));
        draft.tidy(new Action.PatchPod(pod.name(), Purpose.RELEASE, owners(pod, gone)));
      }
    }
  }

  /// Services find a pod by its name label; whoever removed it, it comes back.
  static void label(Draft draft, Roster roster) {
    for (var pod : roster.desired()) {
      var isNamed = pod.meta().label(Names.POD_NAME_LABEL).equals(pod.name());
      if (!isNamed && !pod.isTerminating() && !draft.isMoving(pod.name())) {
        draft.tidy(new Action.PatchPod(pod.name(), Purpose.IDENTITY, identity(draft, pod)));
      }
    }
  }

  private static Json.Obj identity(Draft draft, PodView pod) {
    var ordinal = Names.ordinal(draft.set().name(), pod.name());
    var labels = Bodies.identity(Json.EMPTY, draft.set(), ordinal);
    return Json.of("metadata", Json.of("uid", Json.of(pod.uid())).with("labels", labels));
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

  /// The controller of a claim or pod other than these uids.
  static boolean isForeign(Meta.Owner owner, List<String> ours) {
    return owner.isController() && !ours.contains(owner.uid());
  }
}
