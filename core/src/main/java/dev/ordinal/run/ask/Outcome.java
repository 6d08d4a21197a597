package dev.ordinal.run.ask;

import dev.ordinal.model.View;
import java.util.Optional;

/// How a request ended.
public sealed interface Outcome {

  /// The request took effect. `view` is the object after it, empty when the object is gone.
  record Done(Optional<View> view) implements Outcome {}

  /// A dry run was answered, which changes nothing. `message` is that of a refusal.
  record Checked(boolean isRefused, String message) implements Outcome {
    static final Checked ACCEPTED = new Checked(false, "");
  }

  /// The API server has filled in the defaults of two templates, and they are equal then, or not.
  record Compared(boolean isSame) implements Outcome {}

  /// The reply was one of several that the action needs: `next` asks for another.
  record Unfinished(ApiRequest next) implements Outcome {}

  /// The object has changed since it was read, or its name is taken.
  record Conflict(String message) implements Outcome {}

  /// The object does not exist any more.
  record Gone(String message) implements Outcome {}

  /// The API server rejected the request; the same request will not succeed soon.
  record Refused(String message) implements Outcome {}

  /// No reply, or one that says "later". `mayHaveHappened`: the request may have taken effect.
  record Unreachable(String message, boolean mayHaveHappened) implements Outcome {}

  /// What a reply says, whatever the request was made for. `message` is the server's, for an error;
  /// `view` is the object in the reply, if it has one.
  static Outcome of(int code, String message, Optional<View> view) {
    if (code >= 200 && code < 300) {
      return new Done(view);
    }
    return switch (code) {
      // The credentials are not accepted, which tells nothing about the request.
      case 401 -> new Unreachable(message, false);
      case 404 -> new Gone(message);
      case 409 -> new Conflict(message);
      case 429 -> new Unreachable(message, false);
      default -> code >= 500 ? new Unreachable(message, true) : new Refused(message);
    };
  }

  default boolean isDone() {
    return this instanceof Done || this instanceof Checked || this instanceof Compared;
  }
}
