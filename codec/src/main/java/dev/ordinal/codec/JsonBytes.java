package dev.ordinal.codec;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.TreeMap;

/// JSON bytes to [Json] and back. Numbers keep the digits they were written with.
public final class JsonBytes {
  /// No object of Kubernetes is this deep; deeper values become null, so that they cost neither the
  /// stack nor the rest of the stream.
  private static final int DEEPEST = 500;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder().maxNestingDepth(Integer.MAX_VALUE).build())
          .build();

  private JsonBytes() {}

  /// Refuses malformed text and more than one value.
  public static Json read(byte[] bytes) throws IOException {
    try (var parser = FACTORY.createParser(bytes)) {
      parser.nextToken();
      var value = read(parser);
      if (parser.nextToken() != null) {
        throw new IOException("more text after the end of the JSON value");
      }
      return value;
    }
  }

  /// The document in `bytes`, or an empty object if it is not an object.
  public static Json.Obj readObject(byte[] bytes) throws IOException {
    return read(bytes) instanceof Json.Obj found ? found : Json.EMPTY;
  }

  /// The value at the parser's position.
  public static Json read(JsonParser parser) throws IOException {
    return value(parser, 0);
  }

  public static byte[] write(Json value) {
    return JsonText.write(value).getBytes(StandardCharsets.UTF_8);
  }

  private static Json value(JsonParser parser, int depth) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT, START_ARRAY -> nested(parser, depth + 1);
      case VALUE_STRING -> Json.of(parser.getText());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Json.Num(parser.getText());
      case VALUE_TRUE -> Json.of(true);
      case VALUE_FALSE -> Json.of(false);
      case VALUE_NULL -> new Json.Null();
      case null, default -> throw new IOException("the JSON text ends too early");
    };
  }

  private static Json nested(JsonParser parser, int depth) throws IOException {
    if (depth > DEEPEST) {
      parser.skipChildren();
      return new Json.Null();
    }
    return parser.currentToken() == JsonToken.START_OBJECT
        ? object(parser, depth)
        : array(parser, depth);
  }

  private static Json.Obj object(JsonParser parser, int depth) throws IOException {
    var members = new TreeMap<String, Json>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      var name = parser.currentName();
      parser.nextToken();
      members.put(name, value(parser, depth));
    }
    return new Json.Obj(members);
  }

  private static Json.Arr array(JsonParser parser, int depth) throws IOException {
    var items = new ArrayList<Json>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      items.add(value(parser, depth));
    }
    return new Json.Arr(items);
  }
}
