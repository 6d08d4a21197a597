package dev.ordinal.sim.front;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.model.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;

/// Parses JSON with the error messages of Go's parser.
final class GoText {
  private static final int DEEPEST = 10_000;
  private static final int QUOTED = 30;
  private static final String KIND =
      "Go value of type struct { APIVersion string \"json:\\\"apiVersion,omitempty\\\"\"; Kind"
          + " string \"json:\\\"kind,omitempty\\\"\" }";

  private GoText() {}

  /// The value, which may be of any type.
  static Json read(String text) throws IOException {
    var tooDeep = findTooDeep(text);
    if (tooDeep.isPresent()) {
      throw new IOException("invalid character '" + tooDeep.get() + "' exceeded max depth");
    }
    try {
      return JsonBytes.read(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new IOException(error(text), e);
    }
  }

  /// An object, or empty.
  static Json readObject(String text) throws IOException {
    var value = read(text);
    var type =
        switch (value) {
          case Json.Obj _, Json.Null() -> "";
          case Json.Arr _ -> "array";
          case Json.Str _ -> "string";
          case Json.Num _ -> "number";
          case Json.Bool _ -> "bool";
        };
    if (!type.isEmpty()) {
      throw new IOException("json: cannot unmarshal " + type + " into " + KIND);
    }
    return value;
  }

  /// The bracket that nests too deeply; shorter texts are not checked.
  private static Optional<Character> findTooDeep(String text) {
    var depth = 0;
    var isQuoted = false;
    for (var i = 0; i < text.length() && text.length() > DEEPEST; i++) {
      var character = text.charAt(i);
      if (isQuoted) {
        i += character == '\\' ? 1 : 0;
        isQuoted = character != '"';
        continue;
      }
      isQuoted = character == '"';
      depth += "{[".indexOf(character) >= 0 ? 1 : "}]".indexOf(character) >= 0 ? -1 : 0;
      if (depth > DEEPEST) {
        return Optional.of(character);
      }
    }
    return Optional.empty();
  }

  /// Of the possible errors it reports those at the first character and at the end.
  private static String error(String text) {
    var first = (text.strip() + " ").charAt(0);
    return text.isBlank() || "{[\"tfn-0123456789".indexOf(first) >= 0
        ? "unexpected end of JSON input"
        : "invalid character '" + first + "' looking for beginning of value";
  }

  /// The start of a text, as the server quotes it: in hexadecimal, if it does not look like an
  /// object.
  static String brief(String text) {
    if (text.isEmpty()) {
      return "<empty>";
    }
    var start = text.length() > QUOTED ? text.substring(0, QUOTED) : text;
    var shown =
        text.startsWith("{")
            ? start
            : HexFormat.of().formatHex(start.getBytes(StandardCharsets.UTF_8));
    return text.length() > QUOTED ? shown + " ..." : shown;
  }
}
