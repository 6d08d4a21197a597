package dev.ordinal.sim.cel;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Splits an expression into tokens.
final class Lexer {
  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s*(?:(?<number>\\d+)|(?<name>[A-Za-z_]\\w*)|(?<text>'(?:[^'\\\\]|\\\\.)*'|\"(?:[^\"\\\\]|\\\\.)*\")"
              + "|(?<sign>\\|\\||&&|==|!=|<=|>=|[-+*/%<>!?:.,()\\[\\]]))");

  private Lexer() {}

  enum Kind {
    NUMBER,
    NAME,
    TEXT,
    SIGN,
    END
  }

  record Token(Kind kind, String text) {}

  static List<Token> cut(String source) {
    var tokens = new ArrayList<Token>();
    var matcher = TOKEN.matcher(source);
    var at = 0;
    while (at < source.length() && !source.substring(at).isBlank()) {
      if (!matcher.find(at) || matcher.start() != at) {
        throw new IllegalArgumentException("not understood in a rule: " + source.substring(at));
      }
      tokens.add(token(matcher));
      at = matcher.end();
    }
    tokens.add(new Token(Kind.END, ""));
    return tokens;
  }

  private static Token token(java.util.regex.Matcher matcher) {
    for (var kind : List.of(Kind.NUMBER, Kind.NAME, Kind.TEXT)) {
      var text = matcher.group(kind.name().toLowerCase(java.util.Locale.ROOT));
      if (text != null) {
        return new Token(kind, kind == Kind.TEXT ? unquoted(text) : text);
      }
    }
    return new Token(Kind.SIGN, matcher.group("sign"));
  }

  private static String unquoted(String text) {
    return text.substring(1, text.length() - 1).replaceAll("\\\\(.)", "$1");
  }
}
