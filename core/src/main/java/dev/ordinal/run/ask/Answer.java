package dev.ordinal.run.ask;

import dev.ordinal.model.View;
import java.util.Optional;

/// What came back for one request.
public sealed interface Answer {

  /// The server's words are empty when it agreed; `view` is the object in the reply, if it has one.
  record Replied(int code, String words, Optional<View> view) implements Answer {
    boolean isSuccess() {
      return code >= 200 && code < 300;
    }
  }

  /// No reply. `mayHaveHappened`: the request may have taken effect.
  record Lost(String words, boolean mayHaveHappened) implements Answer {}

  default Outcome outcome() {
    return switch (this) {
      case Lost(var words, var mayHaveHappened) -> new Outcome.Unreachable(words, mayHaveHappened);
      case Replied reply when reply.isSuccess() -> new Outcome.Done(reply.view());
      case Replied(var code, var words, _) ->
          switch (code) {
            // Our own credentials are not accepted: that says nothing about the request.
            case 401 -> new Outcome.Unreachable(words, false);
            case 404 -> new Outcome.Gone(words);
            case 409 -> new Outcome.Conflict(words);
            case 429 -> new Outcome.Unreachable(words, false);
            default ->
                code >= 500 ? new Outcome.Unreachable(words, true) : new Outcome.Refused(words);
          };
    };
  }
}
