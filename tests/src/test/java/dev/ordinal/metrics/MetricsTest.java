package dev.ordinal.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ordinal.kube.http.Api;
import dev.ordinal.kube.metrics.Metric;
import dev.ordinal.kube.metrics.Metrics;
import dev.ordinal.kube.metrics.WebhookMetrics;
import dev.ordinal.kube.watch.ReadFault;
import dev.ordinal.kube.watch.Reflector;
import dev.ordinal.model.Key;
import dev.ordinal.model.Meta;
import dev.ordinal.model.SetKey;
import dev.ordinal.model.SetStatus;
import dev.ordinal.model.SetStatus.Condition;
import dev.ordinal.model.SetView;
import dev.ordinal.model.View;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Picture;
import dev.ordinal.plan.Plan;
import dev.ordinal.plan.Snapshot;
import dev.ordinal.plan.stage.Planner;
import dev.ordinal.run.Turn;
import dev.ordinal.run.ask.Outcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What the controller reports becomes series that a strict reader accepts.
class MetricsTest {
  private static final long SECOND = 1_000_000_000;

  private final AtomicLong nanos = new AtomicLong(7 * SECOND);
  private final Metrics metrics = new Metrics(2, nanos::get);

  private Exposition scrape() {
    return Exposition.parse(new String(metrics.text(), StandardCharsets.UTF_8));
  }

  private static SetKey key(String name) {
    return new SetKey("shop", name);
  }

  private static SetView named(String name, long generation, SetView set) {
    var meta = set.meta();
    return new SetView(
        new Meta(
            "shop",
            name,
            meta.uid(),
            meta.version(),
            generation,
            meta.labels(),
            meta.annotations(),
            meta.owners(),
            meta.finalizers(),
            meta.createdAt(),
            meta.deletedAt()),
        set.spec(),
        set.status(),
        set.faults());
  }

  /// A turn of a set of that name, in the state of the picture.
  private void planned(String name, long generation, Picture picture) {
    var drawn = picture.snapshot();
    var seen =
        new Snapshot(
            named(name, generation, drawn.set()),
            drawn.pods(),
            drawn.claims(),
            drawn.revisions(),
            drawn.classes(),
            drawn.overlaps(),
            drawn.jobs(),
            drawn.findings(),
            drawn.now());
    metrics.turn(key(name), new Silent()).planned(seen.set(), Planner.plan(seen));
  }

  private Optional<Double> ofSet(String metric, String set, String... labels) {
    var all = Stream.concat(Stream.of("namespace", "shop", "statefulset", set), Stream.of(labels));
    return scrape().find(metric, all.toArray(String[]::new));
  }

  @Test
  void everySampleHasTheTypeHelpAndLabelsOfItsMetric() {
    feedAll();
    var families = scrape().families();
    for (var metric : Metric.values()) {
      var type = metric.type() == Metric.Type.INFO ? Metric.Type.GAUGE : metric.type();
      assertThat(families).containsKey(metric.title());
      var family = Optional.ofNullable(families.get(metric.title())).orElseThrow();
      assertThat(family.type()).as(metric.title()).isEqualToIgnoringCase(type.name());
      assertThat(family.help()).as(metric.title()).isEqualTo(metric.help());
    }
    assertThat(scrape().samples())
        .filteredOn(sample -> sample.name().startsWith("ordinal_"))
        .allSatisfy(
            sample -> {
              var metric = metric(sample.name());
              var labels = new TreeSet<>(sample.labels().keySet());
              labels.remove("le");
              assertThat(labels)
                  .as(sample.name())
                  .containsExactlyInAnyOrderElementsOf(metric.labels());
            });
  }

  private static Metric metric(String sample) {
    var title = sample.replaceFirst("_(bucket|sum|count)$", "");
    return Stream.of(Metric.values())
        .filter(metric -> metric.title().equals(title))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no metric " + sample));
  }

