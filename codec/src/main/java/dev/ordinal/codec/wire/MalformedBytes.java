package dev.ordinal.codec.wire;

import java.io.IOException;

/// Protobuf that cannot be read, and could not if it were read again.
public final class MalformedBytes extends IOException {
  public MalformedBytes(String sentence) {
    super(sentence);
  }
}
