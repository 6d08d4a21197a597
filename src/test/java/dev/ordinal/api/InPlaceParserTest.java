package dev.ordinal.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.InPlaceState;
import dev.ordinal.model.InPlaceState.Batch;
import dev.ordinal.model.InPlaceState.Identity;
import dev.ordinal.model.InPlaceState.Scope;
import dev.ordinal.model.Json;
import dev.ordinal.plan.inplace.StateText;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InPlaceParserTest {
  private static final Instant AT = Instant.parse("2026-01-01T00:00:00Z");

  /// After the first of two batches: the sidecar first, the main container when it is ready.
  private static final String HALF_WAY =
      """
      {"containerBatchesRecord":[{"containers":["sidecar"],"timestamp":"2026-01-01T00:00:00Z"}],\
      "lastContainerStatuses":{"sidecar":{"imageID":"sha256:aa"}},\
      "nextContainerImages":{"main":"repo/main:v2"},\
      "preCheckBeforeNext":{"containersRequiredReady":["sidecar"]},\
      "revision":"web-6cd8d89b98","updateImages":true,\
      "updateTimestamp":"2026-01-01T00:00:00Z"}""";

  private static final InPlaceState STATE =
      new InPlaceState(
          "web-6cd8d89b98",
          AT,
          new TreeMap<>(Map.of("sidecar", new Identity("sha256:aa", ""))),
          new Scope(true, false, false),
          new TreeMap<>(Map.of("main", "repo/main:v2")),
          Json.EMPTY,
          Json.EMPTY,
          List.of("sidecar"),
          List.of(new Batch(AT, List.of("sidecar"))));

  @Test
  void kruisesTextIsUnderstood() {
    assertThat(InPlaceParser.parse(HALF_WAY)).contains(STATE);
    assertThat(STATE.hasNext()).isTrue();
  }

  @Test
  void oursIsWrittenInTheSameShape() {
    assertThat(StateText.write(STATE)).isEqualTo(HALF_WAY);
  }

  @Test
  void nullAndLocalTimesOfKruiseAreUnderstood() {
    var state =
        InPlaceParser.parse(
            """
            {"revision":"r","updateTimestamp":"2026-01-01T01:00:00+01:00",\
            "lastContainerStatuses":null}""");

    assertThat(state.orElseThrow().since()).isEqualTo(AT);
    assertThat(state.orElseThrow().last()).isEmpty();
    assertThat(state.orElseThrow().hasNext()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "null", "[]", "{", "\"x\""})
  void otherTextIsNoState(String text) {
    assertThat(InPlaceParser.parse(text)).isEmpty();
  }
}