  /// Something for each metric.
  private void feedAll() {
    planned(
        "web", 1, Picture.of("replicas=2 template=v2 revisions=v1,v2", "0:v1:ready 1:v1:ready"));
    metrics.queue().added(key("web"));
    metrics.leader().changed("ordinal", true);
    metrics.leader().fenced();
    metrics.showBuild("1");
    metrics.showReaders(() -> Map.of("pods", 1.0), () -> true);
    metrics.refused(403);
    metrics.webhook().answered(WebhookMetrics.Result.ALLOWED);
    metrics.webhook().took(Duration.ZERO);
    metrics.webhook().certified(Instant.EPOCH);
    metrics.measure(new NoFaults()).failed("pods", new ReadFault(ReadFault.Kind.FORBIDDEN, ""));
    var turn = metrics.turn(key("web"), new Silent());
    var subject = Picture.of("replicas=1", "").snapshot().set();
    turn.acted(subject, DELETE, new Outcome.Done(Optional.empty()));
    turn.ended(false);
    var api = metrics.measure(new DeadApi());
    assertThatThrownBy(() -> api.send(Api.Request.get("/api/v1/pods")))
        .isInstanceOf(Api.Unreachable.class);
    for (var query : List.of("limit=500", "watch=1")) {
      assertThatThrownBy(() -> api.open(Api.Request.get("/api/v1/pods?" + query), Duration.ZERO))
          .isInstanceOf(Api.Unreachable.class);
    }
  }

  @Test
  void requestWithoutReplyIsCounted() {
    feedAll();
    assertThat(
            scrape().find("rest_client_requests_total", "code", "<error>", "host", "server:6443"))
        .hasValue(3.0);
    assertThat(scrape().find("rest_client_request_duration_seconds_count", "verb", "GET"))
        .as("the watch is not measured")
        .hasValue(2.0);
    assertThat(scrape().find("ordinal_watches_total", "resource", "pods")).hasValue(1.0);
    assertThat(scrape().find("ordinal_lists_total", "resource", "pods")).hasValue(1.0);
  }

  /// The same name as the readers have.
  @Test
  void resourceIsNamedWithItsGroup() {
    var path = "/apis/apps.kruise.io/v1beta1/namespaces/shop/statefulsets?watch=1";
    assertThatThrownBy(
            () -> metrics.measure(new DeadApi()).open(Api.Request.get(path), Duration.ZERO))
        .isInstanceOf(Api.Unreachable.class);
    assertThat(scrape().find("ordinal_watches_total", "resource", "statefulsets.apps.kruise.io"))
        .hasValue(1.0);
  }

  @Test
  void waitAndWorkAreMeasured() {
    var queue = metrics.queue();
    queue.added(key("web"));
    queue.added(new Key.Job("shop", "pull"));
    assertThat(scrape().find("workqueue_depth", "name", "statefulset")).hasValue(1.0);
    nanos.addAndGet(3 * SECOND);
    queue.taken(key("web"));
    nanos.addAndGet(5 * SECOND);

    var running = scrape();
    assertThat(running.find("workqueue_depth", "name", "statefulset")).hasValue(0.0);
    assertThat(running.find("workqueue_depth", "name", "imagepulljob")).hasValue(1.0);
    assertThat(running.find("workqueue_queue_duration_seconds_sum", "name", "statefulset"))
        .hasValue(3.0);
    assertThat(running.find("workqueue_unfinished_work_seconds", "name", "statefulset"))
        .hasValue(5.0);
    assertThat(running.find("controller_runtime_active_workers", "controller", "statefulset"))
        .hasValue(1.0);

    queue.ended(key("web"));
    assertThat(scrape().find("workqueue_work_duration_seconds_sum", "name", "statefulset"))
        .hasValue(5.0);
    assertThat(scrape().find("workqueue_longest_running_processor_seconds", "name", "statefulset"))
        .hasValue(0.0);
  }

