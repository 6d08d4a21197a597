package dev.ordinal.sim.cel;

import java.util.List;

/// An expression.
sealed interface Expr {
  record Literal(Object value) implements Expr {}

  record ListOf(List<Expr> items) implements Expr {}

  record Name(String name) implements Expr {}

  record Select(Expr operand, String field) implements Expr {}

  record Index(Expr operand, Expr key) implements Expr {}

  /// `has(operand.field)`.
  record Has(Expr operand, String field) implements Expr {}

  record Call(String function, List<Expr> arguments) implements Expr {}

  record Operation(String operator, Expr left, Expr right) implements Expr {}

  record Not(Expr operand) implements Expr {}

  record Choice(Expr condition, Expr yes, Expr no) implements Expr {}

  /// `range.macro(variable, body)`.
  record Macro(String macro, Expr range, String variable, Expr body) implements Expr {}
}
