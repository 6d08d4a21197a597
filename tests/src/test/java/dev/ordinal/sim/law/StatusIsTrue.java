package dev.ordinal.sim.law;

import dev.ordinal.model.SetView;
import dev.ordinal.model.View;
import dev.ordinal.model.json.Json;
import dev.ordinal.run.ask.Kind;
import dev.ordinal.sim.virtual.RequestRecord;
import java.util.Optional;

/// The counters of a status fit each other, it never goes back to an older spec, and the newest
/// revision becomes the current one when all pods have it and are available.
final class StatusIsTrue implements Law {
  @Override
  public Optional<String> judge(ClusterHistory history, View now) {
    var before = history.sets.get(now.name());
    if (!(now instanceof SetView set) || before == null) {
      return Optional.empty();
    }
    var was = before.status();
    var status = set.status();
    var counts = status.counts();
    var isRight =
        0 <= counts.available()
            && counts.available() <= counts.ready()
            && counts.ready() <= counts.replicas()
            && 0 <= counts.updated()
            && counts.updated() <= counts.replicas()
            && 0 <= counts.current()
            && counts.updatedReady() <= counts.ready()
            && counts.updatedAvailable() <= counts.available()
            && counts.updatedAvailable() <= counts.updatedReady();
    if (!isRight) {
      return Optional.of("the counters contradict each other: " + counts);
    }
    return status.observedGeneration() >= was.observedGeneration()
            && status.observedGeneration() <= set.meta().generation()
        ? Optional.empty()
        : Optional.of("the status is about an older spec than before");
  }

  @Override
  public Optional<String> judge(ClusterHistory history, RequestRecord sent) {
    if (sent.request().kind() != Kind.SET || !sent.request().subresource().equals("/status")) {
      return Optional.empty();
    }
    if (!history.isContested && !isAboutItsTemplate(history, sent)) {
      return Optional.of("the status observes a template without a revision");
    }
    var set = history.sets.get(sent.seen().orElseThrow().name());
    var next = sent.request().body().object("status").text("currentRevision");
    if (set == null || set.status().currentRevision().isEmpty() || next.isEmpty()) {
      return Optional.empty();
    }
    return next.equals(set.status().currentRevision())
        ? Optional.empty()
        : earned(history, sent, next);
  }

  /// A reader of the newest observed generation takes the update revision for that of this
  /// generation.
  private static boolean isAboutItsTemplate(ClusterHistory history, RequestRecord sent) {
    var set = sent.seen().orElseThrow();
    var status = sent.request().body().object("status");
    var newest = status.text("updateRevision");
    var generation = Optional.<Json>of(Json.of(set.meta().generation()));
    var isRead = status.find("observedGeneration").equals(generation);
    return !isRead
        || !set.faults().isEmpty()
        || set.meta().isTerminating()
        || history.hasJustGone(newest, sent)
        || RequestSorts.isOfTemplate(history, set, newest);
  }

  private static Optional<String> earned(ClusterHistory history, RequestRecord sent, String next) {
    SetView set = sent.seen().orElseThrow();
    if (history.isContested) {
      // Another controller may have changed a pod that had this revision.
      return Optional.empty();
    }
    return ClusterHistory.wanted(set.spec()).stream()
        .map(ordinal -> set.name() + "-" + ordinal)
        .filter(name -> !history.hasJustGone(name, sent))
        .filter(
            name ->
                !(history.mayHaveBeenAvailable(name, sent) || history.isPreparedAndServes(name))
                    || Optional.ofNullable(history.pods.get(name))
                        .filter(pod -> !pod.meta().createdAt().isAfter(sent.asOf()))
                        .filter(pod -> !pod.revision().equals(next))
                        .isPresent())
        .map(
            name ->
                "revision %s is reported as current before %s is available with it"
                    .formatted(next, name))
        .findFirst();
  }
}
