package dev.ordinal.rig;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.ordinal.model.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.TreeMap;

/// Reads JSON text into the model's form.
public final class JsonSource {
  private static final JsonFactory FACTORY = new JsonFactory();

  private JsonSource() {}

  public static Json read(String text) {
    try (var parser = FACTORY.createParser(text)) {
      parser.nextToken();
      return value(parser);
    } catch (IOException e) {
      throw new UncheckedIOException("not JSON: " + text, e);
    }
  }

  /// For documents that are objects, as all of the API server's are.
  public static Json.Obj readObject(String text) {
    if (read(text) instanceof Json.Obj object) {
      return object;
    }
    throw new IllegalArgumentException("not a JSON object: " + text);
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
      case NOT_AVAILABLE, END_OBJECT, END_ARRAY, FIELD_NAME, VALUE_EMBEDDED_OBJECT ->
          throw new IOException("unexpected " + parser.currentToken());
    };
  }

  private static Json.Obj object(JsonParser parser) throws IOException {
    var members = new TreeMap<String, Json>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
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
