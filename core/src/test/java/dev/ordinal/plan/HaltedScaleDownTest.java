package dev.ordinal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.SetStatus;
import dev.ordinal.plan.stage.Planner;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// In order a scale-down halts while a pod is unhealthy, as natively, unless it cannot recover.
class HaltedScaleDownTest {
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          three unready pods stay        | replicas=0 | 0:v1:unready 1:v1:unready 2:v1:unready | -
          two unready pods stay          | replicas=1 | 0:v1:ready 1:v1:unready 2:v1:unready   | -
          the only unready one goes      | replicas=0 | 0:v1:ready 1:v1:ready 2:v1:unready     | delete web-2 SCALE_DOWN
          available one goes before it   | replicas=0 | 0:v1:unready 1:v1:unready 2:v1:ready   | delete web-2 SCALE_DOWN
          broken one in the way          | replicas=0 | 0:v1:crash 1:v1:unready                | delete web-1 SCALE_DOWN
          image of it cannot be pulled   | replicas=0 | 0:v1:pull 1:v1:unready                 | delete web-1 SCALE_DOWN
          no node for it                 | replicas=0 | 0:v1:nowhere 1:v1:unready              | delete web-1 SCALE_DOWN
          it has never started           | replicas=0 | 0:v1:starting 1:v1:unready             | delete web-1 SCALE_DOWN
          it has finished                | replicas=0 | 0:v1:failed 1:v1:unready               | delete web-1 SCALE_DOWN
          broken highest one waits, too  | replicas=0 | 0:v1:unready 1:v1:crash                | -
          lowest of the two is broken    | replicas=0 | 0:v1:crash 1:v1:unready 2:v1:unready   | -
          its node is lost               | replicas=0 | 0:v1:lost 1:v1:unready                 | -
          it is on its way out           | replicas=0 | 0:v1:terminating 1:v1:unready          | -
          both are young                 | replicas=0 minReady=10 | 0:v1:fresh 1:v1:fresh      | -
          young one alone                | replicas=0 minReady=10 | 0:v1:ready 1:v1:fresh      | delete web-1 SCALE_DOWN
          one that stays is unready      | replicas=1 | 0:v1:unready 1:v1:ready                | -
          one that stays is broken       | replicas=1 | 0:v1:crash 1:v1:ready                  | -
          resizes have no room           | inPlace replicas=0 | 0:v1@1:infeasible 1:v1@1:infeasible | delete web-1 SCALE_DOWN
          parallel does not wait         | replicas=0 parallel | 0:v1:unready 1:v1:unready     | delete web-1 SCALE_DOWN, delete web-0 SCALE_DOWN
          """)
  void scaleDown(String why, String rules, String pods, String expected) {
    assertThat(Picture.of(rules, pods).actions()).isEqualTo(expected);
  }

  @Test
  void haltSaysWhichPodItWaitsFor() {
    assertThat(Picture.of("replicas=0", "0:v1:ready 1:v1:unready 2:v1:unready 3:v1:unready").show())
        .isEqualTo(
            """
            hold web-1 PodNotAvailable[state=not ready (container main)]
            hold web-3 ScaleDownHalted[pod=web-1, state=not ready (container main), isCondemned=true]
            hold web-2 ScaleDownHalted[pod=web-1, state=not ready (container main), isCondemned=true]
            hold web-0 ScaleDownHalted[pod=web-1, state=not ready (container main), isCondemned=true]
            """);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          by a pod that stays       | replicas=1 | 0:v1:unready 1:v1:ready     | ScaleDownHalted: web-1 stays: the scale-down halts while web-0 is not ready (container main), and goes on when web-0 is available
          by one that goes, too     | replicas=0 | 0:v1:unready 1:v1:unready   | ScaleDownHalted: web-1 stays: the scale-down halts while web-0 is not ready (container main), and goes on when web-0 is available, or after kubectl delete pod web-0
          by one that starts        | replicas=1 | 0:v1:starting 1:v1:ready    | ScaleDownHalted: web-1 stays: the scale-down halts while web-0 is starting, and goes on when web-0 is available
          broken is more            | replicas=1 | 0:v1:crash 1:v1:ready       | PodNotAvailable: web-0 is broken (CrashLoopBackOff in container main)
          one that is to be created | replicas=1 | 1:v1:ready                  | Scaling: 0 of 1 pods are available
          one that terminates       | replicas=1 | 0:v1:terminating 1:v1:ready | PodTerminating: web-0 is terminating
          """)
  void haltIsToldInTheStatus(String why, String rules, String pods, String expected) {
    var ready = Picture.of(rules, pods).plan().status().findCondition("Ready").orElseThrow();

    assertThat(ready.reason() + ": " + ready.message()).isEqualTo(expected);
  }

  /// A short wait is part of normal work.
  @Test
  void haltThatLastsHasAnEvent() {
    var picture = Picture.of("replicas=1", "0:v1:unready 1:v1:ready");
    var first = picture.plan();
    var later = Picture.NOW.plusSeconds(30);

    assertThat(first.notices()).isEmpty();
    assertThat(first.wake()).contains(later);
    assertThat(planAt(picture.with(first.status()), later.minusSeconds(1)).notices()).isEmpty();
    assertThat(planAt(picture.with(first.status()), later).notices())
        .containsExactly(
            new Plan.Notice(
                "ScaleDownHalted",
                "web-1 stays: the scale-down halts while web-0 is not ready (container main), and"
                    + " goes on when web-0 is available"));
  }

  private static Plan<SetStatus> planAt(Picture picture, Instant now) {
    var seen = picture.snapshot();
    return Planner.plan(seen.at(now));
  }

  @Test
  void claimsGetTheirOwnersThoughTheScaleDownHalts() {
    assertThat(
            Picture.of("replicas=0 claims=data deleteWhenScaled", "0:v1:unready 1:v1:unready")
                .claim("data-web-0", "bound")
                .claim("data-web-1", "bound")
                .actions())
        .isEqualTo("confirm web, own data-web-1 +pod-1, confirm web, own data-web-0 +pod-0");
  }

  /// A pod that is ready for less than minReadySeconds is not stuck, and goes after those that are
  /// down.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          young one is not stuck     | max=1 | 0:v1:ready 1:v1:fresh 2:v1:ready | delete web-1 UPDATE
          down one goes before it    | max=1 | 0:v1:crash 1:v1:ready 2:v1:fresh | delete web-0 STUCK
          both where two may be down | max=2 | 0:v1:crash 1:v1:ready 2:v1:fresh | delete web-0 STUCK, delete web-2 UPDATE
          """)
  void youngPodsInParallel(String why, String rules, String pods, String expected) {
    var update = "template=v2 revisions=v1,v2 current=v1 parallel replicas=3 minReady=10 ";

    assertThat(Picture.of(update + rules, pods).actions()).isEqualTo(expected);
  }
}
