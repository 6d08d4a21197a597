package dev.ordinal.run.lead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.run.lead.LeaderElection.Moment;
import dev.ordinal.run.lead.LeaderElection.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LeaderElectionTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final LeaderElection election = new LeaderElection("a", ElectionSettings.defaults());

  private static Duration at(double seconds) {
    return Duration.ofMillis((long) (seconds * 1000));
  }

  private static Moment when(double seconds) {
    return new Moment(at(seconds), NOW.plus(at(seconds)));
  }

  private static Lease lease(String holder, int version) {
    return new Lease(holder, at(15), "then", 4, Integer.toString(version));
  }

  private Step next(double seconds) {
    return election.next(when(seconds));
  }

  private void read(Lease lease, double seconds) {
    assertThat(next(seconds)).isInstanceOf(Step.Read.class);
    election.read(Optional.of(lease), when(seconds));
  }

  private static Json.Obj body(Step step) {
    return switch (step) {
      case Step.Create(var body) -> body;
      case Step.Patch(var body) -> body;
      case Step.Read _, Step.Wait _ -> throw new AssertionError("no write: " + step);
    };
  }

  private void acquire(double seconds) {
    read(lease("", 1), seconds);
    assertThat(next(seconds)).isInstanceOf(Step.Patch.class);
    election.wrote(lease("a", 2), when(seconds), when(seconds));
  }

  @Test
  void createsTheFirstLease() {
    assertThat(next(0)).isEqualTo(new Step.Read());
    election.read(Optional.empty(), when(0));
    assertThat(JsonText.write(body(next(0))))
        .isEqualTo(
            "{\"spec\":{\"acquireTime\":\"2026-01-01T00:00:00.000000Z\",\"holderIdentity\":\"a\","
                + "\"leaseDurationSeconds\":15,\"leaseTransitions\":0,"
                + "\"renewTime\":\"2026-01-01T00:00:00.000000Z\"}}");
    assertThat(election.isHeld(when(0.1))).isFalse();
    election.wrote(lease("a", 1), when(0), when(0.2));
    assertThat(election.isHeld(when(0.2))).isTrue();
    assertThat(election.term()).isEqualTo(1);
  }

  private void readNone(double seconds) {
    assertThat(next(seconds)).isInstanceOf(Step.Read.class);
    election.read(Optional.empty(), when(seconds));
  }

  /// Another controller has created it first, and leads, though its Lease was deleted meanwhile.
  @Test
  void leaseThatCannotBeCreatedIsWaitedForWhenItIsGone() {
    readNone(0);
    assertThat(next(0)).isInstanceOf(Step.Create.class);
    election.failed(when(0.1));
    readNone(2.1);
    assertThat(next(2.1)).isEqualTo(new Step.Wait(at(2)));
    readNone(14.1);
    assertThat(next(14.1)).isEqualTo(new Step.Wait(at(1)));
    readNone(15.1);
    assertThat(next(15.1)).isInstanceOf(Step.Create.class);
  }

  /// Its holder may not have noticed yet.
  @Test
  void deletedLeaseOfAnotherIsWaitedFor() {
    read(lease("b", 1), 0);
    next(0);
    readNone(2);
    assertThat(next(2)).isEqualTo(new Step.Wait(at(2)));
    readNone(17);
    assertThat(next(17)).isInstanceOf(Step.Create.class);
  }

  @Test
  void leaderCreatesItsDeletedLeaseAtOnce() {
    acquire(0);
    assertThat(next(2)).isInstanceOf(Step.Patch.class);
    election.failed(when(2));
    readNone(2.5);
    assertThat(election.isHeld(when(2.5))).isFalse();
    assertThat(next(2.5)).isInstanceOf(Step.Create.class);
  }

  /// Another one may have led meanwhile.
  @Test
  void formerLeaderWaitsWhereItsLeaseIsGone() {
    acquire(0);
    assertThat(next(2)).isInstanceOf(Step.Patch.class);
    election.failed(when(11));
    readNone(13);
    assertThat(next(13)).isEqualTo(new Step.Wait(at(2)));
  }

  @Test
  void failedReadDelaysNoFirstLease() {
    assertThat(next(0)).isInstanceOf(Step.Read.class);
    election.failed(when(0));
    readNone(2);
    assertThat(next(2)).isInstanceOf(Step.Create.class);
  }

  @Test
  void writesOnlyOnWhatItHasRead() {
    read(lease("", 7), 0);
    assertThat(body(next(0)).object("metadata").text("resourceVersion")).isEqualTo("7");
    election.failed(when(0.1));
    assertThat(next(0.1)).isEqualTo(new Step.Wait(at(2)));
    assertThat(next(2.1)).isEqualTo(new Step.Read());
  }

  @Test
  void renewsWithoutReading() {
    acquire(0);
    assertThat(next(1)).isEqualTo(new Step.Wait(at(1)));
    assertThat(body(next(2)).object("spec").text("acquireTime")).isEqualTo("then");
    election.wrote(lease("a", 3), when(2), when(2.1));
    assertThat(election.isHeld(when(11.9))).isTrue();
    assertThat(election.term()).isEqualTo(1);
  }

  @Test
  void leadsUntilTheDeadlineAfterTheStartOfTheLastRenewal() {
    acquire(0);
    next(2);
    election.wrote(lease("a", 3), when(2), when(6));
    assertThat(election.isHeld(when(11.999))).isTrue();
    assertThat(election.isHeld(when(12))).isFalse();
  }

  /// The machine was suspended: its uptime stood still.
  @Test
  void leadsNoLongerWhenTheWallClockSaysSo() {
    acquire(0);
    assertThat(election.isHeld(new Moment(at(1), NOW.plusSeconds(9)))).isTrue();
    assertThat(election.isHeld(new Moment(at(1), NOW.plusSeconds(10)))).isFalse();
    assertThat(election.isHeld(new Moment(at(1), NOW.plusSeconds(1)))).isFalse();
  }

  /// A wall clock that was set back gives no more time.
  @Test
  void wallClockThatIsSetBackChangesNothing() {
    acquire(0);
    assertThat(election.isHeld(new Moment(at(9.9), NOW.minusSeconds(3600)))).isTrue();
    assertThat(election.isHeld(new Moment(at(10), NOW.minusSeconds(3600)))).isFalse();
  }

  /// A wall clock that was set ahead makes no candidate take over early.
  @Test
  void candidateCountsByItsUptimeAlone() {
    read(lease("b", 1), 0);
    election.next(new Moment(at(0), NOW.plusSeconds(3600)));
    election.read(Optional.of(lease("b", 1)), new Moment(at(2), NOW.plusSeconds(3600)));
    assertThat(election.next(new Moment(at(2), NOW.plusSeconds(3600))))
        .isEqualTo(new Step.Wait(at(2)));
  }

  @Test
  void failedRenewalIsRepeatedSoonAndKeepsTheDeadline() {
    acquire(0);
    next(2);
    election.failed(when(7));
    assertThat(next(7)).isEqualTo(new Step.Wait(at(0.5)));
    assertThat(next(7.5)).isEqualTo(new Step.Read());
    election.failed(when(8));
    assertThat(election.isHeld(when(9.999))).isTrue();
    assertThat(election.isHeld(when(10))).isFalse();
  }

  @Test
  void leaseRegainedAfterTheDeadlineIsAnotherTerm() {
    acquire(0);
    next(2);
    election.failed(when(11));
    read(lease("a", 2), 13);
    next(13);
    election.wrote(lease("a", 3), when(13), when(13));
    assertThat(election.isHeld(when(13))).isTrue();
    assertThat(election.term()).isEqualTo(2);
  }

  @Test
  void renewalThatTookLongerThanTheDeadlineIsWorthNothing() {
    acquire(0);
    next(2);
    election.wrote(lease("a", 3), when(2), when(12.5));
    assertThat(election.isHeld(when(12.5))).isFalse();
  }

  @Test
  void waitsForTheWholeLeaseSinceTheLastRenewalWasSeen() {
    read(lease("b", 1), 0);
    assertThat(next(0)).isEqualTo(new Step.Wait(at(2)));
    read(lease("b", 2), 2);
    assertThat(next(2)).isEqualTo(new Step.Wait(at(2)));
    for (var second = 4; second < 16; second += 2) {
      read(lease("b", 2), second);
      assertThat(next(second)).isInstanceOf(Step.Wait.class);
    }
    read(lease("b", 2), 16);
    assertThat(next(16)).isEqualTo(new Step.Wait(at(1)));
    read(lease("b", 2), 17);
    assertThat(JsonText.write(body(next(17)).object("spec")))
        .isEqualTo(
            "{\"acquireTime\":\"2026-01-01T00:00:17.000000Z\",\"holderIdentity\":\"a\","
                + "\"leaseDurationSeconds\":15,\"leaseTransitions\":5,"
                + "\"renewTime\":\"2026-01-01T00:00:17.000000Z\"}");
  }

  @Test
  void holderWithALongerLeaseKeepsIt() {
    var slow = new Lease("b", at(60), "then", 0, "1");
    read(slow, 0);
    next(0);
    read(slow, 40);
    assertThat(next(40)).isEqualTo(new Step.Wait(at(2)));
    read(slow, 60);
    assertThat(next(60)).isInstanceOf(Step.Patch.class);
  }

  @Test
  void leaseOfAnotherEndsTheTerm() {
    acquire(0);
    next(2);
    election.failed(when(2.1));
    read(lease("b", 9), 2.6);
    assertThat(election.isHeld(when(2.6))).isFalse();
    assertThat(election.leader()).isEqualTo("b");
  }

  @Test
  void standbyReadsAtOnceWhenTheLeaseChanges() {
    read(lease("b", 1), 0);
    next(0);
    election.changed(when(0.5));
    read(lease("", 2), 0.5);
    assertThat(next(0.5)).isInstanceOf(Step.Patch.class);
  }

  @Test
  void leaderIgnoresItsOwnChanges() {
    acquire(0);
    election.changed(when(0.5));
    assertThat(next(0.5)).isEqualTo(new Step.Wait(at(1.5)));
  }

  @Test
  void resignationEndsTheTermForGood() {
    acquire(0);
    assertThat(election.resign(when(1))).isTrue();
    assertThat(election.isHeld(when(1))).isFalse();
    election.wrote(lease("a", 3), when(1), when(1));
    assertThat(election.isHeld(when(1))).isFalse();
  }

  @Test
  void releasedLeaseHasNoHolder() {
    var written = election.release(lease("a", 2), NOW).orElseThrow();
    assertThat(written.object("spec").find("holderIdentity")).contains(Json.of(""));
    assertThat(written.object("metadata").text("resourceVersion")).isEqualTo("2");
  }

  @Test
  void leaseOfAnotherIsNotReleased() {
    read(lease("b", 1), 0);
    assertThat(election.resign(when(1))).isFalse();
    assertThat(election.release(lease("b", 1), NOW)).isEmpty();
  }

  @Test
  void rivalIsOneThatRenewsBeforeOurEyes() {
    read(lease("b", 1), 0);
    next(0);
    assertThat(election.rival()).isEmpty();
    read(lease("b", 1), 2);
    next(2);
    assertThat(election.rival()).isEmpty();
    read(lease("b", 2), 4);
    assertThat(election.rival()).contains("b");
  }

  @Test
  void ownRenewalIsNoRival() {
    acquire(0);
    next(2);
    election.wrote(lease("a", 3), when(2), when(2));
    assertThat(election.rival()).isEmpty();
  }

  @Test
  void hostileLeaseIsRead() {
    var lease =
        Lease.read(
            Json.of(
                "spec",
                Json.of("leaseDurationSeconds", new Json.Num("1e999999999"))
                    .with("leaseTransitions", Json.of("many"))));
    assertThat(lease).isEqualTo(new Lease("", Duration.ZERO, "", 0, ""));
  }

  @Test
  void timesMustFitTogether() {
    assertThatThrownBy(() -> new ElectionSettings(at(10), at(10), at(2)))
        .hasMessage(
            "--leader-elect-lease-duration (10s) must be longer than --leader-elect-renew-deadline"
                + " (10s).");
    assertThatThrownBy(() -> new ElectionSettings(at(15), at(2.4), at(2)))
        .hasMessage(
            "--leader-elect-renew-deadline (2.4s) must be longer than 1.2 times"
                + " --leader-elect-retry-period (2s).");
    assertThatThrownBy(() -> new ElectionSettings(at(0.9), at(0.5), at(0.1)))
        .hasMessageStartingWith("--leader-elect-lease-duration (0.9s) must be at least 1s");
  }
}
