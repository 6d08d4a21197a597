package dev.ordinal.kube.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ordinal.kube.ScriptedServer;
import dev.ordinal.kube.http.Api.Request;
import dev.ordinal.kube.http.Api.Unreachable;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectionTest {
  private final ScriptedServer server = new ScriptedServer();
  private final Connection connection =
      Connection.withoutCredentials(server.url(), Duration.ofSeconds(20));

  @AfterEach
  void stop() {
    connection.close();
    server.close();
  }

  private static <T> FutureTask<T> aside(Callable<T> work) {
    var task = new FutureTask<>(work);
    Thread.startVirtualThread(task);
    return task;
  }

  @Test
  void patchCarriesItsTypeAndBodyAndTheReplyItsAdvice()
      throws InterruptedException, ExecutionException {
    var reply =
        aside(
            () -> connection.api().send(Request.mergePatch("/x?fieldManager=o", "{\"a\":\"é\"}")));
    var call = server.next();
    call.withHeader("Retry-After", "7").reply(429, "später");

    assertThat(call.method()).isEqualTo("PATCH");
    assertThat(call.query("fieldManager")).isEqualTo("o");
    assertThat(call.header("Content-Type")).startsWith("application/merge-patch+json");
    assertThat(call.header("User-Agent")).isEqualTo("ordinal/test");
    assertThat(call.body()).isEqualTo("{\"a\":\"é\"}");
    assertThat(reply.get().code()).isEqualTo(429);
    assertThat(reply.get().text()).isEqualTo("später");
    assertThat(reply.get().retryAfter()).contains(Duration.ofSeconds(7));
  }

  @Test
  void deleteCarriesItsOptions() throws InterruptedException, ExecutionException {
    var reply = aside(() -> connection.api().send(Request.delete("/x", "{\"p\":1}")));
    var call = server.next();
    call.reply(200, "");

    assertThat(call.method()).isEqualTo("DELETE");
    assertThat(call.body()).isEqualTo("{\"p\":1}");
    assertThat(reply.get().isSuccess()).isTrue();
    assertThat(reply.get().body()).isEmpty();
  }

  @Test
  void serverErrorIsAReplyAndIsNotTriedAgain() throws InterruptedException, ExecutionException {
    var first = aside(() -> connection.api().send(Request.post("/first", "{}")));
    server.next().reply(503, "");
    assertThat(first.get().code()).isEqualTo(503);
    var second = aside(() -> connection.api().send(Request.post("/second", "{}")));

    var call = server.next();
    assertThat(call.path()).isEqualTo("/second");
    call.reply(201, "");
    assertThat(second.get().code()).isEqualTo(201);
  }

  @Test
  void refusedConnectionCertainlyDidNothing() throws IOException {
    int port;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    try (var nobody =
        Connection.withoutCredentials("http://127.0.0.1:" + port, Duration.ofSeconds(20))) {
      var failure =
          catchThrowableOfType(
              Unreachable.class, () -> nobody.api().send(Request.post("/x", "{}")));

      assertThat(failure)
          .hasMessage(
              "The API server at http://127.0.0.1:%d refused the connection: is it running?"
                  .formatted(port));
      assertThat(failure.isOutcomeKnown()).isTrue();
    }
  }

  @Test
  void connectionThatDropsLeavesTheOutcomeOpen() {
    var sent =
        aside(
            () ->
                catchThrowableOfType(
                    Unreachable.class, () -> connection.api().send(Request.post("/x", "{}"))));
    server.next().breakOff();

    assertThat(sent)
        .succeedsWithin(Duration.ofSeconds(20))
        .satisfies(failure -> assertThat(failure.isOutcomeKnown()).isFalse());
  }

  /// Sends one of the texts on each connection, and closes it.
  private static ServerSocket hangUpAfter(String... texts) throws IOException {
    var socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    var _ =
        aside(
            () -> {
              for (var text : texts) {
                try (var caller = socket.accept()) {
                  caller.getInputStream().read(new byte[8192]);
                  caller.getOutputStream().write(text.getBytes(UTF_8));
                }
              }
              return texts.length;
            });
    return socket;
  }

  /// One reader that is hung up on must not take down those that share its connection.
  @Test
  void readThatIsHungUpOnIsAskedForAgain() throws IOException, Unreachable {
    try (var socket =
            hangUpAfter(
                "HTTP/1.1 ", "HTTP/1.1 ", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nthere");
        var cut = connectionTo(socket);
        var stream = cut.api().open(Request.get("/x"), Duration.ofSeconds(20))) {
      assertThat(stream.body()).hasContent("there");
    }
  }

  @Test
  void readThatIsHungUpOnForTheThirdTimeIsTrouble() throws IOException {
    try (var socket = hangUpAfter("HTTP/1.1 ", "HTTP/1.1 ", "HTTP/1.1 ");
        var cut = connectionTo(socket)) {
      assertThatThrownBy(() -> cut.api().open(Request.get("/x"), Duration.ofSeconds(20)))
          .isInstanceOf(Unreachable.class)
          .hasMessageContaining(" broke off: ");
    }
  }

  private static Connection connectionTo(ServerSocket socket) {
    return Connection.withoutCredentials(
        "http://127.0.0.1:" + socket.getLocalPort(), Duration.ofSeconds(20));
  }

  @Test
  void slowReplyLeavesTheOutcomeOpen() {
    try (var hasty = Connection.withoutCredentials(server.url(), Duration.ofMillis(200))) {
      var failure =
          catchThrowableOfType(Unreachable.class, () -> hasty.api().send(Request.post("/x", "{}")));

      assertThat(failure)
          .hasMessage("The API server at " + server.url() + " did not reply in time.");
      assertThat(failure.isOutcomeKnown()).isFalse();
    }
  }

  @Test
  void streamIsReadWhileItArrivesAndSilenceEndsIt() throws InterruptedException {
    var opened = aside(() -> connection.api().open(Request.get("/stream"), Duration.ofSeconds(1)));
    server.next().open().send("abc");

    assertThat(opened)
        .succeedsWithin(Duration.ofSeconds(20))
        .satisfies(
            stream -> {
              assertThat(new String(stream.body().readNBytes(3), UTF_8)).isEqualTo("abc");
              assertThatThrownBy(() -> stream.body().read())
                  .isInstanceOf(SocketTimeoutException.class);
              stream.close();
            });
  }

  @Test
  void unansweredRequestReplacesTheConnection() {
    var opened = new AtomicInteger();
    var factory = new JdkHttpClientFactory();
    var api =
        new HttpApi(
            new Api.Peer(server.url(), "nowhere"),
            Duration.ofMillis(200),
            () -> {
              opened.incrementAndGet();
              return factory.newBuilder(Config.empty()).build();
            });

    assertThatThrownBy(() -> api.send(Request.get("/lost"))).isInstanceOf(Unreachable.class);
    assertThatThrownBy(() -> api.open(Request.get("/lost"), Duration.ofSeconds(1)))
        .isInstanceOf(Unreachable.class);
    api.close();

    assertThat(opened).hasValue(3);
  }

  private static Path kubeconfig(Path folder) throws IOException {
    return Files.writeString(
        folder.resolve("config"),
        """
        apiVersion: v1
        kind: Config
        current-context: one
        clusters:
        - {name: c1, cluster: {server: "https://one.example:6443"}}
        - {name: c2, cluster: {server: "https://two.example:6443"}}
        users:
        - {name: u, user: {token: "t"}}
        contexts:
        - {name: one, context: {cluster: c1, user: u, namespace: shop}}
        - {name: two, context: {cluster: c2, user: u}}
        """);
  }

  @Test
  void kubeconfigContextAndNamespaceAreFollowed(@TempDir Path folder) throws IOException {
    var file = kubeconfig(folder);
    var usual = new Connection.Options(Optional.of(file), Optional.empty(), Optional.empty());
    var chosen = new Connection.Options(Optional.of(file), Optional.of("two"), Optional.of("blue"));

    try (var one = Connection.open(usual, "1");
        var two = Connection.open(chosen, "1")) {
      assertThat(one.api().peer())
          .isEqualTo(new Api.Peer("https://one.example:6443", file.toString()));
      assertThat(one.namespace()).isEqualTo("shop");
      assertThat(two.api().peer().server()).isEqualTo("https://two.example:6443");
      assertThat(two.namespace()).isEqualTo("blue");
    }
  }

  @Test
  void wrongOptionsAreExplainedInASentence(@TempDir Path folder) throws IOException {
    var file = kubeconfig(folder);
    var absent = folder.resolve("absent");

    assertThatThrownBy(
            () ->
                Connection.open(
                    new Connection.Options(Optional.of(file), Optional.of("x"), Optional.empty()),
                    "1"))
        .hasMessage(
            "There is no context x in the kubeconfig: `kubectl config get-contexts` lists those"
                + " there are.");
    assertThatThrownBy(
            () ->
                Connection.open(
                    new Connection.Options(Optional.of(absent), Optional.empty(), Optional.empty()),
                    "1"))
        .hasMessage(
            "The kubeconfig %s cannot be read: check the path given with --kubeconfig."
                .formatted(absent));
  }
}
