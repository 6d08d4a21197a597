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
import dev.ordinal.model.SetKey;
import dev.ordinal.model.View;
import dev.ordinal.plan.Action;
import dev.ordinal.pull.PullPlanner;
import dev.ordinal.pull.PullSnapshot;
import dev.ordinal.run.ask.Outcome;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The engine with jobs that pull images.
class JobsTest {
  private static final Key.Job WARM = new Key.Job("shop", "warm");
  private static final SetKey WEB = new SetKey("shop", "web");

  private final Engine engine = new Engine(() -> {});

  @BeforeEach
  void list() {
    engine.sets().listed(List.of(Views.set("replicas=1")), 1);
    engine.pods().listed(List.of(), 1);
    engine.claims().listed(List.of(), 1);
    engine.revisions().listed(List.of(), 1);
    engine.classes().listed(List.of(), 1);
    drain();
  }

  private void drain() {
    for (var key = engine.take(Views.NOW); key.isPresent(); key = engine.take(Views.NOW)) {
      engine.giveBack(key.get(), Optional.empty());
    }
  }

  private static JobView job(String name, String spec, Meta.Owner... owners) {
    var parsed = JobParser.parse(Yaml.read("spec: {image: app%s}".formatted(spec)));
    var meta = Views.meta(name, "uid-" + name, 5, List.of(owners));
    return new JobView(meta, parsed.spec(), parsed.status(), List.of());
  }

  private static NodeView node(String name, long version) {
    var meta =
        new Meta(
            "",
            name,
            "uid-" + name,
            version,
            1,
            new TreeMap<>(),
            new TreeMap<>(),
            List.of(),
            List.of(),
            Views.NOW,
            Optional.empty());
    return new NodeView(meta, true);
  }

  private static PodView puller(String name, long version) {
    var owner = new Meta.Owner(Names.API_VERSION, Names.JOB_KIND, "warm", "uid-warm", true);
    var drawn = Views.pod(name, "uid-" + name, version);
    return new PodView(
        Views.meta(name, "uid-" + name, version, List.of(owner)),
        drawn.phase(),
        "node-1",
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        new TreeMap<>(),
        Optional.empty(),
        List.of());
  }

  @Test
  void jobHasTurnsOfItsOwn() {
    engine.jobs().listed(List.of(job("warm", "")), 6);

    assertThat(engine.take(Views.NOW)).contains(WARM);
    assertThat(engine.take(Views.NOW)).isEmpty();
  }

  @Test
  void jobAndSetOfOneNameAreTwo() {
    engine.jobs().listed(List.of(job("web", "")), 6);

    assertThat(engine.take(Views.NOW)).contains(new Key.Job("shop", "web"));
    assertThat(engine.look(WEB, Views.NOW)).isPresent();
    assertThat(WEB.compareTo(new Key.Job("shop", "web"))).isNotZero();
  }

  @Test
  void nodesAreAskedForWithTheFirstJob() {
    assertThat(engine.needsNodes()).isFalse();
    engine.jobs().listed(List.of(job("warm", "")), 6);

    assertThat(engine.needsNodes()).isTrue();
    assertThat(engine.look(WARM, Views.NOW).orElseThrow().nodes()).isEmpty();
  }

  /// A job that looks at pods leaves out nodes that are silent.
  @Test
  void nodeWakesTheJobsThatRun() {
    var underPods = job("near", ", podSelector: {matchLabels: {app: web}}");
    engine.jobs().listed(List.of(job("warm", ""), underPods), 6);
    drain();
    engine.nodes().listed(List.of(node("node-1", 7)), 7);

    assertThat(engine.take(Views.NOW)).contains(new Key.Job("shop", "near"));
    assertThat(engine.take(Views.NOW)).contains(WARM);
    assertThat(engine.look(WARM, Views.NOW).orElseThrow().nodes().orElseThrow())
        .extracting(View::name)
        .containsExactly("node-1");
  }

  @Test
  void podWakesTheJobThatOwnsItAndTheJobThatLooksAtIt() {
    var underPods = job("near", ", podSelector: {matchLabels: {app: web}}");
    var elsewhere = job("other", ", podSelector: {matchLabels: {app: db}}");
    engine.jobs().listed(List.of(job("warm", ""), underPods, elsewhere), 6);
    drain();
    engine.pods().changed(puller("warm-x-0", 8));

    assertThat(engine.take(Views.NOW)).contains(WARM);
    assertThat(engine.take(Views.NOW)).contains(new Key.Job("shop", "near"));
    assertThat(engine.take(Views.NOW)).isEmpty();
    assertThat(engine.look(WARM, Views.NOW).orElseThrow().pullers()).hasSize(1);
    assertThat(engine.look(new Key.Job("shop", "near"), Views.NOW).orElseThrow().pods()).isEmpty();
  }

  /// Pods of Deployments are read only where a job looks at them; nothing ends before they are.
  @Test
  void podsOfOthersAreAskedForWithTheFirstJobThatLooksAtThem() {
    assertThat(engine.needsOthers()).isFalse();
    var underPods = job("near", ", podSelector: {matchLabels: {app: web}}");
    engine.jobs().listed(List.of(job("warm", ""), underPods), 7);
    assertThat(engine.needsOthers()).isTrue();
    engine.pods().changed(Views.pod("web-0", "uid-0", 7));
    engine.others().listed(List.of(Views.pod("shop-x", "uid-x", 8, "some-replicaset")), 8);

    assertThat(
            engine
                .look(new Key.Job("shop", "near"), Views.NOW)
                .flatMap(PullSnapshot::pods)
                .orElseThrow())
        .extracting(PodView::name)
        .containsExactly("web-0", "shop-x");
  }

  /// No list is needed to know them: the watch keeps them by owner.
  @Test
  void setKnowsItsOwnJobs() {
    var owner = new Meta.Owner(Names.API_VERSION, Names.KIND, "web", "set", true);
    engine.jobs().listed(List.of(job("web-1-app", "", owner), job("warm", "")), 6);

    assertThat(engine.needsOthers()).isFalse();
    assertThat(engine.look(WEB, Views.NOW).orElseThrow().jobs())
        .extracting(JobView::name)
        .containsExactly("web-1-app");
    assertThat(engine.look(new Key.Job("shop", "web-1-app"), Views.NOW).orElseThrow().set())
        .isPresent();
  }

  @Test
  void ownDeleteOfAJobIsKnownBeforeTheWatchShowsIt() {
    engine.jobs().listed(List.of(job("warm", "")), 6);
    var delete = new Action.DeleteJob("warm", "uid-warm");
    engine.acted(WARM, delete, new Outcome.Done(Optional.empty()), Views.NOW);

    assertThat(engine.look(WARM, Views.NOW)).isEmpty();
  }

  @Test
  void statusThatSaysSomethingNewIsDue() {
    engine.jobs().listed(List.of(job("warm", "")), 6);
    engine.nodes().listed(List.of(node("node-1", 7)), 7);
    var plan = PullPlanner.plan(engine.look(WARM, Views.NOW).orElseThrow());

    assertThat(engine.statusDue(WARM, plan, Views.NOW)).contains(plan.status());
  }
}
