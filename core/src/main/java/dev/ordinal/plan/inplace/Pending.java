package dev.ordinal.plan.inplace;

import dev.ordinal.model.InPlaceState;
import dev.ordinal.model.InPlaceState.Grace;
import dev.ordinal.model.InPlaceState.Scope;
import dev.ordinal.model.InPlaceState.Work;
import dev.ordinal.model.PodView;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.inplace.TemplateDiff.Result;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// What an update in place has still to write to its pod.
public final class Pending {
  private Pending() {}

  /// What waits for a grace period or for the batch before it.
  public static Work of(InPlaceState state) {
    return state.grace().map(Grace::work).orElse(state.next());
  }

  /// What an earlier update has not written yet is still to be done, unless the new one says
  /// otherwise. A container that has its image already will not restart for it.
  public static Result.Change with(PodView pod, Result.Change change) {
    var begun = pod.inPlace().map(Pending::of).orElse(Work.NONE);
    var metadata = pod.inPlace().flatMap(InPlaceState::grace).map(Grace::metadata);
    var work = Patches.merge(begun, change.work());
    var images = new TreeMap<>(work.images());
    pod.containers().forEach(container -> images.remove(container.name(), container.image()));
    return new Result.Change(
        new Work(images, work.metadata(), work.resources()),
        Patches.merge(metadata.orElse(Json.EMPTY), change.metadata()),
        !images.isEmpty() || (change.restarts() && !work.resources().isEmpty()));
  }

  /// The state of a pod that an update to this revision begins on. A container that an earlier
  /// update has changed and that has not come yet is still awaited.
  public static InPlaceState state(PodView pod, String revision, Work work, Instant since) {
    var awaited = pod.inPlace().map(before -> Completion.awaited(pod, before));
    var scope =
        new Scope(
            !work.images().isEmpty(), !work.resources().isEmpty(), !work.metadata().isEmpty());
    return new InPlaceState(
        revision,
        since,
        awaited.orElseGet(TreeMap::new),
        scope,
        Work.NONE,
        List.of(),
        List.of(),
        Optional.empty());
  }
}
