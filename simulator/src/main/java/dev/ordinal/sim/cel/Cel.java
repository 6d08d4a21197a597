package dev.ordinal.sim.cel;

import dev.ordinal.model.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// An expression that is true or false for an object.
public final class Cel {
  private static final Map<String, String> TYPE_NAMES =
      Map.of("int", "int", "string", "string", "bool", "bool", "double", "double");

  private final Expr expr;
  private final boolean isTransition;

  private Cel(Expr expr, boolean isTransition) {
    this.expr = expr;
    this.isTransition = isTransition;
  }

  /// Refuses expressions that this evaluator does not support.
  public static Cel parse(String source) {
    return new Cel(Parser.parse(source), Pattern.compile("\\boldSelf\\b").matcher(source).find());
  }

  /// Whether it refers to the old value.
  public boolean isTransition() {
    return isTransition;
  }

  /// An expression with an error, such as a missing field, counts as false.
  public boolean holds(Json self, Optional<Json> oldSelf) {
    try {
      var scope = new Scope("self", plain(self), null);
      var whole = oldSelf.map(old -> new Scope("oldSelf", plain(old), scope)).orElse(scope);
      return whole.eval(expr).equals(true);
    } catch (NoAnswer _) {
      return false;
    }
  }

  private static final class NoAnswer extends RuntimeException {
    NoAnswer(String words) {
      super(words, null, false, false);
    }
  }

  /// A type as a value, for `type(self) == int`.
  private record TypeName(String name) {}

  /// The variables of an expression.
  private record Scope(String name, Object value, @org.jspecify.annotations.Nullable Scope outer) {

    Object eval(Expr expr) {
      return switch (expr) {
        case Expr.Literal(var value) -> value;
        case Expr.ListOf(var items) -> items.stream().map(this::eval).toList();
        case Expr.Name(var name) -> find(name);
        case Expr.Select(var operand, var field) -> member(eval(operand), field);
        case Expr.Index(var operand, var key) -> member(eval(operand), eval(key));
        case Expr.Has(var operand, var field) ->
            eval(operand) instanceof Json.Obj object && object.find(field).isPresent();
        case Expr.Call(var function, var arguments) ->
            Functions.call(function, arguments.stream().map(this::eval).toList());
        case Expr.Operation operation -> operate(operation);
        case Expr.Not(var operand) -> !truth(operand);
        case Expr.Choice(var condition, var yes, var no) -> eval(truth(condition) ? yes : no);
        case Expr.Macro macro -> count(macro);
      };
    }

    private Object find(String wanted) {
      for (var scope = this; scope != null; scope = scope.outer) {
        if (scope.name.equals(wanted)) {
          return scope.value;
        }
      }
      var type = TYPE_NAMES.get(wanted);
      if (type == null) {
        throw new NoAnswer("no such variable: " + wanted);
      }
      return new TypeName(type);
    }

    private boolean truth(Expr expr) {
      if (eval(expr) instanceof Boolean truth) {
        return truth;
      }
      throw new NoAnswer("not a truth");
    }

    /// One operand may decide alone, even where the other is an error.
    private Object operate(Expr.Operation operation) {
      return switch (operation.operator()) {
        case "||" -> either(operation, true);
        case "&&" -> either(operation, false);
        default ->
            Functions.operate(
                operation.operator(), eval(operation.left()), eval(operation.right()));
      };
    }

    private boolean either(Expr.Operation operation, boolean decisive) {
      try {
        return truth(operation.left()) == decisive ? decisive : truth(operation.right());
      } catch (NoAnswer e) {
        if (truth(operation.right()) == decisive) {
          return decisive;
        }
        throw e;
      }
    }

    private boolean count(Expr.Macro macro) {
      var range = eval(macro.range());
      var items =
          range instanceof Json.Obj object ? List.copyOf(object.members().keySet()) : list(range);
      var met = 0;
      for (var item : items) {
        met += new Scope(macro.variable(), item, this).truth(macro.body()) ? 1 : 0;
      }
      return switch (macro.macro()) {
        case "all" -> met == items.size();
        case "exists" -> met > 0;
        default -> met == 1;
      };
    }

