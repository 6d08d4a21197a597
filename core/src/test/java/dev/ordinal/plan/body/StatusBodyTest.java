package dev.ordinal.plan.body;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.SetParser;
import dev.ordinal.api.Yaml;
import dev.ordinal.model.FeatureGate;
import dev.ordinal.model.SetStatus;
import dev.ordinal.model.SetStatus.Condition;
import dev.ordinal.model.json.JsonText;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatusBodyTest {

  @Test
  void emptyStatusStillHasEveryKey() {
    assertThat(JsonText.write(StatusBody.patch(SetStatus.NONE)))
        .isEqualTo(
            "{\"status\":{\"availableReplicas\":0,\"collisionCount\":0,\"conditions\":[],"
                + "\"currentReplicas\":0,\"currentRevision\":\"\",\"holds\":[],\"labelSelector\":\"\","
                + "\"observedGeneration\":0,\"readyReplicas\":0,\"replicas\":0,"
                + "\"updateRevision\":\"\",\"updatedAvailableReplicas\":0,"
                + "\"updatedReadyReplicas\":0,\"updatedReplicas\":0,\"volumeClaims\":[]}}");
  }

  @Test
  void conditionTimesHaveWholeSeconds() {
    assertThat(condition(Instant.parse("2026-01-02T03:04:05.678Z")))
        .contains("\"lastTransitionTime\":\"2026-01-02T03:04:05Z\"");
  }

  @Test
  void conditionWithoutATimeStaysWithout() {
    var read =
        new SetParser(FeatureGate.defaults())
            .parse(Yaml.read("status: {conditions: [{type: Theirs, status: 'True'}]}"));

    assertThat(JsonText.write(StatusBody.patch(read.status())))
        .contains("[{\"message\":\"\",\"reason\":\"\",\"status\":\"True\",\"type\":\"Theirs\"}]");
  }

  private static String condition(Instant since) {
    var condition = new Condition("Ready", "True", "Done", "", since);
    var none = SetStatus.NONE;
    var status = new SetStatus(1, none.counts(), "", "", 0, "", List.of(condition), List.of());
    return JsonText.write(StatusBody.patch(status));
  }
}
