package dev.ordinal.kube.http;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/// The port for requests to an API server. Calls block: make them on virtual threads.
public interface Api {
  /// Sends a request and waits for the whole response, whatever its code.
  Response send(Request request) throws Unreachable;

  /// Sends a request whose response is read while it arrives. Reading fails with
  /// [java.net.SocketTimeoutException] when nothing came for as long as `idleTimeout`.
  Stream open(Request request, Duration idleTimeout) throws Unreachable;

  /// The server and the credentials, for messages.
  Peer peer();

  /// The server's address, and where the credentials shown to it come from.
  record Peer(String server, String credentials) {}

  /// One request. The path begins with a slash and carries the query.
  ///
  /// @param flow the set or job that it is made for; requests of several flows take turns
  /// @param accept the media types of a response, the preferred one first
  record Request(
      String method, String path, String contentType, String body, String flow, String accept) {
    public Request(String method, String path, String contentType, String body) {
      this(method, path, contentType, body, "", "application/json");
    }

    public static Request get(String path) {
      return new Request("GET", path, "", "");
    }

    public static Request post(String path, String body) {
      return new Request("POST", path, "application/json", body);
    }

    public static Request mergePatch(String path, String body) {
      return new Request("PATCH", path, "application/merge-patch+json", body);
    }

    public static Request strategicPatch(String path, String body) {
      return new Request("PATCH", path, "application/strategic-merge-patch+json", body);
    }

    /// The body holds the DeleteOptions: preconditions, propagation, grace.
    public static Request delete(String path, String body) {
      return new Request("DELETE", path, "application/json", body);
    }

    public Request withFlow(String name) {
      return new Request(method, path, contentType, body, name, accept);
    }

    /// Servers that do not have the form send JSON.
    public Request preferring(String mediaType) {
      return new Request(method, path, contentType, body, flow, mediaType + ",application/json");
    }

    @Override
    public String toString() {
      return method + " " + path;
    }
  }

  /// A whole response.
  @SuppressWarnings("ArrayRecordComponent") // never compared, and not copied, for speed
  record Response(int code, byte[] body, Optional<Duration> retryAfter) {
    public boolean isSuccess() {
      return code >= 200 && code < 300;
    }

    public String text() {
      return new String(body, StandardCharsets.UTF_8);
    }
  }

  /// A response whose body is still arriving. Closing it ends the exchange at once.
  record Stream(int code, String mediaType, Optional<Duration> retryAfter, InputStream body)
      implements Closeable {
    @Override
    public void close() throws IOException {
      body.close();
    }
  }

  /// No response came. `isOutcomeKnown` says that the request certainly did not take effect;
  /// otherwise it may have.
  final class Unreachable extends Exception {
    private final boolean isOutcomeKnown;

    public Unreachable(String sentence, boolean isOutcomeKnown, Throwable cause) {
      super(sentence, cause);
      this.isOutcomeKnown = isOutcomeKnown;
    }

    public Unreachable(String sentence, boolean isOutcomeKnown) {
      super(sentence);
      this.isOutcomeKnown = isOutcomeKnown;
    }

    public boolean isOutcomeKnown() {
      return isOutcomeKnown;
    }
  }
}
