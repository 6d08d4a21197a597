package dev.ordinal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.Json;
import dev.ordinal.plan.Action;
import dev.ordinal.run.ask.Outcome;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// The words are those of the native controller, which people search their logs for.
class EventTextTest {
  private static final Outcome DONE = new Outcome.Done(Optional.empty());
  private static final Outcome REFUSED = new Outcome.Refused("quota");
  private static final Action POD = new Action.CreatePod("web-0", "v1", Json.EMPTY);
  private static final Action CLAIM = new Action.CreateClaim("www-web-0", "web-0", Json.EMPTY);
  private static final Action GROWTH =
      new Action.GrowClaim("www-web-0", "web-0", "2Gi", Json.EMPTY);
  private static final Action DELETE =
      new Action.DeletePod("web-0", "uid", OptionalLong.empty(), Action.Cause.UPDATE);

  @Test
  void podsAreAnnounced() {
    assertThat(EventText.of("web", POD, DONE))
        .contains(
            new EventText(
                false, "SuccessfulCreate", "Create Pod web-0 in StatefulSet web successful"));
    assertThat(EventText.of("web", POD, REFUSED))
        .contains(
            new EventText(
                true, "FailedCreate", "Create Pod web-0 in StatefulSet web failed error: quota"));
    assertThat(EventText.of("web", DELETE, DONE))
        .contains(
            new EventText(
                false, "SuccessfulDelete", "Delete Pod web-0 in StatefulSet web successful"));
  }

  @Test
  void inPlaceUpdatesHaveAReasonOfTheirOwn() {
    var update = new Action.PatchPod("web-0", Action.Purpose.UPDATE, Json.EMPTY);

    assertThat(EventText.of("web", update, DONE))
        .contains(
            new EventText(
                false,
                "SuccessfulUpdatePodInPlace",
                "Update Pod web-0 in StatefulSet web in place requested"));
    assertThat(EventText.of("web", update, REFUSED))
        .contains(
            new EventText(
                true,
                "FailedUpdatePodInPlace",
                "Update Pod web-0 in StatefulSet web in place failed error: quota"));
  }

  @Test
  void lifecycleOfAPodCausesNoEvent() {
    for (var purpose : List.of(Action.Purpose.PREPARE, Action.Purpose.SETTLE)) {
      var patch = new Action.PatchPod("web-0", purpose, Json.EMPTY);
      assertThat(EventText.of("web", patch, DONE)).isEmpty();
    }
  }

  @Test
  void claimsHaveTheirOwnText() {
    assertThat(EventText.of("web", CLAIM, DONE))
        .contains(
            new EventText(
                false,
                "SuccessfulCreate",
                "Create Claim www-web-0 Pod web-0 in StatefulSet web success"));
    assertThat(EventText.of("web", CLAIM, REFUSED))
        .contains(
            new EventText(
                true,
                "FailedCreate",
                "Create Claim www-web-0 for Pod web-0 in StatefulSet web failed error: quota"));
  }

  @Test
  void growthIsAnnounced() {
    assertThat(EventText.of("web", GROWTH, DONE))
        .contains(
            new EventText(
                false,
                "SuccessfulResize",
                "Resize Claim www-web-0 Pod web-0 in StatefulSet web to 2Gi requested"));
    assertThat(EventText.of("web", GROWTH, REFUSED))
        .contains(
            new EventText(
                true,
                "FailedResize",
                "Resize Claim www-web-0 for Pod web-0 in StatefulSet web failed error: quota"));
  }

  @Test
  void whatIsRetriedAnywayIsNotAnnounced() {
    assertThat(EventText.of("web", POD, new Outcome.Conflict("exists"))).isEmpty();
    assertThat(EventText.of("web", POD, new Outcome.Unreachable("away", true))).isEmpty();
    assertThat(EventText.of("web", new Action.CreateRevision("web-1", Json.EMPTY), DONE)).isEmpty();
  }
}
