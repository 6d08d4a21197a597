package dev.ordinal.codec;

import java.io.IOException;
import java.io.InputStream;

/// Splits a stream of bytes at its newlines, before decoding: a character of several bytes may
/// arrive in two chunks, and an event in many.
public final class Lines implements Events {
  private static final int USUAL = 1 << 16;

  private final InputStream stream;
  private byte[] bytes = new byte[USUAL];
  private int start;
  private int length;
  private int end;

  public Lines(InputStream stream) {
    this.stream = stream;
  }

  /// Moves to the next line that is not empty. False at the end of the stream; a last line without
  /// a newline is incomplete and does not count.
  @Override
  public boolean next() throws IOException {
    start += length;
    length = 0;
    var at = start;
    while (true) {
      if (at == end) {
        var scanned = at - start;
        if (!fill()) {
          return false;
        }
        at = start + scanned;
      }
      if (bytes[at] != '\n') {
        at++;
      } else if (at == start) {
        at = ++start;
      } else {
        length = at - start;
        return true;
      }
    }
  }

  @Override
  public Fields fields(StringPool pool) throws IOException {
    return JsonFields.of(this, pool);
  }

  byte[] bytes() {
    return bytes;
  }

  int start() {
    return start;
  }

  int length() {
    return length;
  }

  private boolean fill() throws IOException {
    makeRoom();
    var read = stream.read(bytes, end, bytes.length - end);
    end += Math.max(read, 0);
    return read > 0;
  }

  /// Moves the incomplete line to the front, doubles the buffer for a long one, and shrinks it
  /// afterwards.
  private void makeRoom() {
    var begun = end - start;
    if (begun > 0 && end < bytes.length) {
      return;
    }
    var room = begun == 0 ? USUAL : roomFor(begun);
    var target = room == bytes.length ? bytes : new byte[room];
    System.arraycopy(bytes, start, target, 0, begun);
    bytes = target;
    start = 0;
    end = begun;
  }

  private int roomFor(int begun) {
    return begun > bytes.length / 2 ? bytes.length * 2 : bytes.length;
  }
}
