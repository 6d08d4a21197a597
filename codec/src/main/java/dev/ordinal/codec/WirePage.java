package dev.ordinal.codec;

import dev.ordinal.codec.wire.MalformedBytes;
import dev.ordinal.codec.wire.Slice;
import dev.ordinal.codec.wire.WireStream;
import dev.ordinal.codec.wire.WireType;
import dev.ordinal.model.View;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Reads a page of a list in protobuf while it arrives: the page in its envelope is walked through
/// in the stream, and only one object at a time is a slice.
final class WirePage<V extends View> {
  private static final String LIST = "List";

  private final WireStream stream;
  private final Decoder<V> decoder;
  private final StringPool pool;
  private final List<V> views = new ArrayList<>();
  private final String[] texts = {"", ""};

  WirePage(WireStream stream, Decoder<V> decoder, StringPool pool) {
    this.stream = stream;
    this.decoder = decoder;
    this.pool = pool;
  }

  ListPage<V> read() throws IOException {
    stream.slice(Slice.MAGIC_LENGTH).withoutMagic();
    var kind = "";
    while (stream.has(1)) {
      switch (field()) {
        case 1 -> kind = kind(slice());
        case 2 -> items(kind, stream.varint());
        default -> slice();
      }
    }
    // Without it nothing is listed, which must not look like an empty list.
    if (texts[1].isEmpty()) {
      throw new MalformedBytes("a list without its version");
    }
    return ListPage.of(views, texts);
  }

  private void items(String list, long length) throws IOException {
    if (!list.endsWith(LIST)) {
      throw new MalformedBytes("not a list, but the kind " + list);
    }
    var type = WireType.of(list.substring(0, list.length() - LIST.length()));
    var last = stream.taken() + length;
    while (stream.taken() < last) {
      switch (field()) {
        case 1 -> ListPage.metadata(fields(slice(), WireType.of("ListMeta")), texts);
        case 2 -> views.add(decoder.read(fields(slice(), type)));
        default -> slice();
      }
    }
    if (stream.taken() != last) {
      throw new MalformedBytes("a list that is shorter than its last field");
    }
  }

  private String kind(Slice slice) throws IOException {
    var kind = new String[] {""};
    var fields = fields(slice, WireType.of("TypeMeta"));
    fields.each(_ -> kind[0] = fields.word());
    return kind[0];
  }

  /// The number of the next field. A list and its envelope hold texts and messages alone.
  private int field() throws IOException {
    var tag = (int) stream.varint();
    if ((tag & 7) != 2) {
      throw new MalformedBytes("a list with a field of an unknown form");
    }
    return tag >>> 3;
  }

  private Slice slice() throws IOException {
    return stream.slice(stream.varint());
  }

  private Fields fields(Slice slice, WireType type) {
    return WireFields.of(slice, type, pool);
  }
}
