package dev.ordinal.codec;

import dev.ordinal.model.json.Json;
import java.io.Closeable;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Predicate;

/// A cursor over an object that is read once, from front to back, without building a tree.
///
/// The cursor is at a value. [#each] and [#items] read its members or items; what the caller leaves
/// unread is skipped. A value of another type than requested counts as absent, so that no object
/// stops its stream; truncated input is an [IOException].
public sealed interface Fields extends Closeable permits JsonFields, WireFields {
  /// Reads one member of an object; the cursor is at its value.
  interface Member {
    void read(String name) throws IOException;
  }

  /// Reads one item of an array; the cursor is at it.
  interface Item {
    void read() throws IOException;
  }

  void each(Member member) throws IOException;

  void items(Item item) throws IOException;

  /// A text that seldom repeats.
  String text() throws IOException;

  /// A text that many objects share.
  String word() throws IOException;

  Optional<String> optionalWord() throws IOException;

  long number() throws IOException;

  boolean isTrue();

  Optional<Instant> time() throws IOException;

  /// The wanted members that are texts.
  SortedMap<String, String> words(Predicate<String> wanted) throws IOException;

  /// The value whole, for kinds whose unknown fields must survive.
  Json tree() throws IOException;
}
