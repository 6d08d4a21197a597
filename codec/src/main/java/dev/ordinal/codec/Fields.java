package dev.ordinal.codec;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/// A cursor over JSON that is read once, from front to back, without building a tree.
///
/// The cursor is at a value. [#each] and [#items] read its members or items; what the caller leaves
/// unread is skipped. A value of another type than requested counts as absent, so that no object
/// stops its stream; truncated text is an [IOException].
public final class Fields implements Closeable {
  /// The limits are above what an API server stores (3 MB, 10,000 levels): an object that it
  /// accepted must be readable.
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(20_000)
                  .maxNameLength(16_000_000)
                  .maxStringLength(64_000_000)
                  .build())
          .build();

  private final JsonParser json;
  private final StringPool pool;

  /// Reads one member of an object; the cursor is at its value.
  interface Member {
    void read(String name) throws IOException;
  }

  /// Reads one item of an array; the cursor is at it.
  interface Item {
    void read() throws IOException;
  }

  private Fields(JsonParser json, StringPool pool) throws IOException {
    this.json = json;
    this.pool = pool;
    json.nextToken();
  }

  static Fields of(byte[] bytes, StringPool pool) throws IOException {
    return new Fields(JSON.createParser(bytes), pool);
  }

  static Fields of(Lines line, StringPool pool) throws IOException {
    return new Fields(JSON.createParser(line.bytes(), line.start(), line.length()), pool);
  }

  static Fields of(InputStream stream, StringPool pool) throws IOException {
    return new Fields(JSON.createParser(stream), pool);
  }

  void each(Member member) throws IOException {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      json.skipChildren();
      return;
    }
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      var name = json.currentName();
      json.nextToken();
      member.read(name);
      // Has no effect unless the member was left unread.
      json.skipChildren();
    }
  }

  void items(Item item) throws IOException {
    if (json.currentToken() != JsonToken.START_ARRAY) {
      json.skipChildren();
      return;
    }
    while (json.nextToken() != JsonToken.END_ARRAY) {
      item.read();
      json.skipChildren();
    }
  }

  /// A text that seldom repeats.
  String text() throws IOException {
    return json.currentToken() == JsonToken.VALUE_STRING ? json.getText() : "";
  }

  /// A text that many objects share.
  String word() throws IOException {
    if (json.currentToken() != JsonToken.VALUE_STRING) {
      return "";
    }
    return pool.text(json.getTextCharacters(), json.getTextOffset(), json.getTextLength());
  }

  Optional<String> optionalWord() throws IOException {
    return json.currentToken() == JsonToken.VALUE_STRING ? Optional.of(word()) : Optional.empty();
  }

  long number() throws IOException {
    return json.currentToken() == JsonToken.VALUE_NUMBER_INT && json.getTextLength() <= 18
        ? json.getLongValue()
        : 0;
  }

  boolean isTrue() {
    return json.currentToken() == JsonToken.VALUE_TRUE;
  }

  Optional<Instant> time() throws IOException {
    return json.currentToken() == JsonToken.VALUE_STRING ? time(json.getText()) : Optional.empty();
  }

  /// The wanted members that are texts.
  SortedMap<String, String> words(Predicate<String> wanted) throws IOException {
    var found = new TreeMap<String, String>();
    each(
        name -> {
          if (json.currentToken() == JsonToken.VALUE_STRING && wanted.test(name)) {
            found.put(pool.text(name), word());
          }
        });
    return found;
  }

  JsonParser parser() {
    return json;
  }

  @Override
  public void close() throws IOException {
    json.close();
  }

  /// Parses seconds in UTC, the form of nearly all Kubernetes times, faster than the general
  /// parser.
  private static Optional<Instant> time(String text) {
    try {
      if (text.length() != 20 || text.charAt(19) != 'Z') {
        return Optional.of(Instant.parse(text));
      }
      var date = LocalDate.of(digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10));
      var second = digits(text, 11, 13) * 3600L + digits(text, 14, 16) * 60L + digits(text, 17, 19);
      return Optional.of(Instant.ofEpochSecond(date.toEpochDay() * 86_400L + second));
    } catch (DateTimeException | NumberFormatException _) {
      return Optional.empty();
    }
  }

  private static int digits(String text, int start, int end) {
    return Integer.parseInt(text, start, end, 10);
  }
}
