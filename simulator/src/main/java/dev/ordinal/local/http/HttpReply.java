package dev.ordinal.local.http;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// What a handler answers with.
public sealed interface HttpReply {
  /// A reply that is there as a whole. Headers are lines such as `Warning: …`.
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody, and copied by nobody on purpose
  record Whole(int code, String mediaType, byte[] body, List<String> headers)
      implements HttpReply {}

  /// A reply whose body comes bit by bit, for as long as the source has something to say.
  record Streamed(String mediaType, Source source) implements HttpReply {}

  /// Where a streamed body comes from.
  interface Source extends AutoCloseable {
    /// Waits for the next piece; empty at the end.
    Optional<byte[]> next() throws InterruptedException;

    /// The client has gone, or the server stops: whoever waits in [#next] is let go. May be called
    /// by any thread, and more than once.
    @Override
    void close();
  }

  /// What answers.
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
