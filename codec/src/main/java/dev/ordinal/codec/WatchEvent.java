package dev.ordinal.codec;

import dev.ordinal.codec.wire.Slice;
import dev.ordinal.model.View;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// One event of a watch.
public sealed interface WatchEvent<V extends View> {
  record Added<V extends View>(V view) implements WatchEvent<V> {}

  record Modified<V extends View>(V view) implements WatchEvent<V> {}

  /// The view is the object's last state.
  record Deleted<V extends View>(V view) implements WatchEvent<V> {}

  /// A bookmark: all changes up to `version` have been sent.
  record Reached<V extends View>(long version) implements WatchEvent<V> {}

  /// The server ends the watch with a Status, such as 410 when it no longer has the version.
  record Failed<V extends View>(int code, String words) implements WatchEvent<V> {}

  static <V extends View> WatchEvent<V> read(Events events, Decoder<V> decoder, StringPool pool)
      throws IOException {
    var first = new Draft<>(decoder, "");
    first.read(events, pool);
    if (first.event != null) {
      return first.event;
    }
    // The type came after the object: read the event again with the type.
    var second = new Draft<>(decoder, first.type);
    second.read(events, pool);
    return second.event != null ? second.event : new Failed<>(0, "an event without an object");
  }

  /// The Status in the body of a refusal; the message is the whole body if it is not a Status.
  static <V extends View> Failed<V> refusal(int code, byte[] body) {
    try {
      return new Failed<>(code, message(body));
    } catch (IOException _) {
      return new Failed<>(code, new String(body, StandardCharsets.UTF_8).strip());
    }
  }

  private static String message(byte[] body) throws IOException {
    if (!Slice.of(body).hasMagic()) {
      return JsonBytes.readObject(body).text("message");
    }
    var status = WireFields.document(Slice.of(body), new StringPool(1));
    return Draft.failed(status).words();
  }

  /// An event while it is read.
  final class Draft<V extends View> {
    private final Decoder<V> decoder;
    private String type;
    private @Nullable WatchEvent<V> event;

    private Draft(Decoder<V> decoder, String type) {
      this.decoder = decoder;
      this.type = type;
    }

    private void read(Events events, StringPool pool) throws IOException {
      try (var fields = events.fields(pool)) {
        fields.each(
            name -> {
              switch (name) {
                case "type" -> type = fields.word();
                case "object" -> event = type.isEmpty() ? null : object(fields);
                default -> {}
              }
            });
      }
    }

    private WatchEvent<V> object(Fields fields) throws IOException {
      return switch (type) {
        case "ADDED" -> new Added<>(decoder.read(fields));
        case "MODIFIED" -> new Modified<>(decoder.read(fields));
        case "DELETED" -> new Deleted<>(decoder.read(fields));
        case "BOOKMARK" -> new Reached<>(version(fields));
        case "ERROR" -> failed(fields);
        default -> new Failed<>(0, "an event of the unknown type " + type);
      };
    }

    private static long version(Fields fields) throws IOException {
      var version = new long[1];
      fields.each(
          name -> {
            if (name.equals("metadata")) {
              version[0] = MetaReader.read(fields).version();
            }
          });
      return version[0];
    }

    private static <V extends View> Failed<V> failed(Fields fields) throws IOException {
      var code = new int[1];
      var words = new String[] {""};
      fields.each(
          name -> {
            switch (name) {
              case "code" -> code[0] = (int) fields.number();
              case "message" -> words[0] = fields.text();
              default -> {}
            }
          });
      return new Failed<>(code[0], words[0]);
    }
  }
}
