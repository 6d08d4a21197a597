package dev.ordinal.web;

import dev.ordinal.kube.http.Api;
import dev.ordinal.kube.http.Connection;
import dev.ordinal.local.http.HttpServer;
import dev.ordinal.web.guard.LinkToken;
import dev.ordinal.web.guard.OriginGate;
import dev.ordinal.web.guard.Sessions;
import dev.ordinal.web.live.LiveCluster;
import java.io.IOException;
import java.net.InetAddress;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/// A running dashboard.
public final class Dashboard implements AutoCloseable {
  private static final int MOST_CONNECTIONS = 256;

  /// Nothing that the page sends is larger, and bodies are read before it is known who sends them.
  private static final int LARGEST_BODY = 64 << 10;

  private static final int MOST_LINKED = 64;
  private static final int MOST_USERS = 16;

  private final HttpServer http;
  private final Runnable close;

  private Dashboard(HttpServer http, Runnable close) {
    this.http = http;
    this.close = close;
  }

  /// Opened by a link that works once; all who have one have the rights of the connection.
  ///
  /// @param show receives each link, the next one when one was used
  /// @throws IOException if the port cannot be used
  public static Dashboard byLink(Connection connection, Serving serving, Consumer<String> show)
      throws IOException {
    var live = new LiveCluster(connection.api(), serving.options().namespace(), serving.clock());
    var port = new AtomicInteger();
    var token = new LinkToken();
    Consumer<String> tell = next -> show.accept(link(serving, port.get(), next));
    var access = access(connection.api(), live);
    var signIn = new SignIn.ByLink(token, access, tell);
    var sessions = new Sessions<Access>(MOST_LINKED, cookie(serving.options()), _ -> {});
    try {
      var http = start(serving, sessions, signIn);
      port.set(http.port());
      tell.accept(token.current());
      return new Dashboard(http, live::close);
    } catch (IOException e) {
      live.close();
      throw e;
    }
  }

  private static Access access(Api api, LiveCluster live) {
    return new Access("", live, api, () -> {});
  }

  /// Each user signs in with a token of the cluster, and has its rights.
  ///
  /// @param connect opens a connection with a token
  public static Dashboard byToken(Serving serving, Function<String, Connection> connect)
      throws IOException {
    var sessions =
        new Sessions<Access>(MOST_USERS, cookie(serving.options()), access -> access.close().run());
    var signIn = new SignIn.ByToken(connect, serving.options().namespace(), serving.clock());
    return new Dashboard(start(serving, sessions, signIn), sessions::closeAll);
  }

  /// What both ways to sign in need.
  ///
  /// @param clock that of the cluster
  public record Serving(DashboardOptions options, String version, InstantSource clock) {}

  private static HttpServer start(Serving serving, Sessions<Access> sessions, SignIn signIn)
      throws IOException {
    var options = serving.options();
    var api = new PageApi(serving.version(), options.isReadOnly());
    var router = new AtomicReference<Router>();
    var http =
        HttpServer.start(
            options.address(),
            options.port(),
            new HttpServer.Limits(MOST_CONNECTIONS, LARGEST_BODY),
            request -> {
              var ready = router.get();
              return ready == null
                  ? Replies.error(503, "The dashboard is starting.")
                  : ready.answer(request);
            });
    router.set(
        new Router(
            OriginGate.of(http.port(), origins(options, http.port())), sessions, signIn, api));
    return http;
  }

  /// An address that the user has chosen to listen on is ours as well.
  private static List<String> origins(DashboardOptions options, int port) {
    return options.address().isAnyLocalAddress()
        ? options.origins()
        : Stream.concat(
                options.origins().stream(),
                Stream.of("http://%s:%d".formatted(host(options.address()), port)))
            .toList();
  }

  private static String host(InetAddress address) {
    var text = address.getHostAddress();
    return text.contains(":") ? "[" + text + "]" : text;
  }

  /// Cookies ignore the port: two dashboards on one machine need two names.
  private static String cookie(DashboardOptions options) {
    var own = options.port() == 0 ? ProcessHandle.current().pid() : options.port();
    return "ordinal-" + own;
  }

  private static String link(Serving serving, int port, String token) {
    var address = serving.options().address();
    var name = address.isAnyLocalAddress() ? "127.0.0.1" : host(address);
    return "http://%s:%d/?token=%s".formatted(name, port, token);
  }

  public int port() {
    return http.port();
  }

  /// How many browsers are connected.
  public int connections() {
    return http.connections();
  }

  @Override
  public void close() {
    http.close();
    close.run();
  }
}
