package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.OnCluster;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Jobs that pull images, as a user meets them. The nodes belong to this class.
@OnCluster
@TestInstance(Lifecycle.PER_CLASS)
class ImagePullJobIT {
  private static final int NODES = 6;

  private final Cluster cluster;
  private final Realm realm;

  ImagePullJobIT(Cluster cluster, @TempDir Path folder) {
    this.cluster = cluster;
    this.realm = Realm.open(cluster, folder);
  }

  @BeforeAll
  void addNodes() {
    for (var number = 0; number < NODES; number++) {
      cluster.rig().nodes().registerReserved("puller-" + number);
    }
  }

  @AfterAll
  void close() {
    realm.close();
  }

  private static String nodes(int count) {
    return IntStream.range(0, count)
        .mapToObj(number -> "puller-" + number)
        .collect(Collectors.joining(", "));
  }

  /// `more` are further fields of the spec, each with a comma before it.
  private static String job(String name, String image, int nodes, String more) {
    return """
        apiVersion: apps.kruise.io/v1beta1
        kind: ImagePullJob
        metadata: {name: %s}
        spec: {image: "%s", selector: {names: [%s]}%s}
        """
        .formatted(name, image, nodes(nodes), more);
  }

  /// How long the simulated pull of an image takes.
  private static String pullTime(String time) {
    return ", sandboxConfig: {annotations: {sim.ordinal.dev/pull-time: %s}}".formatted(time);
  }

  private Json.Obj status(String job) {
    return cluster
        .find("apis/apps.kruise.io/v1beta1", "imagepulljobs", job)
        .orElseThrow(() -> new AssertionError("no job " + job))
        .object("status");
  }

  private boolean exists(String job) {
    return cluster.find("apis/apps.kruise.io/v1beta1", "imagepulljobs", job).isPresent();
  }

  private void awaitEnd(String job) {
    realm.await(job + " to end", () -> !status(job).text("completionTime").isEmpty());
  }

  private String counts(String job) {
    return cluster.kubectl(
        "get",
        "imagepulljob",
        job,
        "-o",
        "jsonpath={.status.desired} {.status.active} {.status.succeeded} {.status.failed}");
  }

  private List<Json.Obj> pods(String job) {
    return cluster.list("api/v1", "pods").stream()
        .filter(pod -> pod.object("metadata").text("name").startsWith(job + "-"))
        .toList();
  }

  @Test
  void imageComesToEachNodeFewAtATime() {
    try (var pulls = Pulls.watch(cluster, "warm")) {
      cluster.apply(job("warm", "app:warm-1", 6, ", parallelism: 2" + pullTime("3s")));
      awaitEnd("warm");

      assertThat(counts("warm")).isEqualTo("6 0 6 0");
      assertThat(pulls.mostAtOnce()).isEqualTo(2);
      assertThat(pulls.byNode()).hasSize(6).allSatisfy((_, pods) -> assertThat(pods).isOne());
    }
    assertThat(cluster.kubectl("get", "imagepulljobs", "warm"))
        .containsPattern("NAME +TOTAL +ACTIVE +SUCCEED +FAILED +AGE +MESSAGE")
        .containsPattern("warm +6 +0 +6 +0 .* done: 6 of 6 nodes have the image");
    realm.await("no pod left", () -> pods("warm").isEmpty());
  }

  @Test
  void waitForASlotIsTold() {
    cluster.apply(job("slow", "app:slow", 6, ", parallelism: 2" + pullTime("1h")));
    realm.await("two pulls", () -> counts("slow").equals("6 2 0 0"));

    assertThat(status("slow").text("message")).contains("waits for its turn: parallelism is 2");
    cluster.kubectl("delete", "imagepulljob", "slow");
  }

  /// A policy that lets only harmless pods in lets these in.
  @Test
  void podsThatPullAreHarmless() {
    var label = "pod-security.kubernetes.io/enforce=restricted";
    cluster.kubectl("label", "namespace", cluster.namespace(), label);
    try {
      cluster.apply(job("strict", "app:strict", 1, ""));
      awaitEnd("strict");
    } finally {
      cluster.kubectl("label", "namespace", cluster.namespace(), label.split("=")[0] + "-");
    }
    assertThat(counts("strict")).isEqualTo("1 0 1 0");
  }

