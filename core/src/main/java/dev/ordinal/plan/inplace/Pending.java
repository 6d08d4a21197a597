package dev.ordinal.plan.inplace;

import dev.ordinal.model.InPlaceState;
import dev.ordinal.model.InPlaceState.Grace;
import dev.ordinal.model.InPlaceState.Work;
import dev.ordinal.model.Json;
import dev.ordinal.model.PodView;
import dev.ordinal.plan.inplace.TemplateDiff.Result;
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
}
