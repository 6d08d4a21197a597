package dev.ordinal.pull;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.Json;
import dev.ordinal.model.pull.JobStatus;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Plan;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PullPlannerTest {
  @Test
  void fewNodesPullAtATime() {
    assertThat(PullPicture.of("nodes=a,b,c parallelism=2", "").show())
        .isEqualTo(
            """
            create a.0 a
            create b.0 b
            hold c SlotTaken[parallelism=2]
            """);
  }

  @Test
  void nextNodeComesWhenOneIsDone() {
    assertThat(PullPicture.of("nodes=a,b,c parallelism=2", "a.0:pulled b.0:pulling").show())
        .isEqualTo(
            """
            create c.0 c
            hold b ImagePulling[attempt=1, state=starting]
            """);
  }

  /// The status is the only memory of a node: the pod goes after it, never before.
  @Test
  void podGoesWhenItsEndIsNoted() {
    var before = PullPicture.of("nodes=a,b parallelism=1", "a.0:pulled");
    assertThat(before.actions()).isEqualTo("create b.0 b");
    assertThat(before.plan().status().succeededNodes()).containsExactly("a");

    assertThat(PullPicture.of("nodes=a,b parallelism=1 done=a", "a.0:pulled b.0:pulling").actions())
        .isEqualTo("delete a.0 PULL_NOTED");
  }

  /// A pull that was given up may still be under way while its pod is there.
  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "a.0:ErrImagePull",
    "a.0:pulling@600",
    "z.0:pulling",
    "a.0:pulling@600 a.1:pulling@600"
  })
  void slotIsTakenUntilThePodIsGone(String pullers) {
    assertThat(PullPicture.of("nodes=a,b parallelism=1 backoff=0", pullers).show())
        .doesNotContain("create")
        .contains("hold b SlotTaken[parallelism=1]");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          shown by an image ID                | pulled                     | a
          created, but for an error           | CreateContainerError       | a
          pulled, and then badly configured   | CreateContainerConfigError | a
          pulled, and could not run           | RunContainerError          | a
          pulled, and its command is not there| StartError                 | a
          still on its way                    | pulling                    |
          still on its way, by its reason     | ContainerCreating          |
          cannot be pulled                    | ErrImagePull               |
          cannot be pulled, again             | ImagePullBackOff           |
          no name of an image                 | InvalidImageName           |
          pod failed before the pull          | failed                     |
          """)
  void imageIsThere(String why, String state, String succeeded) {
    var status = PullPicture.of("nodes=a", "a.0:" + state).plan().status();

    assertThat(status.succeededNodes())
        .isEqualTo(succeeded == null ? List.of() : List.of(succeeded));
    assertThat(status.isCompleted()).isEqualTo(succeeded != null);
  }

  /// The number of attempts is in the name of the newest pod, so that one is always there.
  @Test
  void nextAttemptBeginsBeforeTheLastOneGoes() {
    assertThat(PullPicture.of("nodes=a backoff=1", "a.0:ErrImagePull").show())
        .isEqualTo("create a.1 a > delete a.0 PULL_AGAIN\n");
    assertThat(PullPicture.of("nodes=a backoff=1", "a.0:ErrImagePull a.1:pulling").show())
        .isEqualTo("delete a.0 PULL_AGAIN\nhold a ImagePulling[attempt=2, state=starting]\n");
  }

  @Test
  void attemptsDoNotFollowTooFast() {
    var plan = PullPicture.of("nodes=a", "a.2:ErrImagePull@1").plan();

    assertThat(plan.chains()).isEmpty();
    assertThat(plan.wake()).contains(PullPicture.NOW.plusSeconds(3));
    assertThat(plan.status().active()).isEqualTo(1);
    assertThat(PullPicture.of("nodes=a", "a.2:ErrImagePull@1").show())
        .isEqualTo("hold a ImagePulling[attempt=3, state=ErrImagePull]\n");
  }

  @Test
  void nextAttemptKeepsItsSlot() {
    assertThat(PullPicture.of("nodes=a,b backoff=1 parallelism=1", "a.0:ErrImagePull").show())
        .isEqualTo("create a.1 a > delete a.0 PULL_AGAIN\nhold b SlotTaken[parallelism=1]\n");
    assertThat(PullPicture.of("nodes=a backoff=1", "a.0:ErrImagePull").plan().status().active())
        .isEqualTo(1);
  }

  @Test
  void jobStartsWhenItIsFirstSeen() {
    assertThat(PullPicture.of("nodes=a", "").plan().status().startTime()).contains(PullPicture.NOW);
  }

  @Test
  void nodeFailsAfterItsLastAttempt() {
    var plan =
        PullPicture.of("nodes=a,b backoff=1 parallelism=2", "a.1:ImagePullBackOff b.0:pulling")
            .plan();

    assertThat(plan.status().failedNodes()).containsExactly("a");
    assertThat(plan.status().message()).isEqualTo("0 of 2 nodes have the image, 1 failed");
    assertThat(plan.notices())
        .extracting(notice -> notice.reason() + ": " + notice.message())
        .containsExactly("FailedPullImage: app:2 cannot be pulled on a: ImagePullBackOff");
  }

  @Test
  void pullThatTakesTooLongCountsAsAnAttempt() {
    assertThat(PullPicture.of("nodes=a timeout=60 backoff=1", "a.0:pulling@60").actions())
        .isEqualTo("create a.1 a > delete a.0 PULL_AGAIN");
    var plan = PullPicture.of("nodes=a timeout=60", "a.0:pulling@59").plan();
    assertThat(plan.chains()).isEmpty();
    assertThat(plan.wake()).contains(PullPicture.NOW.plusSeconds(1));
  }

  @Test
  void jobEndsWhenEachNodeIsDone() {
    var status =
        PullPicture.of("nodes=a,b started=30 done=a backoff=0", "b.0:ErrImagePull").plan().status();

    assertThat(status.completionTime()).contains(PullPicture.NOW);
    assertThat(status.startTime()).contains(PullPicture.NOW.minusSeconds(30));
    assertThat(status.message()).isEqualTo("done: 1 of 2 nodes have the image, 1 failed");
  }

  @Test
  void jobOfTypeNeverGoesOn() {
    var plan = PullPicture.of("nodes=a never done=a", "").plan();

    assertThat(plan.status().isCompleted()).isFalse();
    assertThat(plan.isAtRest()).isTrue();
    assertThat(PullPicture.of("nodes=a,b never done=a", "").actions()).isEqualTo("create b.0 b");
  }

  @Test
  void zeroPauses() {
    assertThat(PullPicture.of("nodes=a,b parallelism=0", "a.0:pulling").show())
        .isEqualTo(
            """
            hold a ImagePulling[attempt=1, state=starting]
            hold b SlotTaken[parallelism=0]
            """);
    var failed = PullPicture.of("nodes=a parallelism=0", "a.0:ErrImagePull");
    assertThat(failed.show()).isEqualTo("hold a SlotTaken[parallelism=0]\n");
    assertThat(failed.plan().status().active()).isEqualTo(1);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"50%,2", "10%,1", "100%,4", "3,3"})
  void parallelismMayBeAPart(String parallelism, int pods) {
    assertThat(PullPicture.of("nodes=a,b,c,d parallelism=" + parallelism, "").plan().chains())
        .hasSize(pods);
  }

  @Test
  void deadlineEndsWhatIsUnderWay() {
    var late = PullPicture.of("nodes=a,b,c started=60 deadline=60 done=a", "b.0:pulling");
    assertThat(late.actions()).isEqualTo("delete b.0 PULL_UNWANTED");
    assertThat(late.plan().status().completionTime()).contains(PullPicture.NOW);
    assertThat(late.plan().wake()).isEmpty();
    assertThat(late.plan().status().message())
        .isEqualTo("the deadline has passed: 1 of 3 nodes have the image");

    var early = PullPicture.of("nodes=a started=59 deadline=60", "a.0:pulling").plan();
    assertThat(early.status().isCompleted()).isFalse();
    assertThat(early.wake()).contains(PullPicture.NOW.plusSeconds(1));
  }

  @Test
  void jobIsRemovedAfterItsTime() {
    assertThat(PullPicture.of("nodes=a done=a completed=600 ttl=600", "").actions())
        .isEqualTo("drop warm");
    var young = PullPicture.of("nodes=a done=a completed=599 ttl=600", "").plan();
    assertThat(young.chains()).isEmpty();
    assertThat(young.wake()).contains(PullPicture.NOW.plusSeconds(1));
    assertThat(PullPicture.of("nodes=a done=a completed=9999", "").plan().isAtRest()).isTrue();
  }

  @Test
  void endedJobPullsNoMore() {
    var plan = PullPicture.of("nodes=a,b done=a completed=10", "a.0:pulled");

    assertThat(plan.actions()).isEqualTo("delete a.0 PULL_UNWANTED");
    assertThat(plan.plan().status()).isEqualTo(plan.job().status());
  }

  /// kruise-manager locks the jobs it works on, and no other controller would unlock them.
  @Test
  void lockGoesWithTheLastPod() {
    assertThat(PullPicture.of("nodes=a done=a completed=1 lock", "a.0:pulled").actions())
        .isEqualTo("delete a.0 PULL_UNWANTED");
    assertThat(PullPicture.of("nodes=a done=a completed=1 lock", "").actions())
        .isEqualTo("unlock warm");
    assertThat(PullPicture.of("nodes=a deleting lock", "").actions()).isEqualTo("unlock warm");
    assertThat(PullPicture.of("nodes=a lock", "").actions()).isEqualTo("create a.0 a");
  }

  @Test
  void locksOfOthersStay() {
    var deleting = PullPicture.of("nodes=a deleting lock", "").plan();

    assertThat(deleting.chains().getFirst().actions().getFirst())
        .isInstanceOfSatisfying(
            Action.UnlockJob.class,
            unlock ->
                assertThat(unlock.body().object("metadata").items("finalizers"))
                    .containsExactly(Json.of("other")));
    assertThat(deleting.status()).isEqualTo(JobStatus.NONE);
  }

  @Test
  void deletedJobLeavesNoPod() {
    assertThat(PullPicture.of("nodes=a,b deleting", "a.0:pulling").show())
        .isEqualTo("delete a.0 PULL_UNWANTED\nhold warm SetTerminating[]\n");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          all nodes, by name           | nodes=b,a,c parallelism=9              | create a.0 a, create b.0 b, create c.0 c
          silent nodes are left out    | nodes=a,!b parallelism=9               | create a.0 a
          named nodes, as named        | nodes=a,b,c names=c,a,c,x parallelism=9 | create c.0 c, create a.0 a
          labelled nodes               | nodes=a1,a2,b1 zone parallelism=9      | create a1.0 a1, create a2.0 a2
          pods, highest ordinal first  | nodes=a,b,c under=a-0,c-10,b-2,c-1 parallelism=9 | create c.0 c, create b.0 b, create a.0 a
          pods, by the set's priority  | nodes=a,b,c under=a-0-first,b-1,c-2 weights parallelism=9 | create a.0 a, create c.0 c, create b.0 b
          pods tell without nodes too  | hidden under=a-0,b-1 parallelism=9     | create b.0 b, create a.0 a
          pods on silent nodes are not | nodes=a,!b under=a-0,b-1 parallelism=9 | create a.0 a
          nor are those that end       | nodes=a,b,c under=a-0,b-1-done,c-2-leaving parallelism=9 | create a.0 a
          nor those on no node yet     | hidden under=a-0,b-1-nowhere parallelism=9 | create a.0 a
          """)
  void nodesInTheirOrder(String why, String rules, String expected) {
    assertThat(PullPicture.of(rules, "").actions()).isEqualTo(expected);
  }

  @Test
  void nodeThatDisappearsIsNotWaitedFor() {
    var plan = PullPicture.of("nodes=a parallelism=2 done=a", "b.0:pulling");

    assertThat(plan.actions()).isEqualTo("delete b.0 PULL_UNWANTED");
    assertThat(plan.plan().status().message()).isEqualTo("done: 1 of 1 nodes have the image");
  }

  /// What is pulled stays counted when the pod that it was for has been updated.
  @Test
  void progressNeverGoesBack() {
    var status = PullPicture.of("nodes=a,b under=b-0 done=a", "b.0:pulling").plan().status();

    assertThat(status.desired()).isEqualTo(2);
    assertThat(status.succeededNodes()).containsExactly("a");
  }

  @Test
  void nothingIsDoneBeforeTheNodesAreKnown() {
    var plan = PullPicture.of("hidden", "").plan();

    assertThat(PullPicture.of("hidden", "").show()).isEqualTo("hold warm NodesUnread[]\n");
    assertThat(PullPicture.of("nodes=a under=a-0 hiddenPods", "").show())
        .isEqualTo("hold warm NodesUnread[]\n");
    assertThat(plan.status().isCompleted()).isFalse();
    assertThat(plan.status().message())
        .isEqualTo("warm waits until the controller has read the nodes, or the pods on them");
  }

  @Test
  void refusedPodIsTriedAgainLater() {
    var plan = PullPicture.of("nodes=a,b parallelism=2", "").failing("a.0");

    assertThat(plan.show()).isEqualTo("create b.0 b\nhold a RequestFailed[message=quota]\n");
    assertThat(plan.plan().wake()).contains(PullPicture.NOW.plus(Duration.ofSeconds(10)));
    assertThat(plan.plan().status().message())
        .isEqualTo("0 of 2 nodes have the image; the request for a failed and is repeated: quota");
  }

  @Test
  void contradictionIsReportedAndPullsNothing() {
    var plan = PullPicture.of("nodes=a fault=nonsense", "a.0:pulling");

    assertThat(plan.show())
        .isEqualTo(
            "delete a.0 PULL_UNWANTED\nhold warm InvalidSpec[sentence=nothing is changed: nonsense]\n");
    assertThat(plan.plan().status().message()).isEqualTo("nothing is changed: nonsense");
    assertThat(plan.plan().notices())
        .containsExactly(new Plan.Notice("InvalidSpec", "nothing is changed: nonsense"));
    assertThat(plan.plan().status().completionTime()).isEqualTo(Optional.empty());
  }

  @Test
  void waitForASlotIsTold() {
    assertThat(PullPicture.of("nodes=a,b,c parallelism=2 done=a", "b.0:pulling").plan().status())
        .satisfies(
            status -> {
              assertThat(status.desired()).isEqualTo(3);
              assertThat(status.active()).isEqualTo(1);
              assertThat(status.message()).isEqualTo("1 of 3 nodes have the image");
            });
    assertThat(PullPicture.of("nodes=a,b parallelism=1", "a.0:pulling").plan().status().message())
        .isEqualTo("0 of 2 nodes have the image; b waits for its turn: parallelism is 1");
  }

  /// The status does not alternate while a request fails again and again.
  @Test
  void failingRequestIsToldWhileItIsRepeated() {
    var job = PullPicture.of("nodes=a", "");
    var words = "0 of 1 nodes have the image; the request for a failed and is repeated: quota";

    assertThat(job.failing("a.0").plan().status().message()).isEqualTo(words);
    assertThat(job.repeating("a.0").plan().status().message()).isEqualTo(words);
    assertThat(job.repeating("a.0").actions()).isEqualTo("create a.0 a");
  }
}
