package dev.ordinal.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.ordinal.model.Json;
import dev.ordinal.model.JsonText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.TreeMap;

/// JSON as it travels, to [Json] and back. Numbers keep the digits they were written with.
public final class JsonBytes {
  /// Deeper than any object of Kubernetes, and shallow enough for our recursion.
  private static final int DEEPEST = 500;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
          .build();

  private JsonBytes() {}

  /// Refuses malformed text, more than one value, and nesting that would cost us the stack.
  public static Json read(byte[] bytes) throws IOException {
    try (var parser = FACTORY.createParser(bytes)) {
      parser.nextToken();
      var value = value(parser);
      if (parser.nextToken() != null) {
        throw new IOException("more text after the end of the JSON value");
      }
      return value;
    }
  }

  public static byte[] write(Json value) {
    return JsonText.write(value).getBytes(StandardCharsets.UTF_8);
  }

  private static Json value(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> array(parser);
      case VALUE_STRING -> Json.of(parser.getText());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Json.Num(parser.getText());
      case VALUE_TRUE -> Json.of(true);
      case VALUE_FALSE -> Json.of(false);
      case VALUE_NULL -> new Json.Null();
      case null, default -> throw new IOException("the JSON text ends too early");
    };
  }

  private static Json.Obj object(JsonParser parser) throws IOException {
    var members = new TreeMap<String, Json>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      var name = parser.currentName();
      parser.nextToken();
      members.put(name, value(parser));
    }
    return new Json.Obj(members);
  }

  private static Json.Arr array(JsonParser parser) throws IOException {
    var items = new ArrayList<Json>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      items.add(value(parser));
    }
    return new Json.Arr(items);
  }
}
