package dev.ordinal.plan.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.model.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What kruise-manager, and an older build of Ordinal (commit 44216fe1), have left at rest and in
/// the middle of updates in place, hooks and growing volumes, is gone on with: no pod is replaced,
/// and no container restarted twice for one image. `dev.ordinal.e2e.UpgradeBench` and
/// `KruiseHandoverIT` record it.
class LeftBehindTest {
  private static final Path PLACE = Path.of("tests/src/test/resources/golden");

  static Stream<Named<KruiseState>> left() {
    return Stream.of("kruise", "older").flatMap(LeftBehindTest::left);
  }

  private static Stream<Named<KruiseState>> left(String controller) {
    try {
      return Files.readAllLines(PLACE.resolve("left-by-" + controller + ".jsonl")).stream()
          .map(LeftBehindTest::state)
          .map(state -> Named.of(name(controller, state), state));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String name(String controller, KruiseState state) {
    return controller + ", " + KruiseState.named(state.set()) + ", " + state.name();
  }

  private static KruiseState state(String line) {
    try {
      var row = JsonBytes.readObject(line.getBytes(StandardCharsets.UTF_8));
      var objects = row.items("objects").stream().map(Json.Obj.class::cast).toList();
      return new KruiseState(row.text("situation"), "", objects);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("left")
  void ordinalGoesOnAndRestartsNothing(KruiseState state) {
    var handover = Handover.of(state);
    var pods = handover.uids();

    if (state.name().equals("at rest")) {
      assertThat(handover.actions()).isEqualTo("-");
    }
    var played = handover.play();

    assertThat(played)
        .noneMatch(line -> line.contains("create ") || line.contains("delete "))
        .noneMatch(line -> line.contains("revision "));
    assertThat(handover.uids()).isEqualTo(pods).hasSize(3);
    assertThat(handover.restarts())
        .extracting(line -> Integer.parseInt(line.substring(line.lastIndexOf(' ') + 1)))
        .allMatch(count -> count <= changes(state));
  }

  /// The images are `app:1`, `app:2` and so on.
  private static int changes(KruiseState state) {
    var template = state.set().object("spec").object("template").object("spec");
    var container = (Json.Obj) template.items("containers").getFirst();
    return Integer.parseInt(container.text("image").replace("app:", "")) - 1;
  }
}
