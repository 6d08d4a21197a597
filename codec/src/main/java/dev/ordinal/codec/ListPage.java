package dev.ordinal.codec;

import dev.ordinal.codec.wire.WireStream;
import dev.ordinal.model.View;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/// One page of a list. `next` is the token of the following page; empty on the last.
public record ListPage<V extends View>(List<V> views, String next, long version) {

  /// Reads a page while it arrives: each item becomes a view before the next one is read.
  public static <V extends View> ListPage<V> read(
      InputStream stream, Decoder<V> decoder, StringPool pool) throws IOException {
    try (var fields = JsonFields.of(stream, pool)) {
      var views = new ArrayList<V>();
      var texts = new String[] {"", ""};
      fields.each(
          name -> {
            switch (name) {
              case "metadata" -> metadata(fields, texts);
              case "items" -> fields.items(() -> views.add(decoder.read(fields)));
              default -> {}
            }
          });
      return of(views, texts);
    }
  }

  /// The same in protobuf.
  public static <V extends View> ListPage<V> readProtobuf(
      InputStream stream, Decoder<V> decoder, StringPool pool) throws IOException {
    return new WirePage<>(new WireStream(stream), decoder, pool).read();
  }

  static <V extends View> ListPage<V> of(List<V> views, String[] texts) {
    return new ListPage<>(views, texts[0], MetaReader.version(texts[1]));
  }

  /// Reads the token of the next page and the version into `texts`.
  static void metadata(Fields fields, String[] texts) throws IOException {
    fields.each(
        name -> {
          switch (name) {
            case "continue" -> texts[0] = fields.text();
            case "resourceVersion" -> texts[1] = fields.text();
            default -> {}
          }
        });
  }
}
