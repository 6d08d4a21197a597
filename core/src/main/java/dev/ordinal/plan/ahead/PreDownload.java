package dev.ordinal.plan.ahead;

import dev.ordinal.model.FeatureGate;
import dev.ordinal.model.Names;
import dev.ordinal.model.RevisionView;
import dev.ordinal.model.SetView;
import dev.ordinal.model.UpdateStrategy.PodUpdate;
import dev.ordinal.model.UpdateStrategy.Rolling;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.body.Revision;
import dev.ordinal.plan.inplace.TemplateDiff;
import dev.ordinal.plan.inplace.TemplateDiff.Result;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// Decides which images of a rollout are worth pulling ahead: those that change in place, in a
/// rollout of several steps over more than a handful of pods.
public final class PreDownload {
  /// So few pods are updated as soon as their images are pulled.
  private static final int HANDFUL = 3;

  private PreDownload() {}

  /// The jobs that pull the images of `update`, by name, one an image. None where it is not worth
  /// it, not yet time, or has been done.
  public static SortedMap<String, Json.Obj> jobs(
      SetView set, RevisionView current, RevisionView update, long updatedReady) {
    if (!(set.spec().update() instanceof Rolling rolling)
        || !set.spec().gates().contains(FeatureGate.IMAGE_PREDOWNLOAD)
        || update.meta().labels().containsKey(Names.AHEAD_LABEL)
        || !isWorthIt(set, rolling)) {
      return Collections.emptySortedMap();
    }
    var options = PreDownloadOptions.of(set, rolling.inPlace());
    if (updatedReady < options.minUpdatedReady()) {
      return Collections.emptySortedMap();
    }
    var body = new JobBody(set, update, options);
    var jobs = new TreeMap<String, Json.Obj>();
    images(set, current, update)
        .forEach(
            (container, image) -> {
              var name = name(update, container);
              jobs.put(name, body.of(name, image));
            });
    return jobs;
  }

  /// As Kruise names them.
  private static String name(RevisionView update, String container) {
    return update.name() + "-" + container;
  }

  /// Whether a job of the set is for this revision.
  public static boolean isFor(RevisionView update, String job) {
    return job.startsWith(update.name() + "-");
  }

  private static boolean isWorthIt(SetView set, Rolling rolling) {
    var replicas = set.spec().replicas();
    var isOneBatch = rolling.partition() == 0 && rolling.maxUnavailable().of(replicas) >= replicas;
    return rolling.podUpdate() != PodUpdate.RECREATE && replicas > HANDFUL && !isOneBatch;
  }

  /// The images that change, each under one container that has it.
  private static SortedMap<String, String> images(
      SetView set, RevisionView current, RevisionView update) {
    if (!(TemplateDiff.between(Revision.template(current), Revision.template(update))
            instanceof Result.Change change)
        || isReplacing(set, change)) {
      return Collections.emptySortedMap();
    }
    var images = new TreeMap<String, String>();
    var known = new TreeSet<String>();
    change
        .work()
        .images()
        .forEach(
            (container, image) -> {
              if (known.add(image)) {
                images.put(container, image);
              }
            });
    return images;
  }

  private static boolean isReplacing(SetView set, Result.Change change) {
    return !change.work().resources().isEmpty()
        && !set.spec().gates().contains(FeatureGate.VERTICAL_SCALING);
  }
}