  @Test
  void privateImageNeedsItsSecret() {
    cluster.apply(
        job("open", "private/app:1", 2, ", parallelism: 2, pullPolicy: {backoffLimit: 0}"));
    awaitEnd("open");
    assertThat(counts("open")).isEqualTo("2 0 0 2");

    cluster.apply(job("secret", "private/app:1", 2, ", pullSecrets: [login]"));
    awaitEnd("secret");
    assertThat(counts("secret")).isEqualTo("2 0 2 0");
  }

  @Test
  void imageThatDoesNotExistFailsAfterItsAttempts() {
    try (var pulls = Pulls.watch(cluster, "typo")) {
      cluster.apply(
          job("typo", "app:missing", 2, ", parallelism: 2, pullPolicy: {backoffLimit: 1}"));
      awaitEnd("typo");

      assertThat(counts("typo")).isEqualTo("2 0 0 2");
      assertThat(status("typo").items("failedNodes"))
          .containsExactly(Json.of("puller-0"), Json.of("puller-1"));
      assertThat(pulls.byNode()).containsEntry("puller-0", 2).containsEntry("puller-1", 2);
    }
    realm.await(
        "an event",
        () ->
            realm
                .events("typo", "FailedPullImage")
                .contains("app:missing cannot be pulled on puller-0: ErrImagePull"));
    realm.await("no pod left", () -> pods("typo").isEmpty());
  }

  @Test
  void zeroPausesAndMoreGoesOn() {
    cluster.apply(job("still", "app:still", 2, ", parallelism: 0"));
    realm.await(
        "the job to be seen", () -> status("still").text("message").contains("parallelism is 0"));
    assertThat(counts("still")).isEqualTo("2 0 0 0");
    assertThat(pods("still")).isEmpty();

    cluster.kubectl(
        "patch",
        "imagepulljob",
        "still",
        "--type=merge",
        "-p={\"spec\":{\"parallelism\":\"100%\"}}");
    awaitEnd("still");
    assertThat(counts("still")).isEqualTo("2 0 2 0");
  }

  @Test
  void deadlineEndsTheJobAndItsPods() {
    cluster.apply(
        job(
            "late",
            "app:late",
            2,
            ", completionPolicy: {activeDeadlineSeconds: 2}" + pullTime("1h")));
    awaitEnd("late");

    assertThat(status("late").text("message"))
        .isEqualTo("the deadline has passed: 0 of 2 nodes have the image");
    assertThat(counts("late")).isEqualTo("2 0 0 0");
    realm.await("no pod left", () -> pods("late").isEmpty());
  }

  @Test
  void jobDeletedInTheMiddleLeavesNothing() {
    cluster.apply(job("regret", "app:regret", 3, ", parallelism: 3" + pullTime("1h")));
    realm.await("pulls", () -> pods("regret").size() == 3);
    cluster.kubectl("delete", "imagepulljob", "regret");

    realm.await("no pod left", () -> pods("regret").isEmpty());
    assertThat(exists("regret")).isFalse();
  }

  @Test
  void nodeThatDisappearsIsNotWaitedFor() {
    cluster.rig().nodes().registerReserved("puller-gone");
    cluster.apply(
        job("loss", "app:loss", 1, ", parallelism: 2" + pullTime("8s"))
            .replace("names: [", "names: [puller-gone, "));
    realm.await("pulls", () -> pods("loss").size() == 2);
    cluster.rig().nodes().lose("puller-gone");
    cluster.kubectl("delete", "node", "puller-gone");
    awaitEnd("loss");

    assertThat(counts("loss")).isEqualTo("1 0 1 0");
    realm.await("no pod left", () -> pods("loss").isEmpty());
  }

  @Test
  void endedJobIsRemovedAfterItsTime() {
    cluster.apply(job("brief", "app:brief", 1, ", completionPolicy: {ttlSecondsAfterFinished: 1}"));

    realm.await("the job to be gone", () -> !exists("brief"));
    realm.await("no pod left", () -> pods("brief").isEmpty());
  }

  @Test
  void lateNodeGetsTheImageFromAJobThatNeverEnds() {
    cluster.rig().nodes().registerReserved("puller-a");
    cluster.kubectl("label", "node", "puller-a", "pool=late");
    cluster.apply(
        """
        apiVersion: apps.kruise.io/v1alpha1
        kind: ImagePullJob
        metadata: {name: always}
        spec:
          image: app:always
          selector: {matchLabels: {pool: late}}
          completionPolicy: {type: Never}
        """);
    realm.await("the first", () -> counts("always").equals("1 0 1 0"));
    cluster.rig().nodes().registerReserved("puller-b");
    cluster.kubectl("label", "node", "puller-b", "pool=late");

    realm.await("the second", () -> counts("always").equals("2 0 2 0"));
    assertThat(status("always").text("completionTime")).isEmpty();
    cluster.kubectl("delete", "imagepulljob", "always");
  }

