package dev.ordinal.kube.watch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.codec.Decoder;
import dev.ordinal.codec.PodReader;
import dev.ordinal.kube.ScriptedServer;
import dev.ordinal.kube.http.Connection;
import dev.ordinal.model.PodView;
import dev.ordinal.run.Feed;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The server decides the form of each response, and its media type tells it.
class ReflectorProtobufTest {
  private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";

  private final ScriptedServer server = new ScriptedServer();
  private final Connection connection =
      Connection.withoutCredentials(server.url(), Duration.ofSeconds(20));
  private final BlockingQueue<String> log = new LinkedBlockingQueue<>();

  private Reflector<PodView> start(Decoder<PodView> decoder) {
    var settings =
        new Reflector.Settings(
            Duration.ofMinutes(1),
            Duration.ofMillis(1),
            Duration.ofMillis(4),
            InstantSource.system(),
            new Random(1),
            new LoggingListener());
    var feed = new FilteredFeed<PodView>(_ -> true, new LoggingFeed(), () -> {});
    var source = new ListWatch<>(connection.api(), "/api/v1/pods", decoder);
    var reflector = new Reflector<>(source, feed, settings);
    reflector.start();
    return reflector;
  }

  private final class LoggingListener implements Reflector.Listener {
    @Override
    public void failed(String reader, ReadFault fault) {
      log.add(fault.kind() + ": " + fault.sentence());
    }

    @Override
    public void recovered(String reader) {}
  }

  private final class LoggingFeed implements Feed<PodView> {
    private volatile boolean isListed;

    @Override
    public void listed(List<PodView> views, long version) {
      log.add("listed " + views.stream().map(PodView::name).toList() + " @" + version);
      isListed = true;
    }

    @Override
    public void restored(List<PodView> views, long version) {}

    @Override
    public boolean isListed() {
      return isListed;
    }

    @Override
    public void changed(PodView view) {
      log.add("changed " + view.name() + " " + view.meta().label("app"));
    }

    @Override
    public void deleted(PodView view) {
      log.add("deleted " + view.name());
    }

    @Override
    public void reached(long version) {
      log.add("reached " + version);
    }
  }

  @AfterEach
  void stop() {
    connection.close();
    server.close();
  }

  private String logged() throws InterruptedException {
    return String.valueOf(log.poll(20, TimeUnit.SECONDS));
  }

  private static byte[] joined(byte[]... parts) {
    var all = new ByteArrayOutputStream();
    for (var part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  /// A field whose content is shorter than 128 times 128 bytes.
  private static byte[] field(int number, byte[]... content) {
    var bytes = joined(content);
    var head =
        new byte[] {
          (byte) (number << 3 | 2), (byte) (bytes.length | 0x80), (byte) (bytes.length >> 7)
        };
    return joined(head, bytes);
  }

  private static byte[] text(int number, String text) {
    return field(number, text.getBytes(UTF_8));
  }

  private static byte[] pod(String name, long version, String app) {
    return field(
        1,
        text(1, name),
        text(6, Long.toString(version)),
        field(11, text(1, "app"), text(2, app)),
        field(11, text(1, "zone"), text(2, "a")));
  }

  private static byte[] object(String kind, byte[]... content) {
    return joined(
        "k8s\0".getBytes(UTF_8), field(1, text(1, "v1"), text(2, kind)), field(2, content));
  }

  private static byte[] event(String type, byte[] object) {
    var event = joined(text(1, type), field(2, field(1, object)));
    return joined(ByteBuffer.allocate(4).putInt(event.length).array(), event);
  }

  private ScriptedServer.Call next() {
    return server.next().withHeader("Content-Type", PROTOBUF);
  }

  private ScriptedServer.Call watchFrom(long version, byte[]... pods) throws InterruptedException {
    var metadata = field(1, text(2, Long.toString(version)));
    next().open().send(object("PodList", metadata, joined(pods))).end();
    assertThat(logged()).startsWith("listed ").endsWith("@" + version);
    return server.next().withHeader("Content-Type", PROTOBUF + ";stream=watch").open();
  }

  @Test
  void listAndEventsAreReadInTheFormThatTheServerSends() throws InterruptedException {
    try (var _ = start(new PodReader())) {
      var list = server.next();
      assertThat(list.header("Accept")).isEqualTo(PROTOBUF + ",application/json");
      list.withHeader("Content-Type", "application/json")
          .reply(200, "{\"metadata\":{\"resourceVersion\":\"7\"},\"items\":[]}");
      assertThat(logged()).isEqualTo("listed [] @7");
      var watch = server.next();
      assertThat(watch.header("Accept")).isEqualTo(PROTOBUF + ",application/json");
      watch
          .withHeader("Content-Type", PROTOBUF + ";stream=watch")
          .open()
          .send(event("ADDED", object("Pod", pod("web-0", 8, "café"))))
          .send(event("DELETED", object("Pod", pod("web-0", 9, "café"))))
          .send(event("BOOKMARK", object("Pod", pod("", 12, ""))))
          .end();

      assertThat(logged()).isEqualTo("changed web-0 café");
      assertThat(logged()).isEqualTo("deleted web-0");
      assertThat(logged()).isEqualTo("reached 12");
      assertThat(server.next().query("resourceVersion")).isEqualTo("12");
    }
  }

  @Test
  void listInProtobufIsFollowedFromItsVersion() throws InterruptedException {
    try (var _ = start(new PodReader())) {
      var page =
          object(
              "PodList",
              field(1, text(2, "10"), text(3, "a/b=")),
              field(2, pod("web-0", 3, "shop")));
      next().open().send(page).end();
      var second = next();
      assertThat(second.query("continue")).isEqualTo("a%2Fb%3D");
      second
          .open()
          .send(object("PodList", field(1, text(2, "10")), field(2, pod("web-1", 4, "shop"))))
          .end();

      assertThat(logged()).isEqualTo("listed [web-0, web-1] @10");
      assertThat(server.next().query("resourceVersion")).isEqualTo("10");
    }
  }

  @Test
  void errorInsideTheStreamIsListedAgain() throws InterruptedException {
    try (var _ = start(new PodReader())) {
      var code = new byte[] {6 << 3, (byte) (410 | 0x80), 410 >> 7};
      watchFrom(10).send(event("ERROR", object("Status", text(3, "too old"), code)));

      assertThat(server.next().query("limit")).isEqualTo("500");
      assertThat(log).isEmpty();
    }
  }

  @Test
  void refusalIsQuoted() throws InterruptedException {
    try (var _ = start(new PodReader())) {
      var status = object("Status", text(3, "User \"ordinal\" cannot list pods"));
      next().open(403).send(status).end();

      assertThat(logged()).startsWith("FORBIDDEN: ").contains("ordinal");
    }
  }

  @Test
  void bytesThatAreNoObjectAreTroubleAndListedAgain() throws InterruptedException {
    try (var _ = start(new PodReader())) {
      watchFrom(10).send(event("ADDED", "<html>".getBytes(UTF_8)));

      assertThat(logged()).startsWith("UNREADABLE: What " + server.url() + " sent for pods could");
      assertThat(server.next().query("limit")).isEqualTo("500");
    }
  }

  /// The server has no other form of custom resources.
  @Test
  void kindsThatAreReadAsTreesAreAskedForInJson() {
    Decoder<PodView> trees =
        Decoder.ofTree(
            _ -> {
              throw new AssertionError("nothing was sent");
            });
    try (var _ = start(trees)) {
      assertThat(server.next().header("Accept")).isEqualTo("application/json");
    }
  }
}
