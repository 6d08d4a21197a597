package dev.ordinal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.JobParser;
import dev.ordinal.api.Yaml;
import dev.ordinal.model.JobView;
import dev.ordinal.model.Key;
import dev.ordinal.model.Meta;
import dev.ordinal.model.Names;
import dev.ordinal.model.NodeView;
import dev.ordinal.model.PodView;
import dev.ordinal.model.View;
import dev.ordinal.model.pull.JobStatus;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Plan;
import dev.ordinal.run.ask.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// One turn of a job, during which the watch shows its pod.
class JobTurnTest {
  private static final Key.Job WARM = new Key.Job("shop", "warm");

  private final Engine engine = new Engine();
  private final List<String> events = new ArrayList<>();
  private JobStatus reported = JobStatus.NONE;

  private static JobView job(JobStatus status, long version) {
    var spec = Yaml.read("spec: {image: app, pullPolicy: {backoffLimit: 0}}");
    var meta = Views.meta("warm", "uid-warm", version, List.of());
    return new JobView(meta, JobParser.parse(spec).spec(), status, List.of());
  }

  private static NodeView node() {
    var none = new TreeMap<String, String>();
    var meta =
        new Meta(
            "",
            "node-1",
            "uid-node-1",
            1,
            1,
            none,
            none,
            List.of(),
            List.of(),
            Views.NOW,
            Optional.empty());
    return new NodeView(meta, true);
  }

  private static PodView puller(String name, PodView.Phase phase, long version) {
    var owner = new Meta.Owner(Names.API_VERSION, Names.JOB_KIND, "warm", "uid-warm", true);
    return new PodView(
        Views.meta(name, "uid-pod", version, List.of(owner)),
        phase,
        "node-1",
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        new TreeMap<>(),
        Optional.empty(),
        List.of());
  }

  /// Creates the job's pod; before the reply to that comes, the watch shows the pod in this phase.
  private void run(PodView.Phase phase) {
    engine.sets().listed(List.of(), 1);
    engine.pods().listed(List.of(), 1);
    engine.claims().listed(List.of(), 1);
    engine.revisions().listed(List.of(), 1);
    engine.classes().listed(List.of(), 1);
    engine.nodes().listed(List.of(node()), 1);
    engine.jobs().listed(List.of(job(JobStatus.NONE, 5)), 5);
    assertThat(engine.take(Views.NOW)).contains(WARM);
    var turn = new Turn(engine, WARM, new Listener());

    var create = turn.begin(Views.NOW).getFirst();
    assertThat(events).isEmpty();
    engine.pods().changed(puller(create.name(), phase, 7));
    var created = new Outcome.Done(Optional.of(puller(create.name(), PodView.Phase.PENDING, 6)));
    var report = turn.end(create, created, Views.NOW).getFirst();
    assertThat(turn.end(report, new Outcome.Done(Optional.of(job(reported, 8))), Views.NOW))
        .isEmpty();

    assertThat(turn.isOver()).isTrue();
  }

  /// The report says that the job is over, and a job that is over is not planned again: the event
  /// comes with the report or never.
  @Test
  void jobThatEndsInTheMiddleOfATurnGetsItsEvent() {
    run(PodView.Phase.FAILED);

    assertThat(reported.isCompleted()).isTrue();
    assertThat(events)
        .containsExactly(
            "FailedPullImage app cannot be pulled on node-1: its pod failed before the pull");
  }

  @Test
  void jobThatIsStillPullingGetsNone() {
    run(PodView.Phase.PENDING);

    assertThat(reported.isCompleted()).isFalse();
    assertThat(events).isEmpty();
  }

  private final class Listener implements Turn.Listener {
    @Override
    public void planned(View subject, Plan<?> plan) {}

    @Override
    public void reporting(View subject, Plan<?> plan) {
      reported = (JobStatus) plan.status();
    }

    @Override
    public void noticed(View subject, Plan.Notice notice) {
      events.add(notice.reason() + " " + notice.message());
    }

    @Override
    public void acted(View subject, Action action, Outcome outcome) {}

    @Override
    public void gone(Key key) {}
  }
}
