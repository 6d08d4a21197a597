package dev.ordinal.sim.cel;

import dev.ordinal.sim.cel.Lexer.Kind;
import dev.ordinal.sim.cel.Lexer.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Parses an expression, from the weakest operator to the strongest.
final class Parser {
  private static final Set<String> MACROS = Set.of("all", "exists", "exists_one");
  private static final Set<String> FUNCTIONS =
      Set.of(
          "size",
          "type",
          "int",
          "string",
          "contains",
          "matches",
          "split",
          "startsWith",
          "endsWith");
  private static final List<Set<String>> LEVELS =
      List.of(
          Set.of("||"),
          Set.of("&&"),
          Set.of("==", "!=", "<", "<=", ">", ">=", "in"),
          Set.of("+", "-"),
          Set.of("*", "/", "%"));

  private final String source;
  private final List<Token> tokens;
  private int at;

  private Parser(String source) {
    this.source = source;
    this.tokens = Lexer.cut(source);
  }

  static Expr parse(String source) {
    var parser = new Parser(source);
    var expr = parser.choice();
    if (parser.peek().kind() != Kind.END) {
      throw parser.expected("end of the rule");
    }
    return expr;
  }

  private Expr choice() {
    var condition = operation(0);
    if (!accept("?")) {
      return condition;
    }
    var yes = choice();
    expect(":");
    return new Expr.Choice(condition, yes, choice());
  }

  private Expr operation(int level) {
    if (level == LEVELS.size()) {
      return unary();
    }
    var left = operation(level + 1);
    while (peek().kind() != Kind.TEXT && LEVELS.get(level).contains(peek().text())) {
      var operator = next().text();
      left = new Expr.Operation(operator, left, operation(level + 1));
    }
    return left;
  }

  private Expr unary() {
    if (accept("!")) {
      return new Expr.Not(unary());
    }
    if (accept("-")) {
      return new Expr.Operation("-", new Expr.Literal(0L), unary());
    }
    var expr = primary();
    while (true) {
      if (accept(".")) {
        expr = member(expr, name());
      } else if (accept("[")) {
        expr = new Expr.Index(expr, choice());
        expect("]");
      } else {
        return expr;
      }
    }
  }

  private Expr member(Expr operand, String name) {
    if (!accept("(")) {
      return new Expr.Select(operand, name);
    }
    if (MACROS.contains(name)) {
      var variable = next().text();
      expect(",");
      var body = choice();
      expect(")");
      return new Expr.Macro(name, operand, variable, body);
    }
    var arguments = new ArrayList<Expr>();
    arguments.add(operand);
    arguments.addAll(list(")"));
    return call(name, arguments);
  }

  private Expr primary() {
    var token = next();
    return switch (token.kind()) {
      case NUMBER -> new Expr.Literal(Long.parseLong(token.text()));
      case TEXT -> new Expr.Literal(token.text());
      case NAME -> named(token.text());
      case SIGN -> group(token.text());
      case END -> throw expected("a value");
    };
  }

  private Expr named(String name) {
    if (name.equals("true") || name.equals("false")) {
      return new Expr.Literal(name.equals("true"));
    }
    if (!accept("(")) {
      return new Expr.Name(name);
    }
    var arguments = list(")");
    if (name.equals("has")) {
      if (arguments.size() == 1
          && arguments.getFirst() instanceof Expr.Select(var operand, var field)) {
        return new Expr.Has(operand, field);
      }
      throw expected("a field for has()");
    }
    return call(name, arguments);
  }

  private Expr call(String name, List<Expr> arguments) {
    if (!FUNCTIONS.contains(name)) {
      throw expected("a known function instead of " + name);
    }
    return new Expr.Call(name, arguments);
  }

  private Expr group(String sign) {
    if (sign.equals("(")) {
      var expr = choice();
      expect(")");
      return expr;
    }
    if (sign.equals("[")) {
      return new Expr.ListOf(list("]"));
    }
    throw expected("a value");
  }

  private List<Expr> list(String end) {
    var items = new ArrayList<Expr>();
    while (!accept(end)) {
      items.add(choice());
      if (!peek().text().equals(end)) {
        expect(",");
      }
    }
    return items;
  }

  private Token peek() {
    return tokens.get(at);
  }

  private Token next() {
    var token = peek();
    at += token.kind() == Kind.END ? 0 : 1;
    return token;
  }

  private String name() {
    var token = next();
    if (token.kind() != Kind.NAME) {
      throw expected("a name");
    }
    return token.text();
  }

  private boolean accept(String sign) {
    var isThere = peek().kind() == Kind.SIGN && peek().text().equals(sign);
    at += isThere ? 1 : 0;
    return isThere;
  }

  private void expect(String sign) {
    if (!accept(sign)) {
      throw expected(sign);
    }
  }

  private IllegalArgumentException expected(String wanted) {
    return new IllegalArgumentException(
        "the rule \"%s\" needs %s at word %d".formatted(source, wanted, at));
  }
}
