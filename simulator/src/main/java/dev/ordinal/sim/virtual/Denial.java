package dev.ordinal.sim.virtual;

import dev.ordinal.run.ask.Answer;
import dev.ordinal.run.ask.Call;
import java.util.Optional;
import java.util.function.Predicate;

/// Requests of a controller that are always refused, and how: a missing permission, a webhook that
/// denies, a subresource that the server does not have.
public record Denial(Predicate<Call> requests, int code, String message) {
  Optional<Answer> judge(Call call) {
    return requests.test(call)
        ? Optional.of(new Answer.Replied(code, message, Optional.empty()))
        : Optional.empty();
  }
}
