package dev.ordinal.codec;

import dev.ordinal.model.View;
import dev.ordinal.model.json.Json;
import java.io.IOException;
import java.util.function.Function;

/// Reads one object of a kind. Safe for use by several threads.
public interface Decoder<V extends View> {
  /// Reads the object at the cursor.
  V read(Fields fields) throws IOException;

  /// The object in `bytes`, such as the body of a reply.
  default V read(byte[] bytes) throws IOException {
    try (var fields = Fields.of(bytes, new StringPool(1))) {
      return read(fields);
    }
  }

  /// Reads through a tree, for kinds whose unknown fields must survive.
  static <V extends View> Decoder<V> ofTree(Function<Json.Obj, V> parser) {
    return fields ->
        parser.apply(
            JsonBytes.read(fields.parser()) instanceof Json.Obj found ? found : Json.EMPTY);
  }
}
