package dev.ordinal.kube.read;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.ordinal.model.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.TreeMap;

/// Builds a [Json] tree: for templates, whose fields we do not need to know, and for replies.
public final class JsonReader {
  /// No pod nests deeper; what does is nobody's template and must not cost us the stack.
  private static final int DEEPEST = 100;

  private JsonReader() {}

  /// The document in `bytes`.
  public static Json read(byte[] bytes) throws IOException {
    try (var fields = Fields.of(bytes, new StringPool(1))) {
      return read(fields);
    }
  }

  /// The document in `bytes`, or an empty object where it is something else.
  public static Json.Obj readObject(byte[] bytes) throws IOException {
    return read(bytes) instanceof Json.Obj found ? found : Json.EMPTY;
  }

  static Json read(Fields fields) throws IOException {
    return value(fields.parser(), 0);
  }

  private static Json value(JsonParser json, int depth) throws IOException {
    return switch (json.currentToken()) {
      case START_OBJECT, START_ARRAY -> nested(json, depth);
      case VALUE_STRING -> Json.of(json.getText());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Json.Num(json.getText());
      case VALUE_TRUE, VALUE_FALSE -> Json.of(json.getBooleanValue());
      case VALUE_NULL -> new Json.Null();
      case null, default -> throw new IOException("the JSON breaks off");
    };
  }

  private static Json nested(JsonParser json, int depth) throws IOException {
    if (depth >= DEEPEST) {
      json.skipChildren();
      return new Json.Null();
    }
    return json.currentToken() == JsonToken.START_OBJECT
        ? object(json, depth + 1)
        : array(json, depth + 1);
  }

  private static Json object(JsonParser json, int depth) throws IOException {
    var members = new TreeMap<String, Json>();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      var name = json.currentName();
      json.nextToken();
      members.put(name, value(json, depth));
    }
    return new Json.Obj(members);
  }

  private static Json array(JsonParser json, int depth) throws IOException {
    var items = new ArrayList<Json>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      items.add(value(json, depth));
    }
    return new Json.Arr(items);
  }
}
