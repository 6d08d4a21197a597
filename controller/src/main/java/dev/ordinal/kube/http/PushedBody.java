package dev.ordinal.kube.http;

import io.fabric8.kubernetes.client.http.AsyncBody;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Turns the chunks that the HTTP client pushes into an input stream, so that reading is a plain
/// loop on its own thread. Only one chunk is requested ahead: a slow reader slows the server down
/// instead of filling the heap.
final class PushedBody extends InputStream implements AsyncBody.Consumer<List<ByteBuffer>> {
  private final Duration idleTimeout;
  private final BlockingQueue<Part> parts = new LinkedBlockingQueue<>();
  private @Nullable AsyncBody body;
  private Iterator<ByteBuffer> chunks = List.<ByteBuffer>of().iterator();
  private ByteBuffer chunk = ByteBuffer.allocate(0);
  private @Nullable End end;

  private sealed interface Part {}

  private record Chunks(List<ByteBuffer> buffers) implements Part {}

  private record End(Optional<Throwable> failure) implements Part {}

  PushedBody(Duration idleTimeout) {
    this.idleTimeout = idleTimeout;
  }

  void start(AsyncBody started) {
    body = started;
    var _ = started.done().whenComplete((_, e) -> parts.add(new End(Optional.ofNullable(e))));
    started.consume();
  }

  @Override
  public void consume(List<ByteBuffer> buffers, AsyncBody from) {
    parts.add(new Chunks(buffers));
  }

  @Override
  public int read() throws IOException {
    return advance() ? chunk.get() & 0xff : -1;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (!advance()) {
      return -1;
    }
    var count = Math.min(length, chunk.remaining());
    chunk.get(target, offset, count);
    return count;
  }

  @Override
  public void close() {
    if (body != null) {
      body.cancel();
    }
    // Another thread may be reading.
    parts.add(new End(Optional.of(new IOException("closed"))));
  }

  /// Makes at least one byte available; false at the end.
  private boolean advance() throws IOException {
    while (!chunk.hasRemaining()) {
      if (chunks.hasNext()) {
        chunk = chunks.next();
      } else if (!take()) {
        return false;
      }
    }
    return true;
  }

  private boolean take() throws IOException {
    var part = end != null ? end : await();
    switch (part) {
      case Chunks(var buffers) -> {
        chunks = buffers.iterator();
        if (body != null) {
          body.consume();
        }
        return true;
      }
      case End ended -> {
        end = ended;
        if (ended.failure().isPresent()) {
          throw new IOException("the stream broke off", ended.failure().get());
        }
        return false;
      }
    }
  }

  private Part await() throws IOException {
    try {
      var part = parts.poll(idleTimeout.toMillis(), TimeUnit.MILLISECONDS);
      if (part == null) {
        throw new SocketTimeoutException("nothing arrived for " + idleTimeout.toSeconds() + " s");
      }
      return part;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while reading");
    }
  }
}
