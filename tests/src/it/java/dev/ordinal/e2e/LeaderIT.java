package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.ControllerProcess;
import dev.ordinal.rig.OnCluster;
import dev.ordinal.rig.User;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Two controllers, of which one leads: the leader goes, in every way there is, in the middle of a
/// rollout. One that does not lead begins no write, although one that is under way cannot be called
/// back; no pod is replaced twice, and no more pods are down than allowed.
@OnCluster
class LeaderIT {
  private static final int PODS = 12;
  private static final int BUDGET = 2;

  private final Cluster cluster;
  @TempDir private Path folder;

  LeaderIT(Cluster cluster) {
    this.cluster = cluster;
  }

  private Duo start(String lease) {
    return start(lease, UnaryOperator.identity());
  }

  private Duo start(String lease, UnaryOperator<Path> route) {
    return Duo.start(
        cluster,
        folder.resolve(lease),
        route,
        List.of(
            "--leader-elect-resource-name=" + lease,
            "--leader-elect-lease-duration=6s",
            "--leader-elect-renew-deadline=4s",
            "--leader-elect-retry-period=1s"));
  }

  @Test
  void standbyTakesOverAtOnceWhenTheLeaderIsStopped() {
    try (var duo = start("stopped")) {
      rollOut(
          duo,
          "stopped",
          (leader, _) -> {
            assertThat(duo.process(leader).stop()).as("exit code").isZero();
            duo.awaitLeader(Duo.other(leader));
          });
      assertThat(duo.process(User.ORDINAL).log() + duo.process(User.STANDBY).log())
          .contains("has handed over the lease");
    }
  }

  @Test
  void standbyTakesOverWhenTheLeaderIsKilled() {
    try (var duo = start("killed")) {
      rollOut(
          duo,
          "killed",
          (leader, _) -> {
            duo.process(leader).kill();
            duo.awaitLeader(Duo.other(leader));
            duo.start(leader);
          });
    }
  }

  /// As a machine that hangs: it does not know that time has passed.
  @Test
  void leaderThatStoodStillWritesNothingWhenItWakes() {
    try (var duo = start("paused")) {
      rollOut(
          duo,
          "paused",
          (leader, _) -> {
            duo.process(leader).pause();
            duo.awaitLeader(Duo.other(leader));
            duo.process(leader).resume();
            cluster.await(
                "the word that it stands by",
                () -> duo.process(leader).log().contains("does not lead any more"));
          });
    }
  }

  /// With three of four requests refused, those for the Lease too, a term may end at any time.
  @ParameterizedTest(name = "{0}")
  @ValueSource(ints = {429, 500})
  void refusedRequestsEndInTheSameRollout(int code) throws IOException {
    try (var detour = Detour.open(cluster.rig().plane(), new Random(code));
        var duo = start("refused-" + code, detour::route)) {
      rollOut(
          duo,
          "refused-" + code,
          (_, _) -> {
            detour.refuse(code);
            cluster.await("fifty refusals", () -> detour.refusals() >= 50);
            detour.refuse(0);
          });
    }
  }

  /// By a proxy: in the middle of requests and watches, and for those of the Lease as well.
  @Test
  void cutConnectionsEndInTheSameRollout() throws IOException {
    try (var detour = Detour.open(cluster.rig().plane(), new Random(1));
        var duo = start("cut", detour::route)) {
      rollOut(
          duo,
          "cut",
          (_, _) -> {
            for (var cut = 0; cut < 5; cut++) {
              var before = duo.writes().size();
              detour.cut();
              cluster.await(
                  "the next write", () -> duo.writes().size() > before || isDone("cut", "app:2"));
            }
          });
    }
  }

  /// Changes the template, lets something happen to the leader in the middle, and checks the end.
  private void rollOut(Duo duo, String name, BiConsumer<User, Instant> trouble) {
    cluster.apply(set(name, "app:1"));
    awaitDone(name, "app:1");
    try (var history = PodHistory.start(cluster, name)) {
      var leader = duo.awaitLeader();
      cluster.apply(set(name, "app:2"));
      cluster.await("a first pod to be replaced", () -> history.lines("created").size() >= 2);
      trouble.accept(leader, Instant.now());
      awaitDone(name, "app:2");
      history.catchUp();
      assertThat(history.lines("created")).as("pods created again").hasSize(PODS);
      assertThat(history.mostDown()).as("pods down at once").isLessThanOrEqualTo(BUDGET);
    }
    assertThat(duo.writesOfOthers())
        .as("writes of one that did not lead, without those under way when its term ended")
        .hasSizeLessThanOrEqualTo(duo.overruns());
  }

  private void awaitDone(String name, String image) {
    cluster.await(name + " with " + image, Duration.ofMinutes(4), () -> isDone(name, image));
  }

  private boolean isDone(String name, String image) {
    return status(cluster, name).matches(image + " " + PODS + " (\\d+) \\1 True");
  }

  /// `app:2 3 7 7 True`: image, updated pods that are available, both generations, Ready.
  static String status(Cluster cluster, String set) {
    return cluster.kubectl(
        "get",
        "asts",
        set,
        "-o",
        "jsonpath={.spec.template.spec.containers[0].image}"
            + " {.status.updatedAvailableReplicas} {.status.observedGeneration}"
            + " {.metadata.generation} {.status.conditions[?(@.type=='Ready')].status}");
  }

  @Test
  void twoWithoutElectionAreNoticed() {
    var first = alone("first");
    try (first) {
      cluster.await("the first to be there", () -> first.log().contains("watches"));
      var second = alone("second");
      try (second) {
        cluster.await(
            "the word about the other",
            () ->
                (first.log() + second.log()).contains("manages the same sets")
                    && second.log().contains("--leader-elect"));
      }
    }
  }

  private ControllerProcess alone(String name) {
    return ControllerProcess.start(
        folder.resolve(name + ".log"),
        "--kubeconfig=" + cluster.kubeconfig(User.ADMIN),
        "--namespace=" + cluster.namespace());
  }

  private static String set(String name, String image) {
    return Realm.manifest(
        name,
        PODS,
        "podManagementPolicy: Parallel\n  updateStrategy: {rollingUpdate: {maxUnavailable: "
            + BUDGET
            + "}}",
        "{containers: [{name: app, image: \"" + image + "\"}]}");
  }
}
