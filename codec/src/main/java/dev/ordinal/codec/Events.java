package dev.ordinal.codec;

import java.io.IOException;

/// The events of a watch as they arrive: lines of JSON, or frames of protobuf.
public sealed interface Events permits Lines, Frames {
  /// Moves to the next event. False at the end of the stream; an incomplete event does not count.
  boolean next() throws IOException;

  /// A cursor at the event, until the next one.
  Fields fields(StringPool pool) throws IOException;
}