  @Test
  void turnHasOneResult() {
    metrics.turn(key("web"), new Silent()).ended(false);
    metrics.turn(key("web"), new Silent()).ended(true);
    var failing = metrics.turn(key("web"), new Silent());
    var subject = Picture.of("replicas=1", "").snapshot().set();
    failing.acted(subject, DELETE, new Outcome.Done(Optional.empty()));
    failing.acted(subject, DELETE, new Outcome.Refused("no"));
    failing.ended(false);

    var found = scrape();
    assertThat(result(found, "success")).hasValue(1.0);
    assertThat(result(found, "error")).hasValue(2.0);
    assertThat(result(found, "requeue")).hasValue(0.0);
    assertThat(found.find("workqueue_retries_total", "name", "statefulset")).hasValue(1.0);
    assertThat(found.find("ordinal_pods_changed_total", "change", "delete", "cause", "scale_down"))
        .hasValue(1.0);
  }

  private static Optional<Double> result(Exposition found, String result) {
    return found.find(
        "controller_runtime_reconcile_total", "controller", "statefulset", "result", result);
  }

  @Test
  void refusedDryRunIsCounted() {
    var turn = metrics.turn(key("web"), new Silent());
    var subject = Picture.of("replicas=1", "").snapshot().set();
    turn.acted(subject, DELETE, new Outcome.Checked(true, "no"));
    turn.acted(subject, DELETE, new Outcome.Checked(false, ""));
    assertThat(scrape().find("ordinal_dry_run_refusals_total")).hasValue(1.0);
  }

  @Test
  void setIsShownByStateAndReasonAndVanishes() {
    planned(
        "web",
        1,
        Picture.of(
            "replicas=3 template=v2 revisions=v1,v2 max=1", "0:v1:ready 1:v1:ready 2:v2:starting"));
    assertThat(ofSet("ordinal_statefulset_replicas", "web", "state", "desired")).hasValue(3.0);
    assertThat(ofSet("ordinal_statefulset_replicas", "web", "state", "available")).hasValue(2.0);
    assertThat(ofSet("ordinal_statefulset_budget_used", "web")).hasValue(1.0);
    assertThat(ofSet("ordinal_statefulset_budget_allowed", "web")).hasValue(1.0);
    assertThat(scrape().all("ordinal_statefulset_holds")).isNotEmpty();
    assertThat(ofSet("ordinal_statefulset_revision_info", "web", "role", "update")).hasValue(1.0);

    metrics.turn(key("web"), new Silent()).gone(key("web"));
    assertThat(scrape().samples())
        .filteredOn(sample -> sample.labels().containsKey("statefulset"))
        .isEmpty();
  }

  @Test
  void standbyShowsNoSets() {
    planned("web", 1, Picture.of("replicas=1 template=v1 revisions=v1", "0:v1:ready"));
    metrics.leader().changed("ordinal", true);
    assertThat(scrape().find("ordinal_statefulsets")).hasValue(1.0);
    metrics.leader().changed("ordinal", false);
    assertThat(scrape().find("ordinal_statefulsets")).hasValue(0.0);
    assertThat(scrape().find("leader_election_master_status", "name", "ordinal")).hasValue(0.0);
    assertThat(scrape().find("ordinal_leader_transitions_total")).hasValue(2.0);
  }

  @Test
  void setsBeyondTheLimitShareTheirSeries() {
    for (var i = 0; i < 50; i++) {
      planned("set-" + i, 1, Picture.of("replicas=3 template=v1 revisions=v1", "0:v1:ready"));
    }
    var found = scrape();
    assertThat(found.all("ordinal_statefulset_replicas"))
        .extracting(sample -> sample.labels().get("statefulset"))
        .containsOnly("set-0", "set-1", "_others");
    assertThat(
            found.find(
                "ordinal_statefulset_replicas", "statefulset", "_others", "state", "desired"))
        .hasValue(144.0);
    assertThat(found.find("ordinal_statefulsets")).hasValue(50.0);
    assertThat(found.find("ordinal_statefulsets_aggregated")).hasValue(48.0);
    assertThat(found.all("ordinal_statefulset_revision_info")).hasSizeLessThanOrEqualTo(4);

    metrics.turn(key("set-0"), new Silent()).gone(key("set-0"));
    assertThat(scrape().find("ordinal_statefulset_stalled", "statefulset", "set-2")).isPresent();
  }

