package dev.ordinal.sim.virtual;

import dev.ordinal.model.JobView;
import dev.ordinal.model.PodView;
import dev.ordinal.model.RevisionView;
import dev.ordinal.model.SetSpec.ClaimTemplate;
import dev.ordinal.model.SetView;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.number.Quantity;
import dev.ordinal.model.pull.JobSpec.Completion;
import dev.ordinal.sim.law.ClusterHistory;
import java.util.Comparator;
import java.util.Objects;
import java.util.stream.Collectors;

/// What must be true of a simulation some time after the faults.
final class FinalChecks {
  private FinalChecks() {}

  static void check(Simulation simulation) {
    var set = Objects.requireNonNull(simulation.history.sets.get("web"), "the set is gone");
    var names =
        ClusterHistory.wanted(set.spec()).stream()
            .map(ordinal -> "web-" + ordinal)
            .collect(Collectors.toSet());
    require(
        simulation.history.pods.keySet().equals(names),
        "the pods are " + simulation.history.pods.keySet() + " and not " + names);
    simulation.history.pods.values().forEach(pod -> pod(set, pod));
    var bodies = simulation.list("v1", "pods").stream().filter(pod -> names.contains(name(pod)));
    new TemplateMatch(set.spec().template()).check(bodies.toList());
    for (var template : set.spec().claimTemplates()) {
      names.forEach(name -> claim(simulation, set, template, name));
    }
    status(set);
    revisions(simulation, set);
    var limit = set.spec().historyLimit();
    require(
        simulation.history.revisions.size() <= limit + 1,
        "there are %d revisions, and %d may be kept"
            .formatted(simulation.history.revisions.size(), limit + 1));
    simulation.history.jobs.values().forEach(job -> job(simulation, job));
    require(
        simulation.history.pullers.isEmpty(),
        "these still pull: " + simulation.history.pullers.keySet());
  }

  private static String name(Json.Obj object) {
    return object.object("metadata").text("name");
  }

  /// Each selected node has the image, or is reported as failed.
  private static void job(Simulation simulation, JobView job) {
    var status = job.status();
    require(
        job.meta().controller().isEmpty(), job.name() + " pulls ahead of a rollout that is over");
    require(
        status.isCompleted() == job.spec().completion() instanceof Completion.Once,
        job.name() + " is not done: " + status.message());
    require(
        status.succeededNodes().size() + status.failedNodes().size() == status.desired()
            || (job.spec().completion() instanceof Completion.Once(var deadline, _)
                && deadline.isPresent()),
        job.name() + " left nodes out: " + status.message());
    var isSound = !job.spec().image().endsWith("missing");
    status
        .succeededNodes()
        .forEach(
            node ->
                require(
                    isSound && hasPulled(simulation, job, node),
                    node + " does not have " + job.spec().image()));
  }

  private static boolean hasPulled(Simulation simulation, JobView job, String node) {
    return simulation.cluster.pulls().stream()
        .anyMatch(pull -> pull.node().equals(node) && pull.image().equals(job.spec().image()));
  }

  private static void revisions(Simulation simulation, SetView set) {
    var newest =
        simulation.history.revisions.values().stream()
            .filter(revision -> revision.meta().isControlledBy(set.uid()))
            .max(Comparator.comparingLong(RevisionView::number))
            .map(RevisionView::name)
            .orElse("none");
    require(
        newest.equals(set.status().updateRevision()),
        "revision " + newest + " has the highest number and is not the newest");
  }

  private static void claim(
      Simulation simulation, SetView set, ClaimTemplate template, String pod) {
    var claim = simulation.history.claims.get(template.name() + "-" + pod);
    require(claim != null, pod + " has no claim " + template.name());
    var size = template.body().object("spec").object("resources").object("requests");
    require(
        !set.spec().growsClaims()
            || !Quantity.isLess(Objects.requireNonNull(claim).requested(), size.text("storage")),
        pod + " has a claim " + template.name() + " that has not grown");
  }

  private static void pod(SetView set, PodView pod) {
    require(pod.isReady(), pod.name() + " is not ready");
    require(!pod.isTerminating(), pod.name() + " is terminating");
    require(pod.isNormal(), pod.name() + " is in a transitional state");
    require(pod.meta().isControlledBy(set.uid()), pod.name() + " is not owned by the set");
    require(
        pod.revision().equals(set.status().updateRevision()),
        pod.name() + " is at " + pod.revision());
    require(
        pod.containers().getFirst().image().equals("app:9"),
        pod.name() + " runs " + pod.containers().getFirst().image());
  }

  private static void status(SetView set) {
    var status = set.status();
    var counts = status.counts();
    var replicas = set.spec().replicas();
    require(
        counts.replicas() == replicas
            && counts.ready() == replicas
            && counts.available() == replicas
            && counts.updated() == replicas
            && counts.current() == replicas
            && counts.updatedAvailable() == replicas,
        "the status counts " + counts);
    require(status.observedGeneration() == set.meta().generation(), "the status is old");
    require(
        status.currentRevision().equals(status.updateRevision()),
        "the update revision has not become current");
    require(
        status.findCondition("Ready").filter(found -> found.isTrue()).isPresent(),
        "not reported as ready");
  }

  private static void require(boolean isTrue, String words) {
    if (!isTrue) {
      throw new AssertionError(words);
    }
  }
}
