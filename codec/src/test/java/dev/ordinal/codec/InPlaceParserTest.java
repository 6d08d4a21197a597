package dev.ordinal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.InPlaceState;
import dev.ordinal.model.InPlaceState.Batch;
import dev.ordinal.model.InPlaceState.Grace;
import dev.ordinal.model.InPlaceState.Identity;
import dev.ordinal.model.InPlaceState.Scope;
import dev.ordinal.model.InPlaceState.Work;
import dev.ordinal.model.PodView.Mark;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.inplace.StateText;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
          new Work(new TreeMap<>(Map.of("main", "repo/main:v2")), new TreeMap<>(), new TreeMap<>()),
          List.of("sidecar"),
          List.of(new Batch(AT, List.of("sidecar"))),
          Optional.empty());

  /// One container waits for its new image and for a label that it reads, the pod for another.
  private static final String WAITING =
      """
      {"containerImages":{"main":"repo/main:v2"},\
      "containerRefMetadata":{"main":{"labels":{"tier":"gold"}}},"graceSeconds":10,\
      "metaDataPatch":"eyJtZXRhZGF0YSI6eyJsYWJlbHMiOnsiYSI6IjEifX19",\
      "revision":"web-6cd8d89b98","updateEnvFromMetadata":true}""";

  private static final Grace GRACE =
      new Grace(
          "web-6cd8d89b98",
          new Work(
              new TreeMap<>(Map.of("main", "repo/main:v2")),
              new TreeMap<>(Map.of("main", Json.of("labels", Json.of("tier", Json.of("gold"))))),
              new TreeMap<>()),
          Json.of("labels", Json.of("a", Json.of("1"))),
          Duration.ofSeconds(10));

  @Test
  void graceOfKruiseIsUnderstoodAndOursHasTheSameShape() {
    assertThat(InPlaceParser.parse(HALF_WAY, WAITING).orElseThrow().grace()).contains(GRACE);
    assertThat(StateText.write(GRACE)).isEqualTo(WAITING);
  }

  @Test
  void graceWithoutAStateIsStillWaitedOut() {
    var state = InPlaceParser.parse("", WAITING).orElseThrow();

    assertThat(state.revision()).isEqualTo("web-6cd8d89b98");
    assertThat(state.since()).isEqualTo(Instant.EPOCH);
    assertThat(state.grace()).contains(GRACE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"graceSeconds\":\"x\"}",
        "{\"metaDataPatch\":\"###\"}",
        "{\"graceSeconds\":1e99}"
      })
  void oddGraceHoldsNothingUp(String text) {
    var grace = InPlaceParser.parse(HALF_WAY, text).orElseThrow().grace().orElseThrow();

    assertThat(grace.period()).isZero();
    assertThat(grace.metadata()).isEqualTo(Json.EMPTY);
  }

  @Test
  void marksAreReadFromTheMessage() {
    assertThat(InPlaceParser.marks("[{\"userAgent\":\"Lifecycle\",\"key\":\"preDeleteHook\"},5]"))
        .containsExactly(new Mark("Lifecycle", "preDeleteHook"));
    assertThat(InPlaceParser.marks("")).isEmpty();
    assertThat(InPlaceParser.marks("plain words")).isEmpty();
  }

  @Test
  void kruisesTextIsUnderstood() {
    assertThat(InPlaceParser.parse(HALF_WAY, "")).contains(STATE);
    assertThat(STATE.isPending()).isTrue();
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
            "lastContainerStatuses":null}""",
            "");

    assertThat(state.orElseThrow().since()).isEqualTo(AT);
    assertThat(state.orElseThrow().last()).isEmpty();
    assertThat(state.orElseThrow().isPending()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "null", "[]", "{", "\"x\""})
  void otherTextIsNoState(String text) {
    assertThat(InPlaceParser.parse(text, "")).isEmpty();
  }
}