  /// A user may write any text into a status.
  @Test
  void hostileWordsAreEscapedAndCut() {
    var hostile = "a\"} 1\n# TYPE x gauge\n\\\u001b[31m\u00e4";
    var status =
        new SetStatus(
            1, SetStatus.Counts.ZERO, hostile, "x".repeat(100_000), 0, "", List.of(), List.of());
    var plan = new Plan<>(List.of(), List.of(), List.of(), status, Optional.empty());
    var set = named("web", 1, Picture.of("replicas=1", "").snapshot().set());
    metrics.turn(key("web"), new Silent()).planned(set, plan);

    assertThat(ofSet("ordinal_statefulset_revision_info", "web", "revision", hostile))
        .hasValue(1.0);
    assertThat(scrape().all("ordinal_statefulset_revision_info"))
        .extracting(sample -> sample.labels().getOrDefault("revision", "").length())
        .contains(253);
  }

  @Test
  void rolloutIsMeasuredFromTheNewRevisionToTheEnd() {
    planned("web", 1, Picture.of("replicas=1 template=v1 revisions=v1", "0:v1:ready"));
    nanos.addAndGet(100 * SECOND);
    var ready = new Condition("Ready", "True", "Ready", "", Picture.NOW);
    var old = new SetStatus(1, SetStatus.Counts.ZERO, "v1", "v1", 0, "", List.of(ready), List.of());
    var unrecorded = Picture.of("replicas=1 template=v2 revisions=v1", "0:v1:ready").with(old);
    planned("web", 2, unrecorded);
    var rolling = Picture.of("replicas=1 template=v2 revisions=v1,v2", "0:v1:ready").with(old);
    planned("web", 2, rolling);
    nanos.addAndGet(20 * SECOND);
    planned("web", 2, rolling);
    assertThat(ofSet("ordinal_statefulset_rollout_age_seconds", "web")).hasValue(20.0);
    nanos.addAndGet(10 * SECOND);
    planned("web", 2, Picture.of("replicas=1 template=v2 revisions=v1,v2", "0:v2:ready"));

    assertThat(ofSet("ordinal_statefulset_rollout_age_seconds", "web")).hasValue(0.0);
    assertThat(scrape().find("ordinal_statefulset_rollout_duration_seconds_count")).hasValue(1.0);
    assertThat(scrape().find("ordinal_statefulset_rollout_duration_seconds_sum")).hasValue(30.0);
  }

  private static final Action DELETE =
      new Action.DeletePod("web-0", "uid", OptionalLong.empty(), Action.Cause.SCALE_DOWN);

  private static final class NoFaults implements Reflector.Listener {
    @Override
    public void failed(String reader, ReadFault fault) {}

    @Override
    public void recovered(String reader) {}
  }

  private static final class DeadApi implements Api {
    @Override
    public Response send(Request request) throws Unreachable {
      throw new Unreachable("down", true, new IOException());
    }

    @Override
    public Api.Stream open(Request request, Duration idleTimeout) throws Unreachable {
      throw new Unreachable("down", true, new IOException());
    }

    @Override
    public Peer peer() {
      return new Peer("https://server:6443", "");
    }
  }

  private static final class Silent implements Turn.Listener {
    @Override
    public void planned(View subject, Plan<?> plan) {}

    @Override
    public void reporting(View subject, Plan<?> plan) {}

    @Override
    public void noticed(View subject, Plan.Notice notice) {}

    @Override
    public void acted(View subject, Action action, Outcome outcome) {}

    @Override
    public void gone(Key key) {}
  }
}
