package dev.ordinal.plan.draw;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.Json;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Action.Cause;
import dev.ordinal.plan.Action.Purpose;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ActionTextTest {
  private static final Action STUCK =
      new Action.DeletePod("web-1", "uid", OptionalLong.empty(), Cause.STUCK);

  @Test
  void logSaysWhatWasDoneInPlainWords() {
    assertThat(ActionText.of(new Action.CreatePod("web-1", "web-7d4", Json.EMPTY)).done())
        .isEqualTo("created pod web-1 at revision web-7d4");
    assertThat(ActionText.of(new Action.CreatePuller("warm-7d4-0", "node-1", Json.EMPTY)).done())
        .isEqualTo("created pod warm-7d4-0 to pull on node node-1");
    assertThat(ActionText.of(STUCK).done())
        .isEqualTo("deleted pod web-1, which is to be updated and is not available");
    assertThat(ActionText.of(new Action.PatchPod("web-1", Purpose.UPDATE, Json.EMPTY)).done())
        .isEqualTo("wrote the new template to pod web-1");
    assertThat(
            ActionText.of(new Action.PatchPodStatus("web-1", Purpose.OPEN_GATE, Json.EMPTY)).done())
        .isEqualTo("opened the readiness gate of pod web-1");
    assertThat(
            ActionText.of(new Action.PatchRevision("web-7d4", Purpose.NUMBER, Json.EMPTY)).done())
        .isEqualTo("made revision web-7d4 the newest");
    assertThat(ActionText.of(new Action.PatchClaim("data-web-1", Json.EMPTY)).undone())
        .isEqualTo("could not set the owner of claim data-web-1");
  }
}
