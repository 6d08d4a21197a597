package dev.ordinal.local.http;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/// Reads the body of a request, if it is not too large.
final class BodyReader {
  private BodyReader() {}

  /// Empty when the body has more bytes than allowed; then the rest is still unread.
  static Optional<byte[]> read(Head head, InputStream in, int limit) throws IOException {
    if (head.header("transfer-encoding").equalsIgnoreCase("chunked")) {
      return chunked(in, limit);
    }
    var length = length(head);
    if (length > limit) {
      return Optional.empty();
    }
    var body = in.readNBytes((int) length);
    if (body.length < length) {
      throw new EOFException("the client disconnected in the middle of a body");
    }
    return Optional.of(body);
  }

  private static long length(Head head) throws Head.Malformed {
    var text = head.header("content-length");
    if (text.isEmpty()) {
      return 0;
    }
    if (!text.matches("\\d{1,18}")) {
      throw new Head.Malformed(400, "400 Bad Request: malformed Content-Length");
    }
    return Long.parseLong(text);
  }

  private static Optional<byte[]> chunked(InputStream in, int limit) throws IOException {
    var body = new ByteArrayOutputStream();
    while (true) {
      var size = chunkSize(in);
      if (size == 0) {
        skipTrailer(in);
        return Optional.of(body.toByteArray());
      }
      if (body.size() + size > limit) {
        return Optional.empty();
      }
      var chunk = in.readNBytes((int) size);
      if (chunk.length < size || Head.line(in, new int[] {2}).isEmpty()) {
        throw new EOFException("the client disconnected in the middle of a chunk");
      }
      body.writeBytes(chunk);
    }
  }

  private static long chunkSize(InputStream in) throws IOException {
    var line = Head.line(in, new int[] {256}).orElseThrow(EOFException::new);
    var size = line.split(";", 2)[0].strip();
    if (!size.matches("[0-9a-fA-F]{1,15}")) {
      throw new Head.Malformed(400, "400 Bad Request: malformed chunk");
    }
    return Long.parseLong(size, 16);
  }

  private static void skipTrailer(InputStream in) throws IOException {
    var budget = new int[] {4096};
    while (!Head.line(in, budget).orElseThrow(EOFException::new).isEmpty()) {
      // Trailers are ignored.
    }
  }
}
