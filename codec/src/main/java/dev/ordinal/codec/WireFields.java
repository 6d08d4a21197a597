package dev.ordinal.codec;

import dev.ordinal.codec.wire.MalformedBytes;
import dev.ordinal.codec.wire.Slice;
import dev.ordinal.codec.wire.WireType;
import dev.ordinal.codec.wire.WireType.Form;
import dev.ordinal.model.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/// A cursor over an object in protobuf, as Kubernetes writes its own kinds. Values that no reader
/// asks for are stepped over by their length, without a look at them.
///
/// [WireType] gives numbers the names of JSON, so that one reader reads both. The items of an array
/// stand one after the other, each with the number of the array.
final class WireFields implements Fields {
  /// What Go writes for no time at all.
  private static final long YEAR_ONE = -62_135_596_800L;

  private final byte[] bytes;
  private final StringPool pool;

  /// The value at the cursor: its type and its bytes, or its number.
  private WireType type;

  private int start;
  private int end;
  private long number;

  /// What follows the value in the message that holds it, up to the end of that message.
  private int next;

  private int limit;
  private int tag;

  private WireFields(Slice slice, WireType type, StringPool pool) {
    this.bytes = slice.bytes();
    this.start = slice.start();
    this.end = slice.end();
    this.next = end;
    this.limit = end;
    this.type = type;
    this.pool = pool;
  }

  static WireFields of(Slice slice, WireType type, StringPool pool) {
    return new WireFields(slice, type, pool);
  }

  /// An object in its envelope, which tells the kind.
  static WireFields document(Slice slice, StringPool pool) throws IOException {
    var fields = new WireFields(slice, WireType.of("TypeMeta"), pool);
    fields.open();
    return fields;
  }

  @Override
  public void each(Member member) throws IOException {
    if (type.is(Form.OBJECT)) {
      enter(1);
      open();
    }
    if (!type.is(Form.MESSAGE)) {
      return;
    }
    var message = type;
    var after = next;
    var outer = limit;
    next = start;
    limit = end;
    while (next < limit) {
      var field = message.field(read());
      if (field != null && field.type().is(Form.NUMBER) == isNumber()) {
        type = field.type();
        if (field.name().isEmpty()) {
          each(member);
        } else {
          member.read(field.name());
        }
      }
    }
    next = after;
    limit = outer;
  }

  /// Reads the item at the cursor: the next one is a member again.
  @Override
  public void items(Item item) throws IOException {
    item.read();
  }

  @Override
  public String text() {
    return type.is(Form.TEXT) ? new String(bytes, start, end - start, StandardCharsets.UTF_8) : "";
  }

  @Override
  public String word() {
    return type.is(Form.TEXT) ? pool.text(bytes, start, end - start) : "";
  }

  @Override
  public Optional<String> optionalWord() {
    return type.is(Form.TEXT) ? Optional.of(word()) : Optional.empty();
  }

  @Override
  public long number() {
    return type.is(Form.NUMBER) ? number : 0;
  }

  @Override
  public boolean isTrue() {
    return type.is(Form.NUMBER) && number != 0;
  }

  @Override
  public Optional<Instant> time() throws IOException {
    if (!type.is(Form.TIME)) {
      return Optional.empty();
    }
    var after = next;
    var outer = limit;
    var seconds = YEAR_ONE;
    var nanos = 0L;
    next = start;
    limit = end;
    while (next < limit) {
      switch (read()) {
        case 1 -> seconds = number;
        case 2 -> nanos = number;
        default -> {}
      }
    }
    next = after;
    limit = outer;
    return seconds == YEAR_ONE ? Optional.empty() : instant(seconds, nanos);
  }

  private static Optional<Instant> instant(long seconds, long nanos) {
    try {
      return Optional.of(Instant.ofEpochSecond(seconds, nanos));
    } catch (DateTimeException | ArithmeticException _) {
      return Optional.empty();
    }
  }

  /// The entries of a map stand one after the other, as the items of an array do.
  @Override
  public SortedMap<String, String> words(Predicate<String> wanted) throws IOException {
    if (!type.is(Form.TEXTS) && !type.is(Form.QUANTITIES)) {
      return Collections.emptySortedMap();
    }
    var found = new TreeMap<String, String>();
    entry(found, wanted);
    while (next < limit) {
      var entries = tag;
      var here = next;
      read();
      if (tag != entries) {
        tag = entries;
        next = here;
        break;
      }
      entry(found, wanted);
    }
    return found;
  }

  private void entry(Map<String, String> found, Predicate<String> wanted) throws IOException {
    var entries = tag;
    var first = start;
    var last = end;
    enter(1);
    var key = pool.text(bytes, start, end - start);
    if (wanted.test(key)) {
      start = first;
      end = last;
      enter(2);
      if (type.is(Form.QUANTITIES)) {
        enter(1);
      }
      found.put(key, pool.text(bytes, start, end - start));
    }
    tag = entries;
  }

  /// JSON that is none counts as absent: no object stops its stream.
  @Override
  public Json tree() throws IOException {
    if (!type.is(Form.JSON)) {
      return new Json.Null();
    }
    enter(1);
    try {
      return JsonBytes.read(Arrays.copyOfRange(bytes, start, end));
    } catch (IOException _) {
      return new Json.Null();
    }
  }

  @Override
  public void close() {}

  /// Moves from an envelope to the object in it.
  private void open() throws IOException {
    var first = new Slice(bytes, start, end).withoutMagic().start();
    var last = end;
    start = first;
    enter(1);
    enter(2);
    type = WireType.of(pool.text(bytes, start, end - start));
    start = first;
    end = last;
    enter(2);
  }

  /// Moves from a message to the text or message in its field `wanted`; to nothing if it has none.
  private void enter(int wanted) throws IOException {
    var after = next;
    var outer = limit;
    next = start;
    limit = end;
    var first = end;
    var last = end;
    while (next < limit) {
      if (read() == wanted && !isNumber()) {
        first = start;
        last = end;
      }
    }
    next = after;
    limit = outer;
    start = first;
    end = last;
  }

  private boolean isNumber() {
    return (tag & 7) != 2;
  }

  /// Reads the next field of a message: its value becomes that of the cursor. Returns its number.
  private int read() throws IOException {
    tag = (int) varint();
    number = 0;
    start = next;
    switch (tag & 7) {
      case 0 -> number = varint();
      case 1 -> next = ahead(Long.BYTES);
      case 2 -> {
        var length = varint();
        start = next;
        next = ahead(length);
      }
      case 5 -> next = ahead(Integer.BYTES);
      default -> throw new MalformedBytes("a field of an unknown form");
    }
    end = next;
    return tag >>> 3;
  }

  private int ahead(long length) throws MalformedBytes {
    if (length < 0 || length > limit - next) {
      throw new MalformedBytes("a field that is longer than its message");
    }
    return next + (int) length;
  }

  private long varint() throws MalformedBytes {
    var value = 0L;
    for (var shift = 0; shift < Long.SIZE && next < limit; shift += 7) {
      var part = bytes[next++];
      value |= (part & 0x7fL) << shift;
      if (part >= 0) {
        return value;
      }
    }
    throw new MalformedBytes("a number without an end");
  }
}
