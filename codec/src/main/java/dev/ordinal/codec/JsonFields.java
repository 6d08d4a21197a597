package dev.ordinal.codec;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.ordinal.model.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/// A cursor over JSON.
final class JsonFields implements Fields {
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

  private JsonFields(JsonParser json, StringPool pool) throws IOException {
    this.json = json;
    this.pool = pool;
    json.nextToken();
  }

  static JsonFields of(byte[] bytes, StringPool pool) throws IOException {
    return new JsonFields(JSON.createParser(bytes), pool);
  }

  static JsonFields of(Lines line, StringPool pool) throws IOException {
    return new JsonFields(JSON.createParser(line.bytes(), line.start(), line.length()), pool);
  }

  static JsonFields of(InputStream stream, StringPool pool) throws IOException {
    return new JsonFields(JSON.createParser(stream), pool);
  }

  @Override
  public void each(Member member) throws IOException {
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

  @Override
  public void items(Item item) throws IOException {
    if (json.currentToken() != JsonToken.START_ARRAY) {
      json.skipChildren();
      return;
    }
    while (json.nextToken() != JsonToken.END_ARRAY) {
      item.read();
      json.skipChildren();
    }
  }

  @Override
  public String text() throws IOException {
    return json.currentToken() == JsonToken.VALUE_STRING ? json.getText() : "";
  }

  @Override
  public String word() throws IOException {
    if (json.currentToken() != JsonToken.VALUE_STRING) {
      return "";
    }
    return pool.text(json.getTextCharacters(), json.getTextOffset(), json.getTextLength());
  }

  @Override
  public Optional<String> optionalWord() throws IOException {
    return json.currentToken() == JsonToken.VALUE_STRING ? Optional.of(word()) : Optional.empty();
  }

  @Override
  public long number() throws IOException {
    return json.currentToken() == JsonToken.VALUE_NUMBER_INT && json.getTextLength() <= 18
        ? json.getLongValue()
        : 0;
  }

  @Override
  public boolean isTrue() {
    return json.currentToken() == JsonToken.VALUE_TRUE;
  }

  @Override
  public Optional<Instant> time() throws IOException {
    return json.currentToken() == JsonToken.VALUE_STRING ? time(json.getText()) : Optional.empty();
  }

  @Override
  public SortedMap<String, String> words(Predicate<String> wanted) throws IOException {
    var found = new TreeMap<String, String>();
    each(
        name -> {
          if (json.currentToken() == JsonToken.VALUE_STRING && wanted.test(name)) {
            found.put(pool.text(name), word());
          }
        });
    return found;
  }

  @Override
  public Json tree() throws IOException {
    return JsonBytes.read(json);
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
