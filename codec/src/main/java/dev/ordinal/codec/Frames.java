package dev.ordinal.codec;

import dev.ordinal.codec.wire.Slice;
import dev.ordinal.codec.wire.WireStream;
import dev.ordinal.codec.wire.WireType;
import java.io.IOException;
import java.io.InputStream;

/// Splits a watch in protobuf into its events: each is preceded by its length in four bytes.
public final class Frames implements Events {
  private final WireStream stream;
  private Slice event = Slice.of(new byte[0]);

  public Frames(InputStream stream) {
    this.stream = new WireStream(stream);
  }

  @Override
  public boolean next() throws IOException {
    if (!stream.has(Integer.BYTES)) {
      return false;
    }
    var length = 0L;
    for (var i = 0; i < Integer.BYTES; i++) {
      length = (length << 8) | stream.octet();
    }
    if (!stream.has(length)) {
      return false;
    }
    event = stream.slice(length);
    return true;
  }

  @Override
  public Fields fields(StringPool pool) throws IOException {
    return WireFields.of(event, WireType.of("WatchEvent"), pool);
  }
}
