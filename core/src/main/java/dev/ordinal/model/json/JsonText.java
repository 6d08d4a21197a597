package dev.ordinal.model.json;

import java.util.Map;

/// Writes JSON as Go's encoder does: sorted keys, no spaces, `<`, `>` and `&` escaped. The revision
/// hash is taken over these bytes, so they must match those of kube-controller-manager and Kruise.
public final class JsonText {
  private static final String HEX = "0123456789abcdef";

  private JsonText() {}

  public static String write(Json value) {
    var out = new StringBuilder();
    append(out, value);
    return out.toString();
  }

  private static void append(StringBuilder out, Json value) {
    switch (value) {
      case Json.Obj(var members) -> appendObject(out, members);
      case Json.Arr(var items) -> {
        var separator = '[';
        for (var item : items) {
          out.append(separator);
          append(out, item);
          separator = ',';
        }
        out.append(items.isEmpty() ? "[]" : "]");
      }
      case Json.Str(var text) -> appendText(out, text);
      case Json.Num(var literal) -> out.append(literal);
      case Json.Bool(var truth) -> out.append(truth);
      case Json.Null() -> out.append("null");
    }
  }

  private static void appendObject(StringBuilder out, Map<String, Json> members) {
    var separator = '{';
    for (var member : members.entrySet()) {
      out.append(separator);
      appendText(out, member.getKey());
      out.append(':');
      append(out, member.getValue());
      separator = ',';
    }
    out.append(members.isEmpty() ? "{}" : "}");
  }

  private static void appendText(StringBuilder out, String text) {
    out.append('"');
    for (var i = 0; i < text.length(); i++) {
      appendChar(out, text.charAt(i));
    }
    out.append('"');
  }

  private static void appendChar(StringBuilder out, char c) {
    switch (c) {
      case '"' -> out.append("\\\"");
      case '\\' -> out.append("\\\\");
      case '\b' -> out.append("\\b");
      case '\f' -> out.append("\\f");
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      case '<', '>', '&', '\u2028', '\u2029' -> appendEscape(out, c);
      default -> {
        if (c < ' ') {
          appendEscape(out, c);
        } else {
          out.append(c);
        }
      }
    }
  }

  private static void appendEscape(StringBuilder out, char c) {
    out.append("\\u");
    for (var shift = 12; shift >= 0; shift -= 4) {
      out.append(HEX.charAt((c >> shift) & 0xf));
    }
  }
}
