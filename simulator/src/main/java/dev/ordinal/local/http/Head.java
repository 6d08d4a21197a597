package dev.ordinal.local.http;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/// The request line and the headers of a request.
record Head(String method, String target, String protocol, SortedMap<String, String> headers) {
  private static final int LONGEST = 64 << 10;

  /// A request that is malformed or too large.
  static final class Malformed extends IOException {
    private final int code;

    Malformed(int code, String message) {
      super(message);
      this.code = code;
    }

    int code() {
      return code;
    }
  }

  /// Empty when the client has closed the connection between two requests.
  ///
  /// @param isLate checked with each byte, because a client may send them one by one for hours
  static Optional<Head> read(InputStream bytes, BooleanSupplier isLate) throws IOException {
    var in = timed(bytes, isLate);
    var budget = new int[] {LONGEST};
    var first = line(in, budget);
    if (first.isEmpty()) {
      return Optional.empty();
    }
    var words = first.get().split(" ");
    if (words.length != 3 || !words[1].startsWith("/") || !words[2].startsWith("HTTP/1.")) {
      throw new Malformed(400, "400 Bad Request");
    }
    var headers = new TreeMap<String, String>();
    while (true) {
      var line = line(in, budget).orElseThrow(EOFException::new);
      if (line.isEmpty()) {
        return Optional.of(new Head(words[0], words[1], words[2], headers));
      }
      var colon = line.indexOf(':');
      if (colon <= 0) {
        throw new Malformed(400, "400 Bad Request: malformed header");
      }
      // A repeated header is a list in several parts.
      headers.merge(
          line.substring(0, colon).toLowerCase(Locale.ROOT),
          line.substring(colon + 1).strip(),
          (one, other) -> one + "," + other);
    }
  }

  private static InputStream timed(InputStream in, BooleanSupplier isLate) {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        if (isLate.getAsBoolean()) {
          throw new Malformed(408, "408 Request Timeout");
        }
        return in.read();
      }

      @Override
      public int read(byte[] into, int offset, int length) throws IOException {
        return in.read(into, offset, length);
      }
    };
  }

  static Optional<String> line(InputStream in, int[] budget) throws IOException {
    var bytes = new ByteArrayOutputStream(64);
    while (true) {
      var next = in.read();
      if (next < 0) {
        if (bytes.size() == 0) {
          return Optional.empty();
        }
        throw new EOFException("the client disconnected in the middle of a line");
      }
      if (--budget[0] < 0) {
        throw new Malformed(431, "431 Request Header Fields Too Large");
      }
      if (next == '\n') {
        var text = bytes.toString(StandardCharsets.ISO_8859_1);
        return Optional.of(text.endsWith("\r") ? text.substring(0, text.length() - 1) : text);
      }
      bytes.write(next);
    }
  }

  String header(String name) {
    return headers.getOrDefault(name, "");
  }

  boolean keepsAlive() {
    var wanted = header("connection").toLowerCase(Locale.ROOT);
    return protocol.equals("HTTP/1.0") ? wanted.contains("keep-alive") : !wanted.contains("close");
  }
}
