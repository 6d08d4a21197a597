package dev.ordinal.sim.law;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.JobView;
import dev.ordinal.model.Names;
import dev.ordinal.plan.Action;
import dev.ordinal.run.ask.ApiRequest;
import dev.ordinal.sim.virtual.RequestRecord;
import dev.ordinal.sim.virtual.Views;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Each law about pulls refuses a request, and accepts a similar one.
class PullLawTest {
  private static final Instant NOW = Instant.parse("2026-01-01T10:00:00Z");

  private final ClusterHistory history = new ClusterHistory();

  private JobView job(String spec, String status) {
    var job =
        Views.job(
            Yaml.read(
                """
                metadata: {name: warm, namespace: shop, uid: u-warm, resourceVersion: '5'}
                spec: {image: 'app:2', %s}
                status: {%s}
                """
                    .formatted(spec, status)));
    history.jobs.put("warm", job);
    for (var node : List.of("a", "b", "c")) {
      history.nodes.put(
          node,
          Views.node(Yaml.read("{metadata: {name: %s, labels: {is: %s}}}".formatted(node, node))));
    }
    return job;
  }

  /// A pod that pulls on this node, for the job.
  private void pulls(String node, String imageId) {
    history.take(
        Views.pod(
            Yaml.read(
                """
                metadata: {name: warm-%s-0, namespace: shop, uid: u-%s, resourceVersion: '7',
                  labels: {%s: u-warm},
                  ownerReferences: [{kind: ImagePullJob, name: warm, uid: u-warm, controller: true}]}
                spec: {nodeName: %s, containers: [{name: pull, image: 'app:2'}]}
                status: {phase: Pending, containerStatuses: [{name: pull, imageID: '%s'}]}
                """
                    .formatted(node, node, Names.PULLER_LABEL, node, imageId))),
        false);
  }

  private Optional<String> create(Law law, JobView seen, String node) {
    return create(law, seen, node, "u-warm");
  }

  private Optional<String> create(Law law, JobView seen, String node, String owner) {
    var body =
        Yaml.read(
            "{metadata: {ownerReferences: [{uid: %s}]}, spec: {nodeName: %s}}"
                .formatted(owner, node));
    var action = new Action.CreatePuller("warm-" + node + "-0", node, body);
    var sent =
        new RequestRecord(
            "ordinal", Optional.of(seen), ApiRequest.of("shop", action), NOW, NOW, Duration.ZERO);
    history.tick(NOW);
    return law.judge(history, sent);
  }

  @Test
  void pullsAreCounted() {
    var law = new PullsAreCounted();
    var job = job("parallelism: 2", "");
    pulls("a", "");
    assertThat(create(law, job, "b")).isEmpty();

    pulls("b", "");
    assertThat(create(law, job, "c")).contains("warm pulls on c, beside 2 of 2");
    // The next attempt on the same node.
    assertThat(create(law, job, "b")).isEmpty();

    pulls("a", "sha-1");
    assertThat(create(law, job, "c")).isEmpty();
    assertThat(create(law, job("parallelism: 0", ""), "c"))
        .contains("warm pulls on c, beside 1 of 0");
  }

  @Test
  void pullersGoWithTheirJob() {
    var law = new PullersGoWithTheirJob();
    var job = job("parallelism: 2", "");
    assertThat(create(law, job, "a")).isEmpty();
    assertThat(create(law, job, "a", "u-other")).contains("warm-a-0 is not owned by warm");

    job("parallelism: 2", "completionTime: '2026-01-01T09:00:00Z'");
    assertThat(create(law, job, "a")).contains("warm-a-0 is created though warm is done");

    var deadline = "completionPolicy: {type: Always, activeDeadlineSeconds: %d}";
    var late = job(deadline.formatted(60), "startTime: '2026-01-01T09:58:00Z'");
    assertThat(create(law, late, "a"))
        .contains("warm-a-0 is created though warm is past its deadline");
    var early = job(deadline.formatted(120), "startTime: '2026-01-01T09:58:00Z'");
    assertThat(create(law, early, "a")).isEmpty();

    history.jobs.clear();
    assertThat(create(law, job, "a")).contains("warm-a-0 is created though warm is gone");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          selector: {names: [a]}              | b | app:2 is pulled to b, which the job does not select
          selector: {names: [a, b]}           | b |
          selector: {matchLabels: {is: a}}    | b | app:2 is pulled to b, which the job does not select
          selector: {matchLabels: {is: b}}    | b |
          podSelector: {matchLabels: {app: x}}| b | app:2 is pulled to b, which the job does not select
          parallelism: 1                      | z | app:2 is pulled to z, which the job does not select
          parallelism: 1                      | b |
          """)
  void pullersGoWhereTheyAreAsked(String spec, String node, String words) {
    assertThat(create(new PullersGoWhereTheyAreAsked(), job(spec, ""), node))
        .isEqualTo(Optional.ofNullable(words));
  }

  @Test
  void pullersGoWherePodsAre() {
    var law = new PullersGoWhereTheyAreAsked();
    var job = job("podSelector: {matchLabels: {app: web}}", "");
    history.take(Views.pod(LawFixture.pod(0, "{spec: {nodeName: a}}")), false);

    assertThat(create(law, job, "a")).isEmpty();
    assertThat(create(law, job, "b"))
        .contains("app:2 is pulled to b, which the job does not select");
  }
}
