package dev.ordinal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.Meta.Owner;
import dev.ordinal.plan.draw.Sketch;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Claims that do not belong to whom the retention policy says, because the API server refuses to
/// change their owner: who deletes the set would lose volumes, or leave them behind.
class ClaimOwnerRefusedTest {
  private static final String RULES = "replicas=1 claims=data current=v1 ";
  private static final Instant SOON = Picture.NOW.plusSeconds(9);

  private static Picture picture(String policy, Owner... owners) {
    return Picture.of(RULES + policy, "0:v1:ready").claim("data-web-0", "bound", owners);
  }

  private static String conditions(Plan<dev.ordinal.model.SetStatus> plan) {
    var ready = plan.status().findCondition("Ready").orElseThrow();
    var stalled = plan.status().findCondition("Stalled").orElseThrow();
    return "Ready=%s Stalled=%s %s: %s"
        .formatted(ready.status(), stalled.status(), ready.reason(), ready.message());
  }

  @Test
  void claimThatWouldGoWithTheSetMakesItNotReady() {
    var plan = picture("", Picture.SET).refused(SOON, "data-web-0").plan();

    assertThat(conditions(plan))
        .isEqualTo(
            "Ready=False Stalled=True ClaimOwnerRefused: claim data-web-0 of web-0 may be deleted"
                + " with the set although whenDeleted is Retain: the API server refuses to change"
                + " its owner: no right to delete");
    assertThat(plan.chains()).isEmpty();
    assertThat(plan.notices()).hasSize(1);
    assertThat(plan.wake()).contains(SOON);
  }

  @Test
  void claimThatWouldStayBehindMakesItNotReadyToo() {
    var plan = picture("deleteWithSet").refused(SOON, "data-web-0").plan();

    assertThat(conditions(plan))
        .isEqualTo(
            "Ready=False Stalled=True ClaimOwnerRefused: claim data-web-0 of web-0 stays when the"
                + " set is deleted although whenDeleted is Delete: the API server refuses to change"
                + " its owner: no right to delete");
  }

  /// Or the condition would change with each attempt.
  @Test
  void setIsNotReadyWhileTheRequestIsMadeAgain() {
    var plan = picture("", Picture.SET).refused(Picture.NOW, "data-web-0").plan();

    assertThat(Sketch.show(plan)).contains("own data-web-0 -set");
    assertThat(conditions(plan)).startsWith("Ready=False Stalled=True ClaimOwnerRefused: ");
  }

  @ParameterizedTest
  @CsvSource({"2026-01-01T12:00:09Z", "2026-01-01T12:00:00Z"})
  void failureOfAMomentDoesNotMakeItNotReady(Instant retryAt) {
    var plan = picture("", Picture.SET).failed("Update", retryAt, "data-web-0").plan();

    assertThat(conditions(plan)).startsWith("Ready=True Stalled=False Ready: ");
    assertThat(plan.notices()).isEmpty();
  }

  @Test
  void refusalThatIsOfNoConsequenceAnyMoreIsNot() {
    var plan = picture("").refused(SOON, "data-web-0").plan();

    assertThat(conditions(plan)).startsWith("Ready=True Stalled=False Ready: ");
  }
}
