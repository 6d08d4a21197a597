package dev.ordinal.local.serve;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.model.json.Json;
import dev.ordinal.sim.reply.Refusal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/// Reads objects in the binary form that newer versions of kubectl send. Replies are JSON.
final class Protobuf {
  static final String MEDIA_TYPE = "application/vnd.kubernetes.protobuf";

  private static final byte[] MAGIC = {'k', '8', 's', 0};
  private static final long YEAR_ONE = -62_135_596_800L;

  /// By type, then by number of the field.
  private static final Map<String, Map<Integer, Field>> TYPES = types();

  /// Without a name where Go embeds the message: its fields belong to the parent.
  private record Field(String name, String type) {}

  private Protobuf() {}

  private static Map<String, Map<Integer, Field>> types() {
    try (var in = Protobuf.class.getResourceAsStream("/local/proto.txt")) {
      var text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      var types = new TreeMap<String, Map<Integer, Field>>();
      for (var line : text.lines().toList()) {
        var words = line.split(" ");
        var fields = new TreeMap<Integer, Field>();
        for (var i = 1; i < words.length; i++) {
          var parts = words[i].split(":");
          fields.put(Integer.parseInt(parts[0]), new Field(parts[1], parts[2]));
        }
        types.put(words[0], fields);
      }
      return types;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The object in its envelope.
  static Json.Obj read(byte[] bytes) {
    try {
      var in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
      var magic = new byte[MAGIC.length];
      in.get(magic);
      if (!java.util.Arrays.equals(magic, MAGIC)) {
        throw Refusal.badRequest(
            "provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]");
      }
      return envelope(in);
    } catch (RuntimeException e) {
      if (e instanceof Refusal) {
        throw e;
      }
      throw Refusal.badRequest("the object provided is not a protobuf message: " + e.getMessage());
    }
  }

  private static Json.Obj envelope(ByteBuffer in) {
    var version = "";
    var kind = "";
    var raw = ByteBuffer.allocate(0);
    while (in.hasRemaining()) {
      var tag = (int) varint(in);
      var part = slice(in);
      if (tag >>> 3 == 1) {
        while (part.hasRemaining()) {
          var number = (int) varint(part) >>> 3;
          var text = text(slice(part));
          version = number == 1 ? text : version;
          kind = number == 2 ? text : kind;
        }
      } else if (tag >>> 3 == 2) {
        raw = part;
      }
    }
    return message(type(version, kind), raw)
        .with("apiVersion", Json.of(version))
        .with("kind", Json.of(kind));
  }

  private static Map<Integer, Field> type(String version, String kind) {
    var slash = version.indexOf('/');
    var group = slash < 0 ? "core" : version.substring(0, slash).replaceFirst("[.].*", "");
    var name =
        kind.equals("DeleteOptions")
            ? "meta/v1.DeleteOptions"
            : group + "/" + version.substring(slash + 1) + "." + kind;
    var type = TYPES.get(name);
    if (type == null) {
      throw Refusal.badRequest(
          "the simulated cluster does not know how %s of %s is written in protobuf: send JSON"
              .formatted(kind, version));
    }
    return type;
  }

  private static Json.Obj message(Map<Integer, Field> type, ByteBuffer in) {
    var members = new TreeMap<String, Json>();
    while (in.hasRemaining()) {
      var tag = (int) varint(in);
      var field = type.get(tag >>> 3);
      if (field == null) {
        skip(in, tag & 7);
      } else {
        add(members, field, in);
      }
    }
    return new Json.Obj(members);
  }

  private static void add(Map<String, Json> members, Field field, ByteBuffer in) {
    var type = field.type();
    var inner = type.substring(1, Math.max(1, type.length() - 1));
    switch (type.charAt(0)) {
      case '[' -> {
        var before = members.get(field.name()) instanceof Json.Arr(var items) ? items : null;
        var items = before == null ? new ArrayList<Json>() : new ArrayList<>(before);
        items.add(value(inner, in));
        members.put(field.name(), Json.of(items));
      }
      case '{' -> {
        var before = members.get(field.name()) instanceof Json.Obj map ? map : Json.EMPTY;
        members.put(field.name(), entry(before, inner, slice(in)));
      }
      default -> {
        var value = value(type, in);
        if (field.name().isEmpty() && value instanceof Json.Obj embedded) {
          members.putAll(embedded.members());
        } else if (!(value instanceof Json.Null)) {
          members.put(field.name(), value);
        }
      }
    }
  }

  private static Json.Obj entry(Json.Obj map, String type, ByteBuffer in) {
    var key = "";
    Json value = type.equals("s") || type.equals("y") ? Json.of("") : Json.EMPTY;
    while (in.hasRemaining()) {
      if ((int) varint(in) >>> 3 == 1) {
        key = text(slice(in));
      } else {
        value = value(type, in);
      }
    }
    return map.with(key, value);
  }

  private static Json value(String type, ByteBuffer in) {
    return switch (type) {
      case "n" -> Json.of(varint(in));
      case "b" -> Json.of(varint(in) != 0);
      case "s" -> Json.of(text(slice(in)));
      case "y" -> Json.of(Base64.getEncoder().encodeToString(bytes(slice(in))));
      case "t", "m" -> time(slice(in));
      case "q" -> wrapped(slice(in));
      case "x" -> intOrText(slice(in));
      case "o" -> raw(wrapped(slice(in)));
      default -> message(TYPES.getOrDefault(type, Map.of()), slice(in));
    };
  }

  private static Json time(ByteBuffer in) {
    var seconds = YEAR_ONE;
    var nanos = 0L;
    while (in.hasRemaining()) {
      var isSeconds = (int) varint(in) >>> 3 == 1;
      var number = varint(in);
      seconds = isSeconds ? number : seconds;
      nanos = isSeconds ? nanos : number;
    }
    return seconds == YEAR_ONE
        ? new Json.Null()
        : Json.of(Instant.ofEpochSecond(seconds, nanos).toString());
  }

  /// A message with a single text.
  private static Json wrapped(ByteBuffer in) {
    if (!in.hasRemaining()) {
      return new Json.Null();
    }
    varint(in);
    return Json.of(text(slice(in)));
  }

  private static Json raw(Json text) {
    try {
      return text instanceof Json.Str(var json)
          ? JsonBytes.read(json.getBytes(StandardCharsets.UTF_8))
          : text;
    } catch (IOException _) {
      throw Refusal.badRequest("a raw part of the object is not JSON");
    }
  }

  private static Json intOrText(ByteBuffer in) {
    var isText = false;
    Json number = Json.of(0);
    Json text = Json.of("");
    while (in.hasRemaining()) {
      switch ((int) varint(in) >>> 3) {
        case 1 -> isText = varint(in) == 1;
        case 2 -> number = Json.of(varint(in));
        default -> text = Json.of(text(slice(in)));
      }
    }
    return isText ? text : number;
  }

  private static long varint(ByteBuffer in) {
    var value = 0L;
    for (var shift = 0; shift < 64; shift += 7) {
      var next = in.get();
      value |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new IllegalArgumentException("a number has too many bytes");
  }

  private static ByteBuffer slice(ByteBuffer in) {
    var length = Math.toIntExact(varint(in));
    var part = in.slice(in.position(), length);
    in.position(in.position() + length);
    return part;
  }

  private static byte[] bytes(ByteBuffer in) {
    var bytes = new byte[in.remaining()];
    in.get(bytes);
    return bytes;
  }

  private static String text(ByteBuffer in) {
    return StandardCharsets.UTF_8.decode(in).toString();
  }

  private static void skip(ByteBuffer in, int form) {
    switch (form) {
      case 0 -> varint(in);
      case 1 -> in.position(in.position() + 8);
      case 2 -> slice(in);
      case 5 -> in.position(in.position() + 4);
      default -> throw new IllegalArgumentException("a field of an unknown form");
    }
  }
}
