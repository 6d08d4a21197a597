package dev.ordinal.codec;

import dev.ordinal.model.View;
import dev.ordinal.model.json.Json;
import java.io.IOException;
import java.util.function.Function;

/// Reads one object of a kind. Safe for use by several threads.
public interface Decoder<V extends View> {
  /// Reads the object at the cursor.
  V read(Fields fields) throws IOException;

  /// Whether `WireType` has the kind and every field that is read of it.
  default boolean readsProtobuf() {
    return true;
  }

  /// The object in `bytes`, such as the body of a reply.
  default V read(byte[] bytes) throws IOException {
    try (var fields = JsonFields.of(bytes, new StringPool(1))) {
      return read(fields);
    }
  }

  /// Reads through a tree, for kinds whose unknown fields must survive, and in JSON, as the fields
  /// of a custom resource have no numbers.
  static <V extends View> Decoder<V> ofTree(Function<Json.Obj, V> parser) {
    return new Decoder<>() {
      @Override
      public V read(Fields fields) throws IOException {
        return parser.apply(fields.tree() instanceof Json.Obj found ? found : Json.EMPTY);
      }

      @Override
      public boolean readsProtobuf() {
        return false;
      }
    };
  }
}
