package dev.ordinal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.run.RestoreCheck.Finding;
import org.junit.jupiter.api.Test;

class RestoreCheckTest {
  private final RestoreCheck check = new RestoreCheck();

  @Test
  void listThatIsNewerOrTheSameIsCurrent() {
    assertThat(check.judge(10)).isEqualTo(Finding.CURRENT);
    assertThat(check.judge(10)).isEqualTo(Finding.CURRENT);
    check.saw(15);
    assertThat(check.judge(16)).isEqualTo(Finding.CURRENT);
  }

  @Test
  void twoOlderListsInARowTellARestore() {
    check.saw(100);
    assertThat(check.judge(40)).isEqualTo(Finding.BEHIND);
    assertThat(check.judge(43)).isEqualTo(Finding.RESTORED);
    assertThat(check.judge(44)).isEqualTo(Finding.CURRENT);
  }

  @Test
  void serverThatWasBehindOnceAndCatchesUpTellsNothing() {
    check.saw(100);
    assertThat(check.judge(90)).isEqualTo(Finding.BEHIND);
    assertThat(check.judge(101)).isEqualTo(Finding.CURRENT);
    assertThat(check.judge(99)).isEqualTo(Finding.BEHIND);
  }

  @Test
  void newsBetweenTwoOlderListsTellsThatTheStoreIsStillThere() {
    check.saw(100);
    assertThat(check.judge(90)).isEqualTo(Finding.BEHIND);
    check.saw(102);
    assertThat(check.judge(95)).isEqualTo(Finding.BEHIND);
  }

  @Test
  void storeThatGoesBackOnceMoreIsAskedAgain() {
    check.saw(100);
    assertThat(check.judge(90)).isEqualTo(Finding.BEHIND);
    assertThat(check.judge(80)).isEqualTo(Finding.BEHIND);
    assertThat(check.judge(81)).isEqualTo(Finding.RESTORED);
  }

  @Test
  void versionThatIsAskedForCountsAsTheFirstOfTwo() {
    check.saw(100);
    assertThat(check.isBehind(100)).isFalse();
    assertThat(check.isBehind(40)).isTrue();
    assertThat(check.judge(41)).isEqualTo(Finding.RESTORED);
  }
}
