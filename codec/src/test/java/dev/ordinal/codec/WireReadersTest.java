package dev.ordinal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.ordinal.codec.WatchEvent.Failed;
import dev.ordinal.codec.WatchEvent.Reached;
import dev.ordinal.codec.wire.MalformedBytes;
import dev.ordinal.codec.wire.Slice;
import dev.ordinal.model.PodView;
import dev.ordinal.model.View;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The files in `codec/wire` are what kube-apiserver 1.37.1 sent for the same requests in JSON and
/// in protobuf; their objects have every field that we keep. `WireIT` asks it anew.
class WireReadersTest {
  private static final Map<String, Decoder<? extends View>> READERS =
      Map.of(
          "pods", new PodReader(),
          "claims", new ClaimReader(),
          "revisions", new RevisionReader(),
          "nodes", new NodeReader(),
          "classes", new ClassReader());

  private static Decoder<? extends View> reader(String kind) {
    return Objects.requireNonNull(READERS.get(kind), kind);
  }

  private static byte[] file(String name) {
    try (var in = WireReadersTest.class.getResourceAsStream("/codec/wire/" + name)) {
      assertThat(in).as(name).isNotNull();
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InputStream stream(String name) {
    return new ByteArrayInputStream(file(name));
  }

  private static List<View> views(String name) throws IOException {
    var reader = reader(name.split("[.]")[0]);
    var pool = new StringPool();
    var page =
        name.endsWith(".pb")
            ? ListPage.readProtobuf(stream(name), reader, pool)
            : ListPage.read(stream(name), reader, pool);
    return List.copyOf(page.views());
  }

  @ParameterizedTest
  @ValueSource(strings = {"pods", "claims", "revisions", "nodes", "classes"})
  void objectsAreTheSameInBothForms(String kind) throws IOException {
    assertThat(views(kind + ".pb")).isEqualTo(views(kind + ".json")).isNotEmpty();
  }

  @Test
  void pageHasItsTokenAndItsVersion() throws IOException {
    var page = ListPage.readProtobuf(stream("page.pb"), new PodReader(), new StringPool());

    assertThat(page)
        .isEqualTo(ListPage.read(stream("page.json"), new PodReader(), new StringPool()));
    assertThat(page.next()).startsWith("eyJ2Ijoi");
    assertThat(page.version()).isEqualTo(869);
  }

  private static List<WatchEvent<PodView>> events(Events events) throws IOException {
    var found = new ArrayList<WatchEvent<PodView>>();
    while (events.next()) {
      found.add(WatchEvent.read(events, new PodReader(), new StringPool()));
    }
    return found;
  }

  @Test
  void eventsAndBookmarksAreTheSameInBothForms() throws IOException {
    var seen = events(new Frames(stream("watch.pb")));

    assertThat(seen).hasSize(4).last().isInstanceOf(Reached.class);
    assertThat(seen.subList(0, 3)).isEqualTo(events(new Lines(stream("watch.json"))).subList(0, 3));
  }

  @Test
  void errorEndsTheWatchWithItsStatus() throws IOException {
    assertThat(events(new Frames(stream("expired.pb"))))
        .containsExactly(new Failed<>(410, "too old resource version: 1 (254)"));
  }

  @Test
  void refusalIsReadInBothForms() {
    assertThat(WatchEvent.<PodView>refusal(404, file("missing.pb")))
        .isEqualTo(new Failed<>(404, "pods \"none\" not found"))
        .isEqualTo(WatchEvent.refusal(404, file("missing.json")));
    assertThat(WatchEvent.<PodView>refusal(401, file("unauthorized.pb")))
        .isEqualTo(new Failed<>(401, "Unauthorized"));
  }

  /// Hands out at most `size` bytes at once, as a network does.
  private static InputStream inPieces(String name, int size) {
    var whole = stream(name);
    return new InputStream() {
      @Override
      public int read() throws IOException {
        return whole.read();
      }

      @Override
      public int read(byte[] target, int offset, int length) throws IOException {
        return whole.read(target, offset, Math.min(length, size));
      }
    };
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 1000})
  void piecesOfAnySizeAreOneStream(int size) throws IOException {
    assertThat(events(new Frames(inPieces("watch.pb", size))))
        .isEqualTo(events(new Frames(stream("watch.pb"))));
    assertThat(ListPage.readProtobuf(inPieces("pods.pb", size), new PodReader(), new StringPool()))
        .extracting(ListPage::views)
        .isEqualTo(views("pods.json"));
  }

  @Test
  void manyEventsPassThroughOneBuffer() throws IOException {
    var one = file("watch.pb");
    var many = new byte[200 * one.length];
    for (var i = 0; i < 200; i++) {
      System.arraycopy(one, 0, many, i * one.length, one.length);
    }

    assertThat(events(new Frames(new ByteArrayInputStream(many)))).hasSize(800);
  }

  @Test
  void eventThatIsCutDoesNotCount() throws IOException {
    var whole = file("watch.pb");

    for (var length = whole.length - 1; length > whole.length - 120; length--) {
      var cut = new ByteArrayInputStream(whole, 0, length);
      assertThat(events(new Frames(cut)).size()).isLessThan(4);
    }
  }

  /// A list must never seem shorter than it is: what it lacks counts as deleted.
  @Test
  void listThatIsCutIsNoList() throws IOException {
    var bytes = file("nodes.pb");
    var nodes = views("nodes.pb");

    for (var length = 0; length < bytes.length; length++) {
      var cut = Arrays.copyOf(bytes, length);
      try {
        assertThat(nodes(cut)).as("the first %d bytes", length).isEqualTo(nodes);
        assertThat(length).isGreaterThan(bytes.length - 8);
      } catch (MalformedBytes _) {
        // As it should be.
      }
    }
  }

  private static List<View> nodes(byte[] bytes) throws IOException {
    var in = new ByteArrayInputStream(bytes);
    return List.copyOf(ListPage.readProtobuf(in, new NodeReader(), new StringPool()).views());
  }

  @Test
  void damagedBytesAreReadOrRefused() {
    var random = new Random(42);
    for (var name : List.of("pods", "claims", "revisions")) {
      var whole = file(name + ".pb");
      for (var i = 0; i < 2_000; i++) {
        var bytes = whole.clone();
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        try {
          var in = new ByteArrayInputStream(bytes);
          ListPage.readProtobuf(in, reader(name), new StringPool(64));
        } catch (MalformedBytes _) {
          // As good as an object.
        } catch (IOException | RuntimeException e) {
          throw new AssertionError(name + " with seed 42, number " + i, e);
        }
      }
    }
  }

  /// Memory grows with what arrives, not with what was announced.
  @ParameterizedTest
  @ValueSource(ints = {Integer.MAX_VALUE, -1, 64_000_001})
  void lengthThatNoObjectHasIsRefused(int length) {
    var head = ByteBuffer.allocate(4).putInt(length).array();
    var endless =
        new SequenceInputStream(new ByteArrayInputStream(head), InputStream.nullInputStream());

    assertThatThrownBy(() -> new Frames(endless).next())
        .isInstanceOf(MalformedBytes.class)
        .hasMessageContaining("bytes");
  }

  @Test
  void announcedLengthAllocatesNothing() throws IOException {
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    var head = ByteBuffer.allocate(4).putInt(60_000_000).array();
    var before = threads.getCurrentThreadAllocatedBytes();

    assertThat(new Frames(new ByteArrayInputStream(head)).next()).isFalse();
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(1_000_000);
  }

  @Test
  void objectOfAnotherKindIsRefused() {
    assertThatThrownBy(() -> document("Secret")).hasMessageContaining("kind Secret");
    assertThatThrownBy(
            () ->
                ListPage.readProtobuf(
                    new ByteArrayInputStream(file("missing.pb")),
                    new PodReader(),
                    new StringPool()))
        .hasMessageContaining("not a list, but the kind Status");
    assertThatThrownBy(
            () -> ListPage.readProtobuf(stream("pods.json"), new PodReader(), new StringPool()))
        .hasMessageContaining("first bytes of protobuf");
  }

  private static Fields document(String kind) throws IOException {
    var name = kind.getBytes(StandardCharsets.UTF_8);
    var bytes = ByteBuffer.allocate(8 + name.length);
    bytes.put("k8s\0".getBytes(StandardCharsets.UTF_8));
    bytes.put((byte) 0x0a).put((byte) (name.length + 2));
    bytes.put((byte) 0x12).put((byte) name.length).put(name);
    return WireFields.document(Slice.of(bytes.array()), new StringPool());
  }
}
