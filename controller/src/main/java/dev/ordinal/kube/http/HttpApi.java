package dev.ordinal.kube.http;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;

/// Requests over fabric8's HTTP layer, which handles authentication.
final class HttpApi implements Api {
  private static final int READ_TRIES = 3;

  private final Peer peer;
  private final Duration timeout;
  private final Supplier<HttpClient> opener;
  private volatile HttpClient client;

  HttpApi(Peer peer, Duration timeout, Supplier<HttpClient> opener) {
    this.peer = peer;
    this.timeout = timeout;
    this.opener = opener;
    this.client = opener.get();
  }

  @Override
  public Response send(Request request) throws Unreachable {
    var current = client;
    var reply = await(current.sendAsync(timed(request, current), byte[].class), current);
    var body = reply.body();
    return new Response(reply.code(), body == null ? new byte[0] : body, retryAfter(reply));
  }

  /// Reads can be repeated safely. A server that closes a connection fails all requests on it:
  /// kube-apiserver does so after a 401.
  @Override
  public Stream open(Request request, Duration idleTimeout) throws Unreachable {
    for (var tries = 1; ; tries++) {
      try {
        return opened(request, idleTimeout);
      } catch (Unreachable e) {
        if (tries == READ_TRIES || !isHungUp(e)) {
          throw e;
        }
      }
    }
  }

  private static boolean isHungUp(Unreachable failure) {
    return !failure.isOutcomeKnown()
        && failure.getCause() instanceof IOException cause
        && !isTimeout(cause);
  }

  private Stream opened(Request request, Duration idleTimeout) throws Unreachable {
    var current = client;
    var body = new PushedBody(idleTimeout);
    HttpResponse<AsyncBody> reply =
        await(current.consumeBytes(streamed(request, current), body), current);
    body.start(reply.body());
    return new Stream(reply.code(), mediaType(reply), retryAfter(reply), body);
  }

  @Override
  public Peer peer() {
    return peer;
  }

  void close() {
    client.close();
  }

  private HttpRequest timed(Request request, HttpClient current) {
    return builder(request, current).timeout(timeout.toMillis(), TimeUnit.MILLISECONDS).build();
  }

  /// Without the client's own time limit, which newer JDKs apply to the body as well.
  private HttpRequest streamed(Request request, HttpClient current) {
    return builder(request, current).forStreaming().build();
  }

  private HttpRequest.Builder builder(Request request, HttpClient current) {
    var builder =
        current
            .newHttpRequestBuilder()
            .uri(peer.server() + request.path())
            .header("Accept", request.accept());
    if (!request.method().equals("GET")) {
      builder.method(request.method(), request.contentType(), request.body());
    }
    return builder;
  }

  private <T> T await(CompletableFuture<T> reply, HttpClient current) throws Unreachable {
    try {
      return reply.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      var cause = e.getCause() == null ? e : e.getCause();
      if (isTimeout(cause)) {
        renew(current);
      }
      throw unreachable(peer.server(), cause);
    } catch (TimeoutException e) {
      reply.cancel(true);
      renew(current);
      throw unreachable(peer.server(), e);
    } catch (InterruptedException e) {
      reply.cancel(true);
      Thread.currentThread().interrupt();
      throw new Unreachable("The request to " + peer.server() + " was given up.", false, e);
    }
  }

  /// The client wraps the cause, one or more times.
  private static boolean isTimeout(Throwable thrown) {
    for (var cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof HttpTimeoutException || cause instanceof TimeoutException) {
        return true;
      }
    }
    return false;
  }

  /// A dead connection stays in the client's pool, and with HTTP/2 every further request would use
  /// it. So a timeout leads to a new client with a new connection; requests under way keep the old
  /// one.
  private synchronized void renew(HttpClient suspect) {
    if (client.equals(suspect) && !suspect.isClosed()) {
      client = opener.get();
    }
  }

  /// Without its parameters.
  private static String mediaType(HttpResponse<?> reply) {
    var type = reply.header("Content-Type");
    return type == null ? "" : type.split(";", 2)[0].strip();
  }

  private static Optional<Duration> retryAfter(HttpResponse<?> reply) {
    var seconds = reply.header("Retry-After");
    return seconds != null && seconds.matches("\\d{1,6}")
        ? Optional.of(Duration.ofSeconds(Long.parseLong(seconds)))
        : Optional.empty();
  }

  /// One plain sentence for each cause of a missing response.
  static Unreachable unreachable(String server, Throwable cause) {
    var at = "The API server at " + server;
    return switch (rootOf(cause)) {
      case UnknownHostException e ->
          new Unreachable(at + " has a host name that does not resolve.", true, e);
      case UnresolvedAddressException e ->
          new Unreachable(at + " has a host name that does not resolve.", true, e);
      case HttpConnectTimeoutException e ->
          new Unreachable(at + " does not answer: is the address right?", true, e);
      case ConnectException e ->
          new Unreachable(at + " refused the connection: is it running?", true, e);
      case SSLHandshakeException e ->
          new Unreachable(
              at + " is not trusted (" + e.getMessage() + "): is the certificate authority right?",
              true,
              e);
      case SSLException e -> new Unreachable(at + " broke off TLS: " + e.getMessage(), false, e);
      case TimeoutException e -> new Unreachable(at + " did not reply in time.", false, e);
      case HttpTimeoutException e -> new Unreachable(at + " did not reply in time.", false, e);
      case Throwable e -> new Unreachable(at + " broke off: " + messageOf(e) + ".", false, e);
    };
  }

  /// The innermost cause that explains the failure: the JDK wraps unresolved names in refusals, and
  /// certificate errors in handshakes.
  private static Throwable rootOf(Throwable thrown) {
    for (var cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnresolvedAddressException || cause instanceof SSLException) {
        return cause;
      }
    }
    return thrown;
  }

  private static String messageOf(Throwable thrown) {
    return thrown.getMessage() == null ? thrown.getClass().getSimpleName() : thrown.getMessage();
  }
}
