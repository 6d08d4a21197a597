package dev.ordinal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.ordinal.api.SetParser;
import dev.ordinal.api.Yaml;
import dev.ordinal.model.FeatureGate;
import dev.ordinal.model.RevisionView;
import dev.ordinal.model.SetStatus;
import dev.ordinal.model.SetView;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.plan.Snapshot.Failure;
import dev.ordinal.plan.body.Revision;
import dev.ordinal.plan.body.StatusBody;
import dev.ordinal.plan.stage.Planner;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Specs that the API server accepts and that ask for more than anybody has: what a plan of them
/// does, tells and costs is bounded, and the set says in one sentence what is wrong, if anything.
class HostileSpecTest {
  private static final int MEGABYTE = 1 << 20;

  /// A plan of 500 pods with 64 claims each takes half of it.
  private static final int MOST_MEGABYTES = 150;

  private static final int LONGEST_STATUS = 16_000;

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ordered  | two billion replicas     | 1   | 1     | Scaling: 0 of 2147483647 pods are available
          parallel | two billion replicas     | 500 | 500   | Scaling: 0 of 2147483647 pods are available
          ordered  | ten thousand ranges      | 1   | 1     | Scaling: 0 of 1000 pods are available
          parallel | ten thousand ranges      | 500 | 500   | Scaling: 0 of 1000 pods are available
          parallel | a megabyte of template   | 500 | 500   | Scaling: 0 of 1000 pods are available
          ordered  | 64 claim templates       | 1   | 65    | Scaling: 0 of 1000 pods are available
          parallel | 64 claim templates       | 500 | 32500 | Scaling: 0 of 1000 pods are available
          parallel | a name of 63 characters  | 0   | 0     | InvalidSpec: %s-0 cannot be created: a pod's name is its host name, of at most 63 characters: create a set whose metadata.name has at most 59 characters
          ordered  | all of it                | 1   | 65    | InvalidSpec: only 2147463648 of 2147483647 replicas have an ordinal, since ordinals end at 2147483647: lower spec.replicas, ordinals.start or the number of reserveOrdinals
          parallel | all of it                | 500 | 32500 | InvalidSpec: only 2147463648 of 2147483647 replicas have an ordinal, since ordinals end at 2147483647: lower spec.replicas, ordinals.start or the number of reserveOrdinals
          """)
  void planIsBounded(String order, String hostile, int chains, int actions, String headline) {
    var set = set(order.equals("ordered") ? "OrderedReady" : "Parallel", hostile);
    var seen = seen(set);
    var before = allocated();
    var plan = Planner.plan(seen);
    var cost = allocated() - before;

    assertThat(set.faults()).isEmpty();
    assertThat(cost / MEGABYTE).as("megabytes").isLessThan(MOST_MEGABYTES);
    assertThat(plan.chains()).hasSize(chains);
    assertThat(plan.chains().stream().mapToInt(chain -> chain.actions().size()).sum())
        .isEqualTo(actions);
    assertThat(plan.holds()).hasSizeLessThanOrEqualTo(2);
    assertThat(JsonText.write(StatusBody.patch(plan.status()))).hasSizeLessThan(LONGEST_STATUS);
    assertThat(headline(plan.status())).isEqualTo(headline.replace("%s", set.name()));
  }

  /// A webhook may deny with whatever it likes, and an image may be called anything.
  @Test
  void wordsOfOthersAreShortAndHarmless() {
    var words = "denied\u001b[2J\n12:00:00 INFO all is well " + "x".repeat(MEGABYTE);
    var denied = new Failure("Create", "web-0", words, Picture.NOW.plusSeconds(10));
    var plan = Picture.of("replicas=1", "").failed(denied).plan();
    var status = StatusBody.patch(plan.status());

    assertThat(headline(plan.status()))
        .contains("denied\\u001b[2J 12:00:00 INFO all is well xxx")
        .hasSizeLessThan(2_100);
    assertThat(JsonText.write(status)).hasSizeLessThan(LONGEST_STATUS).doesNotContain("\u001b");
    assertThat(plan.notices())
        .allSatisfy(
            notice -> assertThat(notice.message()).doesNotContain("\u001b").hasSizeLessThan(2_100));
  }

  private static String headline(SetStatus status) {
    var ready = status.findCondition("Ready").orElseThrow();
    return ready.reason() + ": " + ready.message();
  }

  private static SetView set(String policy, String hostile) {
    var isAll = hostile.equals("all of it");
    var object =
        Yaml.read(
            """
            metadata: {name: %s, namespace: shop, uid: set, resourceVersion: '1', generation: 1}
            spec:
              replicas: %d
              podManagementPolicy: %s
              selector: {matchLabels: {app: web}}
              template: {metadata: {labels: {app: web}}}
            """
                .formatted(
                    hostile.startsWith("a name") ? "w".repeat(63) : "web",
                    isAll || hostile.startsWith("two") ? Integer.MAX_VALUE : 1000,
                    policy));
    var spec = object.object("spec");
    var value = isAll || hostile.startsWith("a mega") ? "x".repeat(MEGABYTE) : "x";
    var pod = spec.object("template").with("spec", containers(value));
    spec = spec.with("template", pod);
    if (isAll || hostile.startsWith("ten")) {
      spec = spec.with("reserveOrdinals", ranges());
    }
    if (isAll || hostile.startsWith("64")) {
      spec = spec.with("volumeClaimTemplates", claims());
    }
    return new SetParser(FeatureGate.defaults()).parse(object.with("spec", spec));
  }

  private static Json.Obj containers(String value) {
    var env = Json.of("name", Json.of("A")).with("value", Json.of(value));
    var container =
        Json.of("name", Json.of("app"))
            .with("image", Json.of("app:1"))
            .with("env", Json.of(List.of(env)));
    return Json.of("containers", Json.of(List.of(container)));
  }

  /// Two of three numbers, and each range apart from the next.
  private static Json ranges() {
    return Json.of(
        IntStream.range(0, 10_000)
            .mapToObj(i -> Json.of("%d-%d".formatted(3 * i, 3 * i + 1)))
            .toList());
  }

  private static Json claims() {
    return Json.of(
        IntStream.range(0, 64)
            .mapToObj(
                i ->
                    Yaml.read(
                        """
                        metadata: {name: data%d}
                        spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
                        """
                            .formatted(i)))
            .toList());
  }

  /// Its revision exists, and none of its pods.
  private static Snapshot seen(SetView set) {
    var seen = Picture.of("replicas=1", "").snapshot();
    var revision = seen.revisions().getFirst();
    var same = new RevisionView(revision.meta(), 1, Revision.payload(set.spec().template()));
    return seen.with(set).withRevisions(List.of(same));
  }

  private static long allocated() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }
}
