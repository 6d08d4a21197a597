package dev.ordinal.codec;

import java.io.IOException;
import java.io.InputStream;

/// Cuts a stream of bytes at its newlines, before anything is decoded: a letter of several bytes
/// may come in two pieces, and an event of any size in many.
public final class Lines {
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
  /// its newline was cut off and does not count.
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

  /// Moves the begun line to the front, doubles the room for a long one, and gives the room back
  /// when it has passed.
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
