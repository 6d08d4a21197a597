package dev.ordinal.codec.wire;

import java.util.Arrays;

/// Some of the bytes of an array; what is read next may replace them.
@SuppressWarnings("ArrayRecordComponent") // never compared, and not copied, for speed
public record Slice(byte[] bytes, int start, int end) {
  /// Every object in protobuf begins with these bytes, and nothing else does.
  private static final byte[] MAGIC = {'k', '8', 's', 0};

  public static final int MAGIC_LENGTH = MAGIC.length;

  public static Slice of(byte[] bytes) {
    return new Slice(bytes, 0, bytes.length);
  }

  public boolean hasMagic() {
    var last = Math.min(end, start + MAGIC_LENGTH);
    return Arrays.equals(bytes, start, last, MAGIC, 0, MAGIC_LENGTH);
  }

  /// What follows the first bytes of an object.
  public Slice withoutMagic() throws MalformedBytes {
    if (!hasMagic()) {
      throw new MalformedBytes("an object without the first bytes of protobuf");
    }
    return new Slice(bytes, start + MAGIC_LENGTH, end);
  }
}
