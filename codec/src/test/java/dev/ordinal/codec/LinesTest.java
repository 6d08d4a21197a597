package dev.ordinal.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.codec.WatchEvent.Added;
import dev.ordinal.codec.WatchEvent.Failed;
import dev.ordinal.codec.WatchEvent.Reached;
import dev.ordinal.model.PodView;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinesTest {
  /// Hands out at most `size` bytes at once, as a network does.
  private static InputStream inPieces(String text, int size) {
    var whole = new ByteArrayInputStream(text.getBytes(UTF_8));
    return new InputStream() {
      @Override
      public int read() {
        return whole.read();
      }

      @Override
      public int read(byte[] target, int offset, int length) {
        return whole.read(target, offset, Math.min(length, size));
      }
    };
  }

  private static List<String> lines(InputStream stream) throws IOException {
    var lines = new Lines(stream);
    var found = new ArrayList<String>();
    while (lines.next()) {
      found.add(new String(lines.bytes(), lines.start(), lines.length(), UTF_8));
    }
    return found;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 7, 1000})
  void lettersSplitAcrossPiecesSurvive(int size) throws IOException {
    assertThat(lines(inPieces("café\n🚀 grüß\n\n\nend\n", size)))
        .containsExactly("café", "🚀 grüß", "end");
  }

  @Test
  void linesOfAnySizeAreWhole() throws IOException {
    var huge = "é".repeat(3_000_000);

    assertThat(lines(inPieces("a\n" + huge + "\nb\n", 16_384))).containsExactly("a", huge, "b");
  }

  @Test
  void lineWithoutItsNewlineDoesNotCount() throws IOException {
    assertThat(lines(inPieces("whole\ncut o", 4))).containsExactly("whole");
  }

  @Test
  void manyLinesPassThroughOneBuffer() throws IOException {
    var line = "x".repeat(999);
    var found = lines(inPieces((line + "\n").repeat(1_000), 10_007));

    assertThat(found).hasSize(1_000).containsOnly(line);
  }

  private static WatchEvent<PodView> event(String json) throws IOException {
    var lines = new Lines(inPieces(json + "\n", 1000));
    assertThat(lines.next()).isTrue();
    return WatchEvent.read(lines, new PodReader(), new StringPool());
  }

  @Test
  void eventTypeMayComeLast() throws IOException {
    assertThat(event("{\"object\":{\"metadata\":{\"name\":\"web-0\"}},\"type\":\"ADDED\"}"))
        .isInstanceOfSatisfying(
            Added.class, added -> assertThat(added.view().name()).isEqualTo("web-0"));
  }

  @Test
  void bookmarkAndErrorAreEvents() throws IOException {
    assertThat(
            event("{\"type\":\"BOOKMARK\",\"object\":{\"metadata\":{\"resourceVersion\":\"8\"}}}"))
        .isEqualTo(new Reached<PodView>(8));
    assertThat(event("{\"type\":\"ERROR\",\"object\":{\"code\":410,\"message\":\"too old\"}}"))
        .isEqualTo(new Failed<PodView>(410, "too old"));
  }
}
