package dev.ordinal.local.http;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// A handler's reply.
public sealed interface HttpReply {
  /// A reply that is complete. Headers are lines such as `Warning: …`.
  @SuppressWarnings("ArrayRecordComponent") // never compared, and not copied on purpose
  record Whole(int code, String mediaType, byte[] body, List<String> headers)
      implements HttpReply {}

  /// A reply whose body arrives in pieces until the source ends.
  record Streamed(String mediaType, Source source) implements HttpReply {}

  /// The source of a streamed body.
  interface Source extends AutoCloseable {
    /// Waits for the next piece; empty at the end.
    Optional<byte[]> next() throws InterruptedException;

    /// Ends a wait in [#next] when the client disconnects or the server stops. May be called by any
    /// thread, and more than once.
    @Override
    void close();
  }

  /// Answers requests.
  @FunctionalInterface
  interface Handler {
    HttpReply answer(HttpRequest request);
  }

  static Whole json(int code, byte[] body) {
    return new Whole(code, "application/json", body, List.of());
  }

  static Whole text(int code, String words) {
    var bytes = words.getBytes(StandardCharsets.UTF_8);
    return new Whole(code, "text/plain; charset=utf-8", bytes, List.of());
  }
}
