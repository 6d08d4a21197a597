package dev.ordinal.codec;

import java.io.IOException;

/// Protobuf that cannot be read, and could not if it were read again.
public final class MalformedBytes extends IOException {
  MalformedBytes(String sentence) {
    super(sentence);
  }
}