    private static List<?> list(Object value) {
      if (value instanceof List<?> list) {
        return list;
      }
      throw new NoAnswer("not a list");
    }

    private static Object member(Object owner, Object key) {
      if (owner instanceof Json.Obj object && key instanceof String name) {
        return plain(object.find(name).orElseThrow(() -> new NoAnswer("no such key: " + name)));
      }
      if (owner instanceof List<?> list
          && key instanceof Long place
          && place >= 0
          && place < list.size()) {
        return list.get(place.intValue());
      }
      throw new NoAnswer("no such member");
    }
  }

  /// Numbers, texts, booleans and lists become Java values; objects stay.
  private static Object plain(Json value) {
    return switch (value) {
      case Json.Obj object -> object;
      case Json.Arr(var items) -> {
        var list = new ArrayList<Object>(items.size());
        items.forEach(item -> list.add(plain(item)));
        yield list;
      }
      case Json.Str(var text) -> text;
      case Json.Bool(var truth) -> truth;
      case Json.Num(var literal) ->
          literal.matches("-?\\d{1,18}")
              ? (Object) Long.valueOf(literal)
              : (Object) Double.valueOf(literal);
      case Json.Null() -> value;
    };
  }

  /// The functions and operators, on plain values.
  private static final class Functions {
    static Object call(String function, List<Object> arguments) {
      var self = arguments.getFirst();
      var other = arguments.size() > 1 && arguments.get(1) instanceof String text ? text : "";
      return switch (function) {
        case "size" -> size(self);
        case "type" -> new TypeName(typeOf(self));
        case "int" -> whole(self);
        case "string" -> String.valueOf(self);
        case "contains" -> text(self).contains(other);
        case "startsWith" -> text(self).startsWith(other);
        case "endsWith" -> text(self).endsWith(other);
        case "matches" -> Pattern.compile(other).matcher(text(self)).find();
        case "split" -> List.of(text(self).split(Pattern.quote(other), -1));
        default -> throw new NoAnswer("no such function: " + function);
      };
    }

    static Object operate(String operator, Object left, Object right) {
      return switch (operator) {
        case "==" -> left.equals(right);
        case "!=" -> !left.equals(right);
        case "in" -> contains(right, left);
        case "<" -> compare(left, right) < 0;
        case "<=" -> compare(left, right) <= 0;
        case ">" -> compare(left, right) > 0;
        case ">=" -> compare(left, right) >= 0;
        case "+" ->
            left instanceof String text
                ? text + text(right)
                : (Object) (number(left) + number(right));
        case "-" -> number(left) - number(right);
        case "*" -> number(left) * number(right);
        default -> throw new NoAnswer("no such operator: " + operator);
      };
    }

    private static boolean contains(Object whole, Object part) {
      return whole instanceof Json.Obj object
          ? part instanceof String name && object.find(name).isPresent()
          : whole instanceof List<?> list && list.contains(part);
    }

    private static int compare(Object left, Object right) {
      return left instanceof String one && right instanceof String two
          ? one.compareTo(two)
          : Long.compare(number(left), number(right));
    }

    private static long size(Object value) {
      return switch (value) {
        case String text -> text.codePointCount(0, text.length());
        case List<?> list -> list.size();
        case Json.Obj object -> object.members().size();
        default -> throw new NoAnswer("no size");
      };
    }

    private static String typeOf(Object value) {
      return switch (value) {
        case Long _ -> "int";
        case Double _ -> "double";
        case String _ -> "string";
        case Boolean _ -> "bool";
        default -> "other";
      };
    }

    private static long whole(Object value) {
      try {
        return value instanceof String text ? Long.parseLong(text) : number(value);
      } catch (NumberFormatException _) {
        throw new NoAnswer("not a number");
      }
    }

    private static long number(Object value) {
      if (value instanceof Long number) {
        return number;
      }
      throw new NoAnswer("not a number");
    }

    private static String text(Object value) {
      if (value instanceof String text) {
        return text;
      }
      throw new NoAnswer("not a text");
    }
  }
}
