package dev.ordinal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.plan.Snapshot.Failure;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A request that fails is tried again after a pause, and keeps nothing waiting but itself.
class FailingRequestsTest {
  private static final Instant LATER = Picture.NOW.plusSeconds(10);

  @ParameterizedTest
  @ValueSource(strings = {"Update", "Resize", "Delete"})
  void failingRequestsOfAnotherKindStopNoCreation(String verb) {
    var targets = IntStream.range(0, 12).mapToObj(i -> "data-web-" + i).toArray(String[]::new);

    assertThat(
            Picture.of("parallel replicas=2", "0:v1:ready").failed(verb, LATER, targets).actions())
        .isEqualTo("create web-1 v1");
  }

  @Test
  void fiveCreationsThatFailForOneCauseHoldTheOthers() {
    var failing = Picture.of("parallel replicas=7", "").failed(quota(5, LATER));

    assertThat(failing.actions()).isEqualTo("-");
    assertThat(failing.show()).contains("hold web-5 CreationsFail[failures=5]\n");
    assertThat(failing.plan().wake()).contains(LATER);
  }

  @Test
  void fourDoNot() {
    assertThat(Picture.of("parallel replicas=6", "").failed(quota(4, LATER)).actions())
        .isEqualTo("create web-4 v1, create web-5 v1");
  }

  @Test
  void fiveThatFailForCausesOfTheirOwnHoldNone() {
    var failures =
        IntStream.range(0, 5)
            .mapToObj(i -> new Failure("Create", "web-" + i, "no rack " + i, LATER))
            .toArray(Failure[]::new);

    assertThat(Picture.of("parallel replicas=6", "").failed(failures).actions())
        .isEqualTo("create web-5 v1");
  }

  @Test
  void claimsThatCannotBeCreatedCountToo() {
    var failures =
        IntStream.range(0, 5)
            .mapToObj(i -> "data-web-" + i)
            .map(claim -> new Failure("Create", claim, claim + ": exceeded quota", LATER))
            .toArray(Failure[]::new);

    assertThat(Picture.of("parallel claims=data replicas=6", "").failed(failures).actions())
        .isEqualTo("-");
  }

  /// Those that fail may fail for good, and the others not.
  @Test
  void oneOfTheOthersIsTriedWithTheFirstThatIsTriedAgain() {
    assertThat(Picture.of("parallel replicas=9", "").failed(quota(5, Picture.NOW)).actions())
        .isEqualTo(
            "create web-0 v1, create web-1 v1, create web-2 v1, create web-3 v1, create web-4 v1,"
                + " create web-5 v1");
    var failures = quota(5, LATER);
    failures[3] = new Failure("Create", "web-3", "web-3: exceeded quota", Picture.NOW);
    assertThat(Picture.of("parallel replicas=9", "").failed(failures).actions())
        .isEqualTo("create web-3 v1");
    failures = quota(5, LATER);
    failures[0] = new Failure("Create", "web-0", "web-0: exceeded quota", Picture.NOW);
    assertThat(Picture.of("parallel replicas=9", "").failed(failures).actions())
        .isEqualTo("create web-0 v1, create web-5 v1");
  }

  /// A reply was lost, and what was asked for had happened.
  @Test
  void creationsThatHappenedAfterAllHoldNone() {
    var pods = "0:v1:ready 1:v1:ready 2:v1:ready 3:v1:ready 4:v1:ready";

    assertThat(Picture.of("parallel replicas=7", pods).failed(quota(5, LATER)).actions())
        .isEqualTo("create web-5 v1, create web-6 v1");
  }

  @Test
  void refusedPatchHoldsNoDeletionOfTheSamePod() {
    assertThat(
            Picture.of("parallel replicas=0", "0:v1:ready")
                .failed("Update", LATER, "web-0")
                .actions())
        .isEqualTo("delete web-0 SCALE_DOWN");
    assertThat(
            Picture.of("parallel replicas=0", "0:v1:ready").failed("Delete", LATER, "web-0").show())
        .isEqualTo("hold web-0 RequestFailed[message=quota]\n");
  }

  private static Failure[] quota(int pods, Instant retryAt) {
    return IntStream.range(0, pods)
        .mapToObj(i -> "web-" + i)
        .map(pod -> new Failure("Create", pod, pod + ": exceeded quota", retryAt))
        .toArray(Failure[]::new);
  }

  /// They are not wanted any more, and still tell that the quota is full.
  @Test
  void creationsThatNobodyRepeatsHoldTheOthersUntilTheirTime() {
    var failures =
        IntStream.range(10, 15)
            .mapToObj(i -> new Failure("Create", "web-" + i, "no room", LATER))
            .toArray(Failure[]::new);
    var failing = Picture.of("parallel replicas=1", "").failed(failures);

    assertThat(failing.show()).isEqualTo("hold web-0 CreationsFail[failures=5]\n");
    assertThat(failing.plan().wake()).contains(LATER);
  }

  /// A resize that timed out is made again at once; that the pod cannot be patched lasts.
  @Test
  void updateThatCannotBeWrittenTellsWhatLasts() {
    var timeout = new Failure("Resize", "web-0", "timeout", Picture.NOW.plusSeconds(1));
    var refused = new Failure("Update", "web-0", "no right to patch", Picture.NOW.plusSeconds(60));
    var rules = "replicas=1 parallel inPlace template=v2 revisions=v1,v2 current=v1";
    var failing = Picture.of(rules, "0:v1:closed").failed(timeout, refused);

    assertThat(failing.show()).endsWith("hold web-0 RequestFailed[message=no right to patch]\n");
    assertThat(failing.plan().wake()).contains(Picture.NOW.plusSeconds(60));
  }
}
