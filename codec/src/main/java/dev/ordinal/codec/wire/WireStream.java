package dev.ordinal.codec.wire;

import java.io.IOException;
import java.io.InputStream;

/// Bytes that arrive, cut into pieces of known length. The buffer grows with what has arrived, not
/// with what a length announces.
public final class WireStream {
  private static final int USUAL = 1 << 16;

  /// Far above what an API server stores (3 MB).
  private static final int LONGEST = 64_000_000;

  private final InputStream stream;
  private byte[] bytes = new byte[USUAL];
  private int start;
  private int end;
  private long taken;

  public WireStream(InputStream stream) {
    this.stream = stream;
  }

  /// How many bytes were taken.
  public long taken() {
    return taken;
  }

  /// Waits until so many bytes are there; false if the stream ends before.
  public boolean has(long length) throws IOException {
    if (length > LONGEST) {
      throw new MalformedBytes("an object of %,d bytes".formatted(length));
    }
    while (end - start < length) {
      makeRoom();
      var read = stream.read(bytes, end, bytes.length - end);
      if (read <= 0) {
        return false;
      }
      end += read;
    }
    return true;
  }

  public int octet() throws IOException {
    require(1);
    taken++;
    return bytes[start++] & 0xff;
  }

  public long varint() throws IOException {
    var value = 0L;
    for (var shift = 0; shift < Long.SIZE; shift += 7) {
      var part = octet();
      value |= (part & 0x7fL) << shift;
      if (part < 0x80) {
        return value;
      }
    }
    throw new MalformedBytes("a number without an end");
  }

  /// The next bytes, until more are asked for.
  public Slice slice(long length) throws IOException {
    require(length);
    var slice = new Slice(bytes, start, start + (int) length);
    start += (int) length;
    taken += length;
    return slice;
  }

  private void require(long length) throws IOException {
    if (length < 0 || !has(length)) {
      throw new MalformedBytes("a message that ends too early");
    }
  }

  /// Moves what is left to the front, into a bigger buffer if it fills half of this one; and back
  /// into a small one afterwards.
  private void makeRoom() {
    var left = end - start;
    if (left > 0 && end < bytes.length) {
      return;
    }
    var room = left > bytes.length / 2 ? bytes.length * 2 : left == 0 ? USUAL : bytes.length;
    var target = room == bytes.length ? bytes : new byte[room];
    System.arraycopy(bytes, start, target, 0, left);
    bytes = target;
    start = 0;
    end = left;
  }
}
