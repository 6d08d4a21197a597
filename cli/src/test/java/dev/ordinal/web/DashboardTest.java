package dev.ordinal.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.kube.http.Connection;
import dev.ordinal.local.LocalCluster;
import dev.ordinal.local.LocalOptions;
import dev.ordinal.local.http.HttpReply;
import dev.ordinal.local.http.HttpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// The dashboard's server, spoken to in bytes, because no client would send what an attacker does.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DashboardTest {
  private static final String SETS = "/apis/apps.kruise.io/v1beta1/namespaces/default/statefulsets";
  private static final String SET =
      """
      {"apiVersion":"apps.kruise.io/v1beta1","kind":"StatefulSet","metadata":{"name":"web",
       "labels":{"team":"%s"}},"spec":{"replicas":2,"serviceName":"web",
       "selector":{"matchLabels":{"app":"web"}},"template":{"metadata":{"labels":{"app":"web"}},
        "spec":{"containers":[{"name":"app","image":"registry.example/web:1"}]}}}}
      """
          .formatted("core");

  private final BlockingQueue<String> links = new LinkedBlockingQueue<>();
  private LocalCluster cluster;
  private Connection connection;
  private Dashboard dashboard;

  @BeforeAll
  void start() throws Exception {
    cluster = LocalCluster.start(LocalOptions.usual());
    connection = connect(cluster);
    dashboard = Dashboard.byLink(connection, serving(DashboardOptions.usual()), links::add);
    send(clusterPort(), post(SETS, SET, ""));
  }

  @AfterAll
  void stop() {
    dashboard.close();
    connection.close();
    cluster.close();
  }

  private static Connection connect(LocalCluster cluster) {
    return Connection.withoutCredentials(cluster.address(), Duration.ofSeconds(30));
  }

  private static Dashboard.Serving serving(DashboardOptions options) {
    return new Dashboard.Serving(options, "test", InstantSource.system());
  }

  private int clusterPort() {
    return Integer.parseInt(cluster.address().replaceFirst(".*:", ""));
  }

  private static String get(String path, String more) {
    return "GET %s HTTP/1.1\r\nHost: HOST\r\n%sConnection: close\r\n\r\n".formatted(path, more);
  }

  private static String post(String path, String body, String more) {
    return """
    POST %s HTTP/1.1\r
    Host: HOST\r
    Content-Type: application/json\r
    Content-Length: %d\r
    %sConnection: close\r
    \r
    %s\
    """
        .formatted(path, body.getBytes(StandardCharsets.UTF_8).length, more, body);
  }

  private static String send(int port, String request) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      var text = request.replace("HOST", "127.0.0.1:" + port);
      socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private String send(String request) throws IOException {
    return send(dashboard.port(), request);
  }

  private static int code(String reply) {
    return Integer.parseInt(reply.split(" ")[1]);
  }

  private static String cookie(String reply) {
    var found = Pattern.compile("Set-Cookie: ([^;]+)").matcher(reply);
    assertThat(found.find()).as(reply).isTrue();
    return "Cookie: " + found.group(1) + "\r\n";
  }

  /// Opens the next link; returns the line with the cookie.
  private String signIn() throws Exception {
    var link = Objects.requireNonNull(links.poll(10, TimeUnit.SECONDS), "a next link");
    return cookie(send(get("/" + link.replaceFirst("^.*/", ""), "")));
  }

  /// A client that has not signed in could fill the memory with bodies that are read for nothing.
  @Test
  void largeBodyIsNotRead() throws Exception {
    var large = "x".repeat(100_000);
    assertThat(code(send(post("/api/sign-in", large, origin())))).isEqualTo(413);
    assertThat(code(send(post("/api/sign-in", "x".repeat(20_000), origin())))).isNotEqualTo(413);
  }

  private String origin() {
    return "Origin: http://127.0.0.1:" + dashboard.port() + "\r\n";
  }

  @Test
  void withoutASessionOnlyTheFilesAreServed() throws Exception {
    assertThat(code(send(get("/", "")))).isEqualTo(200);
    assertThat(code(send(get("/app.js", "")))).isEqualTo(200);
    for (var path : new String[] {"session", "sets", "set/default/web/live", "fault/slow"}) {
      assertThat(send(get("/api/" + path, "")))
          .as(path)
          .startsWith("HTTP/1.1 401")
          .contains("\"signIn\":\"link\"");
    }
    assertThat(code(send(post("/api/set/default/web/change", "{}", origin())))).isEqualTo(401);
  }

  @Test
  void linkOpensOneSessionAndTheNextOneIsShown() throws Exception {
    var link = "/" + links.take().replaceFirst("^.*/", "");
    var first = send(get(link, ""));
    assertThat(first).startsWith("HTTP/1.1 303").contains("Location: /\r\n").contains("HttpOnly");
    assertThat(send(get(link, ""))).contains("Location: /#/link-used").doesNotContain("Set-Cookie");
    assertThat(send(get("/api/session", cookie(first)))).contains("\"readOnly\":false");
    assertThat(links.peek()).contains("?token=").doesNotContain(link);
  }

  @Test
  void everyReplyTellsTheBrowserWhatThePageMayDo() throws Exception {
    for (var path : new String[] {"/", "/app.js", "/api/session", "/absent"}) {
      assertThat(send(get(path, "")))
          .as(path)
          .contains("default-src 'none'")
          .contains("script-src 'self'")
          .contains("frame-ancestors 'none'")
          .doesNotContain("unsafe-inline")
          .contains("X-Content-Type-Options: nosniff")
          .contains("Referrer-Policy: no-referrer");
    }
  }

  @Test
  void filesOutsideThePageAreNotServed() throws Exception {
    for (var path : new String[] {"/../logback.xml", "/%2e%2e/x", "//etc/passwd", "/app.js/"}) {
      assertThat(code(send(get(path, "")))).as(path).isEqualTo(404);
    }
  }

  @Test
  void otherNamesAndOtherSitesAreRefused() throws Exception {
    var cookie = signIn();
    var rebound = get("/api/session", cookie).replace("HOST", "evil.example");
    assertThat(code(send(rebound))).isEqualTo(403);
    var foreign =
        post("/api/set/default/web/change", "{}", cookie + "Origin: http://evil.example\r\n");
    assertThat(code(send(foreign))).isEqualTo(403);
    assertThat(code(send(post("/api/set/default/web/change", "{}", cookie)))).isEqualTo(403);
  }

  @Test
  void changeIsPreviewedAndThenDone() throws Exception {
    var cookie = signIn() + origin();
    awaitSet(cookie);
    var body = "{\"generation\":1,\"change\":{\"verb\":\"scale\",\"replicas\":5}}";
    assertThat(send(post("/api/set/default/web/preview", body, cookie)))
        .contains("{\"after\":\"5\",\"before\":\"2\",\"path\":\"spec.replicas\"}");
    assertThat(send(clusterPort(), get(SETS + "/web", ""))).contains("\"replicas\":2");
    assertThat(send(post("/api/set/default/web/change", body, cookie))).contains("Scales to 5");
    assertThat(send(clusterPort(), get(SETS + "/web", ""))).contains("\"replicas\":5");
    // The set is another one by now than the user has seen.
    assertThat(code(send(post("/api/set/default/web/change", body, cookie)))).isEqualTo(409);
  }

  /// No controller runs here: the set has no pods yet, and the planner would create them.
  @Test
  void changeIsPlayedForwardAndNotDone() throws Exception {
    var cookie = signIn() + origin();
    var found = Pattern.compile("\"generation\":(\\d+)").matcher(awaitSet(cookie));
    assertThat(found.find()).isTrue();
    var body =
        "{\"generation\":%s,\"change\":{\"verb\":\"scale\",\"replicas\":3}}"
            .formatted(found.group(1));
    assertThat(send(post("/api/set/default/web/forecast", body, cookie)))
        .startsWith("HTTP/1.1 200")
        .contains("\"kind\":\"create\",\"pods\":[\"web-2\"]")
        .contains("\"created\":3");
    assertThat(send(clusterPort(), get(SETS + "/web", ""))).doesNotContain("\"replicas\":3");
    var many = body.replace(":3}", ":999999}");
    assertThat(send(post("/api/set/default/web/forecast", many, cookie)))
        .startsWith("HTTP/1.1 422")
        .contains("more than 12000 pods");
    var other = body.replaceFirst("\\d+", "77");
    assertThat(code(send(post("/api/set/default/web/forecast", other, cookie)))).isEqualTo(409);
  }

  /// Reads the stream of the set until it brings everything.
  private String awaitSet(String cookie) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), dashboard.port())) {
      var request = get("/api/set/default/web/live", cookie);
      socket
          .getOutputStream()
          .write(
              request
                  .replace("HOST", "127.0.0.1:" + dashboard.port())
                  .getBytes(StandardCharsets.UTF_8));
      var lines =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("data: ") && line.contains("\"cells\"")) {
          return line;
        }
      }
      throw new AssertionError("the stream has ended");
    }
  }

  @Test
  void streamBeginsWithEverythingAndEndsWithTheViewer() throws Exception {
    var cookie = signIn();
    assertThat(awaitSet(cookie)).contains("\"name\":\"web\"").contains("\"p\":\"web-1\"");
    assertThat(awaitSet(cookie)).contains("\"p\":\"web-0\"");
  }

  @Test
  void readOnlyDashboardRefusesChanges() throws Exception {
    var others = new LinkedBlockingQueue<String>();
    try (var other =
        Dashboard.byLink(connection, serving(DashboardOptions.usual().readOnly()), others::add)) {
      var cookie =
          cookie(send(other.port(), get("/" + others.take().replaceFirst("^.*/", ""), "")));
      var from = cookie + "Origin: http://127.0.0.1:" + other.port() + "\r\n";
      for (var path :
          new String[] {
            "set/default/web/change",
            "set/default/web/preview",
            "set/default/web/forecast",
            "fault/slow"
          }) {
        assertThat(code(send(other.port(), post("/api/" + path, "{}", from))))
            .as(path)
            .isEqualTo(403);
      }
      assertThat(send(other.port(), get("/api/session", cookie))).contains("\"readOnly\":true");
    }
  }

  /// Stands for a cluster that knows one token, of a user who may only read.
  private static HttpReply.Handler withUsers(HttpReply.Handler server) {
    return request -> {
      if (!request.header("authorization").equals("Bearer good")) {
        return HttpReply.text(401, "{\"message\":\"Unauthorized\"}");
      }
      if (request.path().endsWith("selfsubjectreviews")) {
        return HttpReply.text(201, "{\"status\":{\"userInfo\":{\"username\":\"ann\"}}}");
      }
      return request.method().equals("PATCH")
          ? HttpReply.text(403, "{\"message\":\"ann cannot patch statefulsets\"}")
          : server.answer(request);
    };
  }

  @Test
  void usersHaveTheRightsOfTheirOwnTokens() throws Exception {
    try (var guarded = LocalCluster.start(LocalOptions.usual(), DashboardTest::withUsers);
        var base = connect(guarded);
        var other = Dashboard.byToken(serving(DashboardOptions.usual()), base::withToken)) {
      var port = Integer.parseInt(guarded.address().replaceFirst(".*:", ""));
      send(port, post(SETS, SET, "Authorization: Bearer good\r\n"));
      var from = "Origin: http://127.0.0.1:" + other.port() + "\r\n";
      assertThat(code(send(other.port(), post("/api/sign-in", "{\"token\":\"bad\"}", from))))
          .isEqualTo(401);
      var signedIn = send(other.port(), post("/api/sign-in", "{\"token\":\"good\"}", from));
      var cookie = cookie(signedIn) + from;
      assertThat(signedIn).doesNotContain("good");
      assertThat(send(other.port(), get("/api/session", cookie))).contains("\"user\":\"ann\"");
      var body = "{\"generation\":1,\"change\":{\"verb\":\"scale\",\"replicas\":5}}";
      var refused = refusedOnceRead(other.port(), body, cookie);
      assertThat(refused).startsWith("HTTP/1.1 403").contains("ann cannot patch statefulsets");
      send(other.port(), post("/api/sign-out", "{}", cookie));
      assertThat(code(send(other.port(), get("/api/session", cookie)))).isEqualTo(401);
    }
  }

  /// Until the cluster has been read, there is no such set.
  private static String refusedOnceRead(int port, String body, String cookie) throws IOException {
    var reply = "";
    do {
      reply = send(port, post("/api/set/default/web/preview", body, cookie));
    } while (code(reply) == 404);
    return reply;
  }

  @Test
  void noMoreConnectionsThanAllowed() throws Exception {
    try (var server =
        HttpServer.start(
            InetAddress.getLoopbackAddress(),
            0,
            new HttpServer.Limits(1, 1024),
            _ -> HttpReply.text(200, "hello"))) {
      try (var first = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
        first.getOutputStream().write(get("/", "").getBytes(StandardCharsets.UTF_8), 0, 4);
        awaitConnections(server);
        try (var second = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
          assertThat(second.getInputStream().read()).isEqualTo(-1);
        }
      }
    }
  }

  private static void awaitConnections(HttpServer server) {
    while (server.connections() < 1) {
      Thread.onSpinWait();
    }
  }
}
