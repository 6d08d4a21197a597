package dev.ordinal.model.common;

/// Words of others, such as an API server, a webhook or a kubelet, or with names that users chose,
/// as they are fit for a status, an event and a line of the log.
public final class PlainText {
  /// Longer ones are shortened in the middle: the beginning says what failed, the end often why.
  private static final int LONGEST = 2_000;

  private static final int BEGIN = 1_450;
  private static final int END = 500;

  private PlainText() {}

  /// In one line, of bounded length, and with control characters spelled out: a terminal would obey
  /// them.
  public static String of(String text) {
    var isPlain = text.length() <= LONGEST && text.chars().noneMatch(PlainText::isControl);
    return isPlain ? text : shortened(spelledOut(shortened(text)));
  }

  private static String shortened(String text) {
    return text.length() <= LONGEST
        ? text
        : text.substring(0, edge(text, BEGIN))
            + " … "
            + text.substring(edge(text, text.length() - END));
  }

  /// A character that is written in two parts stays whole.
  private static int edge(String text, int at) {
    return Character.isLowSurrogate(text.charAt(at)) ? at - 1 : at;
  }

  private static String spelledOut(String text) {
    var plain = new StringBuilder();
    for (var i = 0; i < text.length(); i++) {
      var each = text.charAt(i);
      if (each == '\n' || each == '\t') {
        plain.append(' ');
      } else if (isControl(each)) {
        plain.append("\\u%04x".formatted((int) each));
      } else {
        plain.append(each);
      }
    }
    return plain.toString();
  }

  /// Those that move the cursor, and those that change the direction of the text.
  private static boolean isControl(int each) {
    return Character.isISOControl(each)
        || Character.getType(each) == Character.FORMAT
        || each == 0x2028
        || each == 0x2029;
  }
}
