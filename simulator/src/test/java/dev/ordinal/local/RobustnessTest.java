package dev.ordinal.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ordinal.model.json.Json;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Requests that are malformed or too large. The messages are those of the real server.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RobustnessTest {
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";
  private final LocalCluster cluster = LocalCluster.start(LocalOptions.usual());
  private final LocalClient client = new LocalClient(cluster);

  @AfterAll
  void close() {
    client.close();
    cluster.close();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          half an object   | application/json | {"a":   | 400 | couldn't get version/kind; json parse error: unexpected end of JSON input
          no JSON          | application/json | hello   | 400 | json parse error: invalid character 'h' looking for beginning of value (68656c6c6f)
          a plain text     | text/plain       | {}      | 415 | the body of the request was in an unknown format - accepted media types include: application/json
          a strange kind   | application/json | {"apiVersion": "v1", "kind": "Foo"} | 400 | cannot be handled as a ConfigMap
          a path as a name | application/json | {"metadata": {"name": "../x"}} | 422 | Invalid value: "../x"
          nothing          | application/json | ''         | 400 | couldn't get version/kind; json parse error: unexpected end of JSON input (<empty>)
          a list           | application/json | []      | 400 | json parse error: json: cannot unmarshal array into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" } (5b5d)
          a word           | application/json | "x"     | 400 | json parse error: json: cannot unmarshal string into Go value of type
          less than a list | application/json | null    | 422 | name or generateName is required
          no protobuf      | application/vnd.kubernetes.protobuf | hello | 400 | does not appear to be a protobuf message
          broken YAML      | application/yaml | a: [     | 400 | error converting YAML to JSON
          """)
  void refusedInWords(String why, String media, String body, int code, String words) {
    var reply = client.post(MAPS, media, body);
    assertThat(reply.statusCode()).isEqualTo(code);
    assertThat(LocalClient.json(reply).text("kind")).isEqualTo("Status");
    assertThat(LocalClient.json(reply).text("message")).contains(words);
  }

  /// The real server's limit. A bracket in a text is no bracket.
  @Test
  void objectsInObjectsWithoutEndAreRefused() {
    var body = "{\"[[[[\":".repeat(10_001) + "1" + "}".repeat(10_001);
    var reply = client.post(MAPS, "application/json", body);
    assertThat(reply.statusCode()).isEqualTo(400);
    assertThat(LocalClient.json(reply).text("message"))
        .contains("json parse error: invalid character '{' exceeded max depth ({\"[[[[\":{");

    var less = "{\"[[[[\":".repeat(10_000) + "1" + "}".repeat(10_000);
    assertThat(client.post(MAPS, "application/json", less).statusCode()).isEqualTo(422);
  }

  /// kubectl sends native kinds as protobuf, of which we can read those that we serve.
  @ParameterizedTest
  @CsvSource({
    "/apis/apps/v1/namespaces/default/carousels",
    "/api/v1/namespaces/default/serviceaccounts/default/token",
  })
  void whatIsNotServedIsNotFoundInWhateverFormItComes(String path) {
    var reply = client.post(path, "application/vnd.kubernetes.protobuf", "hello");
    assertThat(reply.statusCode()).isEqualTo(404);
    assertThat(LocalClient.json(reply).text("message"))
        .isEqualTo("the server could not find the requested resource");
  }

  @Test
  void bodiesOfMoreThanThreeMebibytesAreTooLarge() {
    var body = new byte[(3 << 20) + 1];
    Arrays.fill(body, (byte) ' ');
    var reply = client.post(MAPS, "application/json", body);
    assertThat(reply.statusCode()).isEqualTo(413);
    assertThat(LocalClient.json(reply).text("message"))
        .isEqualTo("Request entity too large: limit is 3145728");
  }

  @ParameterizedTest
  @CsvSource({
    "/api/v1/namespaces/default/foos, 404",
    "/api/v1/namespaces/default/configmaps/..%2f..%2fsecrets, 404",
    "/api/v1/namespaces/default/configmaps/../../nodes, 404",
    "/apis/nothing.example/v1/foos, 404",
    "/nothing, 404",
    "/etc/passwd, 404",
    "/api/v1//nodes, 404",
    "/api/v1/pods?limit=abc, 400",
    "/api/v1/pods?watch=1&timeoutSeconds=abc, 400",
    "/healthz, 200",
  })
  void pathsThatLeadNowhere(String path, int code) throws IOException {
    assertThat(raw("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 " + code + " ");
  }

  @ParameterizedTest
  @CsvSource({"hello, 400", "GET / HTTP/9, 400", "POST /api HTTP/1.1, 405"})
  void whatIsNoHttpIsRefused(String line, int code) throws IOException {
    assertThat(raw(line + "\r\n\r\n")).startsWith("HTTP/1.1 " + code + " ");
  }

  @Test
  void headersWithoutEndAreCutOff() throws IOException {
    assertThat(raw("GET / HTTP/1.1\r\nA: " + "a".repeat(70_000))).startsWith("HTTP/1.1 431 ");
  }

  @Test
  void webPagesAreRefused() throws IOException {
    assertThat(raw("GET /api HTTP/1.1\r\nOrigin: http://example.com\r\n\r\n"))
        .startsWith("HTTP/1.1 403 ");
  }

  /// A page may point its own host name to loopback; its requests then carry that name.
  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, 200",
    "127.0.0.1:8001, 200",
    "localhost:8001, 200",
    "[::1]:8001, 200",
    "10.0.0.1, 200",
    "evil.example:8001, 403",
    "localhost.evil.example, 403",
    "127.0.0.1.evil.example, 403",
  })
  void onlyAddressesAreAnsweredTo(String host, int code) throws IOException {
    assertThat(raw("GET /healthz HTTP/1.1\r\nHost: " + host + "\r\n\r\n"))
        .startsWith("HTTP/1.1 " + code + " ");
  }

  @Test
  void anotherAddressIsListenedToOnlyWhenAskedFor() {
    try (var other = LocalCluster.start(LocalOptions.usual().listen("127.0.0.2"));
        var guest = new LocalClient(other)) {
      assertThat(other.address()).startsWith("http://127.0.0.2:");
      assertThat(guest.get("/version").text("major")).isEqualTo("1");
    }
    assertThatThrownBy(() -> LocalCluster.start(LocalOptions.usual().listen("no such place")))
        .hasMessage("--listen needs an address of this machine, which no such place is not.");
  }

  @Test
  void itListensOnLoopbackOnly() {
    assertThat(cluster.address()).startsWith("http://127.0.0.1:");
    assertThat(cluster.listensOn().isLoopbackAddress()).isTrue();
  }

  @Test
  void unsupportedMediaTypesAreRefused() {
    var reply = client.send(client.request(MAPS).header("Accept", "text/html").GET());
    assertThat(reply.statusCode()).isEqualTo(406);
    var protobuf = "application/vnd.kubernetes.protobuf";
    var spoken = client.send(client.request(MAPS).header("Accept", protobuf).GET());
    assertThat(LocalClient.json(spoken).find("kind")).contains(Json.of("ConfigMapList"));
  }

  /// A watch of a quiet kind writes nothing, so only a read shows that its client disconnected.
  @Test
  void tenThousandDroppedWatchesLeaveNothingBehind() throws IOException {
    try (var quiet = LocalCluster.start(LocalOptions.usual())) {
      openAndDrop(quiet);
      awaitThat(() -> quiet.connections() == 0);
      var before = usedMemory();
      var threads = ManagementFactory.getThreadMXBean().getThreadCount();
      for (var round = 0; round < 20; round++) {
        openAndDrop(quiet);
      }
      awaitThat(() -> quiet.connections() == 0 && quiet.watches() == 0);

      assertThat(usedMemory() - before).isLessThan(16L << 20);
      // Other tests run beside this one, with threads of their own: some, and not thousands.
      assertThat(ManagementFactory.getThreadMXBean().getThreadCount()).isLessThan(threads + 100);
    }
  }

  private static void openAndDrop(LocalCluster quiet) throws IOException {
    var sockets = new ArrayList<Socket>();
    try {
      for (var i = 0; i < 500; i++) {
        var socket = connect(quiet);
        sockets.add(socket);
        write(
            socket,
            "GET /apis/policy/v1/poddisruptionbudgets?watch=1 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
      }
      for (var socket : sockets) {
        assertThat(new String(socket.getInputStream().readNBytes(12), StandardCharsets.UTF_8))
            .isEqualTo("HTTP/1.1 200");
      }
      assertThat(quiet.watches()).isGreaterThanOrEqualTo(500);
    } finally {
      for (var socket : sockets) {
        socket.close();
      }
    }
  }

  private static void awaitThat(BooleanSupplier condition) {
    var end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("not in time");
      }
      Thread.onSpinWait();
    }
  }

  private static long usedMemory() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private static Socket connect(LocalCluster cluster) throws IOException {
    var port = Integer.parseInt(cluster.address().replaceAll(".*:", ""));
    return new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
  }

  private static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
  }

  private String raw(String request) throws IOException {
    try (var socket = connect(cluster)) {
      write(socket, request);
      return new String(socket.getInputStream().readNBytes(64), StandardCharsets.UTF_8);
    }
  }
}