  @Test
  void imageComesToTheNodesOfPods() {
    cluster.kubectl(
        "run",
        "guest",
        "--image=app:1",
        "--labels=role=guest",
        "--overrides={\"spec\":{\"nodeName\":\"puller-3\"}}");
    cluster.kubectl("create", "configmap", "keeper");
    var uid = cluster.kubectl("get", "configmap", "keeper", "-o", "jsonpath={.metadata.uid}");
    cluster.apply(
        """
        apiVersion: v1
        kind: Pod
        metadata:
          name: kept
          labels: {role: guest}
          ownerReferences:
          - {apiVersion: v1, kind: ConfigMap, name: keeper, uid: %s, controller: true}
        spec: {nodeName: puller-4, containers: [{name: app, image: "app:1"}]}
        """
            .formatted(uid));
    cluster.apply(
        """
        apiVersion: apps.kruise.io/v1beta1
        kind: ImagePullJob
        metadata: {name: near}
        spec: {image: "app:near", podSelector: {matchLabels: {role: guest}}}
        """);
    awaitEnd("near");

    assertThat(status("near").items("succeededNodes"))
        .containsExactly(Json.of("puller-3"), Json.of("puller-4"));
  }

  /// kruise-manager puts its lock on each job that it works on.
  @Test
  void jobLeftByKruiseIsTakenOverAndUnlocked() {
    cluster.apply(
        job("heir", "app:heir", 1, "")
            .replace("name: heir", "name: heir, finalizers: [apps.kruise.io/deletion-protection]"));
    awaitEnd("heir");

    realm.await(
        "the lock to be gone",
        () ->
            cluster
                .kubectl("get", "imagepulljob", "heir", "-o", "jsonpath={.metadata.finalizers}")
                .isEmpty());
    cluster.kubectl("delete", "imagepulljob", "heir", "--timeout=60s");
  }

  @Test
  void controllerKilledInTheMiddlePullsNothingTwice() {
    try (var pulls = Pulls.watch(cluster, "tough")) {
      cluster.apply(job("tough", "app:tough", 4, ", parallelism: 2" + pullTime("4s")));
      realm.await("pulls", () -> pods("tough").size() == 2);
      realm.controller().kill();
      realm.startAgain();
      awaitEnd("tough");

      assertThat(counts("tough")).isEqualTo("4 0 4 0");
      assertThat(pulls.byNode()).hasSize(4).allSatisfy((_, pods) -> assertThat(pods).isOne());
    }
  }

  @Test
  void settledJobCausesNoWrite() {
    cluster.apply(job("calm", "app:calm", 2, ", parallelism: 2"));
    awaitEnd("calm");
    realm.await("no pod left", () -> pods("calm").isEmpty());
    var writes = realm.writes().size();
    cluster.kubectl("annotate", "imagepulljob", "calm", "a=b");
    cluster.apply(job("after", "app:after", 1, ""));
    awaitEnd("after");

    assertThat(realm.writes().stream().skip(writes).map(Object::toString))
        .noneMatch(write -> write.contains("calm"));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          two selectors       | image: a, selector: {names: [x]}, podSelector: {matchLabels: {a: b}} | keep one of them
          names and labels    | image: a, selector: {names: [x], matchLabels: {a: b}} | keep either names, or matchLabels
          no image            | parallelism: 2 | spec.image: Required value
          negative            | image: a, parallelism: -1 | parallelism must be a whole number from 0 to 2147483647
          a bare text         | image: a, parallelism: "many" | parallelism must be a whole number from 0 to 2147483647
          deadline of Never   | image: a, completionPolicy: {type: Never, activeDeadlineSeconds: 5} | a job of type Never does not end
          all pods            | image: a, podSelector: {} | podSelector is empty and would match every pod
          """)
  void mistakesAreRefused(String why, String spec, String words) {
    assertThat(
            cluster.refusedApply(
                """
                apiVersion: apps.kruise.io/v1beta1
                kind: ImagePullJob
                metadata: {name: wrong}
                spec: {%s}
                """
                    .formatted(spec)))
        .contains(words);
  }

  @Test
  void imageCannotBeChanged() {
    cluster.apply(job("fixed", "app:fixed", 1, ""));

    assertThat(cluster.refusedApply(job("fixed", "app:other", 1, "")))
        .contains("image cannot be changed");
  }
}
