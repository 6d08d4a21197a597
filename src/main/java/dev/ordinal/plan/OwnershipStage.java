package dev.ordinal.plan;

import dev.ordinal.model.Json;
import dev.ordinal.model.Meta;
import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.model.RevisionView;
import dev.ordinal.model.SetView;
import dev.ordinal.model.View;
import dev.ordinal.plan.Action.Purpose;
import dev.ordinal.plan.body.Bodies;
import java.util.ArrayList;
import java.util.List;

/// Sorts what bears the set's names into its own and others': orphans that match are adopted, pods
/// that match no longer are released, and what belongs to someone else is never touched.
final class OwnershipStage {
  private final Draft draft;
  private final List<PodView> own = new ArrayList<>();
  private final List<PodView> strangers = new ArrayList<>();

  private OwnershipStage(Draft draft) {
    this.draft = draft;
  }

  static Roster apply(Draft draft) {
    var stage = new OwnershipStage(draft);
    draft.seen().pods().forEach(stage::sort);
    if (!draft.set().meta().isTerminating()) {
      stage.adopt();
      stage.release();
    }
    return Roster.of(draft.seen(), stage.own, stage.strangers);
  }

  private void sort(PodView pod) {
    if (isOwned(pod) && matches(pod)) {
      own.add(pod);
    } else {
      strangers.add(pod);
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
    var chain = new ArrayList<Action>();
    chain.add(new Action.ConfirmSet(draft.set().name(), draft.set().uid()));
    for (var pod : strangers) {
      if (isOrphan(pod) && matches(pod)) {
        chain.add(new Action.PatchPod(pod.name(), Purpose.ADOPT, adoption(draft.set(), pod)));
      }
    }
    for (var revision : draft.seen().revisions()) {
      if (isOrphan(revision) && isHistory(revision)) {
        var body = adoption(draft.set(), revision);
        chain.add(new Action.PatchRevision(revision.name(), Purpose.ADOPT, body));
      }
    }
    if (chain.size() > 1) {
      draft.act(chain);
      // What is ours is counted first and used then.
      draft.close();
    }
  }

  private boolean isHistory(RevisionView revision) {
    return draft.set().spec().selector().matches(revision.meta().labels());
  }

  private static boolean isOrphan(View view) {
    return view.meta().controller().isEmpty() && !view.meta().isTerminating();
  }

  private void release() {
    for (var pod : strangers) {
      if (isOwned(pod)) {
        var gone = Json.of("$patch", Json.of("delete")).with("uid", Json.of(draft.set().uid()));
        draft.act(new Action.PatchPod(pod.name(), Purpose.RELEASE, owners(pod, gone)));
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
  static String owner(PodView pod) {
    return pod.meta()
        .controller()
        .map(owner -> owner.kind() + " " + owner.name())
        .orElse("nobody, and its labels do not match the selector");
  }

  /// The controller of a claim or pod other than these uids.
  static boolean isForeign(Meta.Owner owner, List<String> ours) {
    return owner.isController() && !ours.contains(owner.uid());
  }
}
