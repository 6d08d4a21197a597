package dev.ordinal.local.http;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// One connection: requests in, replies out, until one side closes it.
final class ClientConnection {
  /// The real server's limit.
  static final int LARGEST_BODY = 3 << 20;

  private static final int IDLE_MILLIS = 10 * 60_000;

  /// The limit for reading the head of a request, and for each pause while a request arrives.
  private static final int REQUEST_MILLIS = 30_000;

  private static final int LINGER_MILLIS = 2_000;
  private static final int LARGEST_REST = 64 << 20;

  private final Socket socket;
  private final int largestBody;
  private final HttpReply.Handler handler;
  private final InputStream in;
  private final OutputStream out;

  ClientConnection(Socket socket, int largestBody, HttpReply.Handler handler) throws IOException {
    this.socket = socket;
    this.largestBody = largestBody;
    this.handler = handler;
    this.in = new BufferedInputStream(socket.getInputStream(), 2048);
    this.out = socket.getOutputStream();
  }

  void serve() throws IOException {
    var isOpen = true;
    while (isOpen) {
      if (!hasMore()) {
        return;
      }
      socket.setSoTimeout(REQUEST_MILLIS);
      var start = System.nanoTime();
      try {
        var head = Head.read(in, () -> System.nanoTime() - start > REQUEST_MILLIS * 1_000_000L);
        isOpen = head.isPresent() && exchange(head.get());
      } catch (Head.Malformed e) {
        write(HttpReply.text(e.code(), e.getMessage() + "\n"), false);
        linger();
        return;
      }
    }
  }

  /// Waits for the next request, for as long as an idle connection may last.
  private boolean hasMore() throws IOException {
    socket.setSoTimeout(IDLE_MILLIS);
    in.mark(1);
    var hasMore = in.read() >= 0;
    in.reset();
    return hasMore;
  }

  /// Returns false when the connection has to be closed afterwards.
  private boolean exchange(Head head) throws IOException {
    if (head.header("expect").equalsIgnoreCase("100-continue")) {
      out.write("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    }
    var body = BodyReader.read(head, in, largestBody);
    if (body.isEmpty()) {
      write(HttpReply.json(413, tooLarge().getBytes(StandardCharsets.UTF_8)), false);
      linger();
      return false;
    }
    var request = new HttpRequest(head.method(), head.target(), head.headers(), body.get());
    return switch (handler.answer(request)) {
      case HttpReply.Whole whole -> {
        write(whole, head.keepsAlive());
        yield head.keepsAlive();
      }
      case HttpReply.Streamed(var mediaType, var source) -> {
        stream(mediaType, source);
        yield false;
      }
    };
  }

  private String tooLarge() {
    return """
    {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure",\
    "message":"Request entity too large: limit is %d","reason":"RequestEntityTooLarge","code":413}
    """
        .formatted(largestBody);
  }

  private void write(HttpReply.Whole reply, boolean keepsAlive) throws IOException {
    var bytes = new ByteArrayOutputStream(reply.body().length + 256);
    bytes.writeBytes(head(reply.code(), reply.mediaType(), reply.headers()));
    bytes.writeBytes(
        "Content-Length: %d\r\n%s\r\n"
            .formatted(reply.body().length, keepsAlive ? "" : "Connection: close\r\n")
            .getBytes(StandardCharsets.US_ASCII));
    bytes.writeBytes(reply.body());
    bytes.writeTo(out);
  }

  private static byte[] head(int code, String mediaType, List<String> headers) {
    var text = new StringBuilder("HTTP/1.1 %d %s\r\n".formatted(code, code < 300 ? "OK" : "No"));
    text.append("Content-Type: ").append(mediaType).append("\r\n");
    text.append("Cache-Control: no-cache, private\r\n");
    headers.forEach(line -> text.append(line.replaceAll("[\r\n]", " ")).append("\r\n"));
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private void stream(String mediaType, HttpReply.Source source) throws IOException {
    // During a stream the client sends nothing, so a read returns only when it disconnects.
    socket.setSoTimeout(0);
    Thread.ofVirtual().name("listener").start(() -> listen(source));
    try (source) {
      out.write(head(200, mediaType, List.of("Transfer-Encoding: chunked", "Connection: close")));
      out.write("\r\n".getBytes(StandardCharsets.US_ASCII));
      for (var piece = source.next(); piece.isPresent(); piece = source.next()) {
        writeChunk(piece);
      }
      out.write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void writeChunk(Optional<byte[]> piece) throws IOException {
    var bytes = piece.orElseThrow();
    if (bytes.length > 0) {
      var chunk = new ByteArrayOutputStream(bytes.length + 16);
      chunk.writeBytes(
          (Integer.toHexString(bytes.length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
      chunk.writeBytes(bytes);
      chunk.writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII));
      chunk.writeTo(out);
    }
  }

  private void listen(HttpReply.Source source) {
    try (source) {
      while (in.read() >= 0) {
        // Pipelined requests get no reply: the connection closes after the stream.
      }
    } catch (IOException _) {
      // Disconnected as well.
    }
  }

  /// Closing at once would reset the connection, and the client would lose the reply.
  private void linger() throws IOException {
    socket.shutdownOutput();
    socket.setSoTimeout(LINGER_MILLIS);
    var waste = new byte[64 << 10];
    for (long read = 0, n = 0; n >= 0 && read < LARGEST_REST; read += n) {
      n = in.read(waste);
    }
  }
}
