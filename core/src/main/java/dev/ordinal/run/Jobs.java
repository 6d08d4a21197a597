package dev.ordinal.run;

import dev.ordinal.model.JobView;
import dev.ordinal.model.Key;
import dev.ordinal.model.Meta;
import dev.ordinal.model.NodeView;
import dev.ordinal.model.PodView;
import dev.ordinal.model.View;
import dev.ordinal.model.pull.JobSpec.Scope;
import dev.ordinal.plan.Snapshot.Findings;
import dev.ordinal.pull.PullSnapshot;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// The jobs that pull images, the nodes they pull to, and which job something concerns.
final class Jobs {
  final Store<JobView> jobs = new Store<>(this::jobMoved);
  final Store<NodeView> nodes = new Store<>(_ -> nodeMoved());

  /// The pods of other controllers, such as those of Deployments.
  final Store<PodView> others = new Store<>(this::podMoved);

  /// Nobody else asks for nodes, and a big cluster has many.
  boolean areNodesNeeded;

  /// Only a job that a user has made looks at pods of others.
  boolean areOthersNeeded;

  private final ObjectIndex index;
  private final Consumer<Key> wake;

  Jobs(ObjectIndex index, Consumer<Key> wake) {
    this.index = index;
    this.wake = wake;
  }

  PullSnapshot snapshot(JobView job, Findings findings, Instant now) {
    return new PullSnapshot(
        job,
        index.pods.ownedBy(job.uid()),
        selected(job),
        nodes.isListed() ? Optional.of(List.copyOf(nodes.in(""))) : Optional.empty(),
        owner(job, index.sets),
        findings,
        now);
  }

  private Optional<List<PodView>> selected(JobView job) {
    if (!(job.spec().scope() instanceof Scope.UnderPods(var selector)) || isOver(job)) {
      return Optional.of(List.of());
    }
    if (looksAtOthers(job) && !others.isListed()) {
      return Optional.empty();
    }
    var namespace = job.meta().namespace();
    var all = Stream.concat(index.pods.in(namespace).stream(), others.in(namespace).stream());
    return Optional.of(all.filter(pod -> selector.matches(pod.meta().labels())).toList());
  }

  private boolean looksAtOthers(JobView job) {
    return job.spec().scope() instanceof Scope.UnderPods && job.meta().controller().isEmpty();
  }

  private static boolean isOver(JobView job) {
    return job.status().isCompleted() || job.meta().isTerminating();
  }

  private void jobMoved(JobView job) {
    areNodesNeeded = areNodesNeeded || !isOver(job);
    areOthersNeeded = areOthersNeeded || (!isOver(job) && looksAtOthers(job));
    wake.accept(job.key());
    index.ownedMoved(job);
  }

  private void nodeMoved() {
    jobs.all().stream().filter(job -> !isOver(job)).forEach(job -> wake.accept(job.key()));
  }

  void podMoved(PodView pod) {
    owner(pod, jobs).ifPresent(job -> wake.accept(job.key()));
    for (var job : jobs.in(pod.meta().namespace())) {
      if (!isOver(job) && mayConcern(job, pod)) {
        wake.accept(job.key());
      }
    }
  }

  /// Who has just stopped to match an expression concerns the job too.
  private static boolean mayConcern(JobView job, PodView pod) {
    return job.spec().scope() instanceof Scope.UnderPods(var selector)
        && pod.meta().labels().entrySet().containsAll(selector.matchLabels().entrySet());
  }

  static <V extends View> Optional<V> owner(View view, Store<V> owners) {
    return view.meta().controller().map(Meta.Owner::uid).flatMap(owners::findByUid);
  }
}
