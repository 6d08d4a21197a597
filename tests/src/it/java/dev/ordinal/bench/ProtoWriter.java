package dev.ordinal.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.model.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/// Writes objects as an API server does that is asked for protobuf. `local/proto.txt` of the
/// simulator has the numbers. Empty fields are left out, of which a real server writes some.
final class ProtoWriter {
  private final Map<String, Map<Integer, Field>> types = new TreeMap<>();

  private record Field(String name, String type) {}

  ProtoWriter() throws IOException {
    try (var in = ProtoWriter.class.getResourceAsStream("/local/proto.txt")) {
      if (in == null) {
        throw new IOException("local/proto.txt is not on the class path");
      }
      new String(in.readAllBytes(), UTF_8).lines().forEach(line -> define(line.split(" ")));
    }
  }

  private void define(String[] words) {
    var fields = new TreeMap<Integer, Field>();
    for (var i = 1; i < words.length; i++) {
      var parts = words[i].split(":");
      fields.put(Integer.parseInt(parts[0]), new Field(parts[1], parts[2]));
    }
    types.put(words[0], fields);
  }

  /// An object with what tells its kind.
  static byte[] document(String kind, byte[] object) {
    var meta = new Message().text(1, "v1").text(2, kind);
    var envelope = new Message().bytes(1, meta.written()).bytes(2, object);
    var out = new ByteArrayOutputStream();
    out.writeBytes("k8s\0".getBytes(UTF_8));
    out.writeBytes(envelope.written());
    return out.toByteArray();
  }

  /// An object alone, such as `core/v1.Pod`.
  byte[] object(String type, Json.Obj object) {
    return message(type, object).written();
  }

  private Message message(String type, Json.Obj object) {
    var message = new Message();
    types
        .getOrDefault(type, Map.of())
        .forEach(
            (number, field) -> {
              var value = object.members().get(field.name());
              if (field.name().isEmpty()) {
                message.bytes(number, object(field.type(), object));
              } else if (value != null) {
                write(message, number, field.type(), value);
              }
            });
    return message;
  }

  private void write(Message message, int number, String type, Json value) {
    var inner = type.substring(1, Math.max(1, type.length() - 1));
    switch (value) {
      case Json.Arr(var items) -> items.forEach(item -> write(message, number, inner, item));
      case Json.Obj(var members) when type.startsWith("{") ->
          members.forEach(
              (key, item) -> {
                var entry = new Message().text(1, key);
                write(entry, 2, inner, item);
                message.bytes(number, entry.written());
              });
      case Json.Obj object ->
          message.bytes(number, type.equals("o") ? raw(object) : object(type, object));
      case Json.Str(var text) when type.equals("t") -> message.bytes(number, time(text));
      case Json.Str(var text) when type.equals("q") ->
          message.bytes(number, new Message().text(1, text).written());
      case Json.Str(var text) when type.equals("x") ->
          message.bytes(number, new Message().number(1, 1).text(3, text).written());
      case Json.Num(var digits) when type.equals("x") ->
          message.bytes(number, new Message().number(2, Long.parseLong(digits)).written());
      case Json.Str(var text) -> message.text(number, text);
      case Json.Num(var digits) -> message.number(number, Long.parseLong(digits));
      case Json.Bool(var isTrue) -> message.number(number, isTrue ? 1 : 0);
      case Json.Null() -> {}
    }
  }

  private static byte[] raw(Json.Obj object) {
    return new Message().bytes(1, JsonBytes.write(object)).written();
  }

  private static byte[] time(String text) {
    return new Message().number(1, Instant.parse(text).getEpochSecond()).number(2, 0).written();
  }

  /// A message while it is written.
  static final class Message {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    Message number(int number, long value) {
      varint((long) number << 3);
      varint(value);
      return this;
    }

    Message text(int number, String text) {
      return bytes(number, text.getBytes(UTF_8));
    }

    Message bytes(int number, byte[] content) {
      varint(((long) number << 3) | 2);
      varint(content.length);
      out.writeBytes(content);
      return this;
    }

    byte[] written() {
      return out.toByteArray();
    }

    private void varint(long value) {
      var rest = value;
      while ((rest & ~0x7fL) != 0) {
        out.write((int) ((rest & 0x7f) | 0x80));
        rest >>>= 7;
      }
      out.write((int) rest);
    }
  }
}
