package dev.ordinal.run.ask;

import dev.ordinal.model.View;
import java.util.Optional;

/// How a request ended.
public sealed interface Outcome {

  /// It took effect; `view` is the object after it, empty when that is gone.
  record Done(Optional<View> view) implements Outcome {}

  /// The API server was asked what it would do: nothing has changed but our knowledge.
  record Judged(Judgement judgement) implements Outcome {}

  /// The API server has filled in two templates, and they are the same then, or not.
  record Compared(boolean isSame) implements Outcome {}

  /// The object has changed, or its name is taken, since we looked.
  record Conflict(String message) implements Outcome {}

  /// The object is not there any more.
  record Gone(String message) implements Outcome {}

  /// The API server understood and said no; trying again will not help soon.
  record Refused(String message) implements Outcome {}

  /// No answer, or one that says "later". `mayHaveHappened`: the request may have taken effect.
  record Unreachable(String message, boolean mayHaveHappened) implements Outcome {}

  default boolean isDone() {
    return this instanceof Done || this instanceof Judged || this instanceof Compared;
  }
}
