package dev.ordinal.sim.virtual;

import dev.ordinal.model.json.Json;
import dev.ordinal.run.ask.ApiRequest;
import dev.ordinal.sim.reply.Reply;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Requests of a controller that are always refused, and how: a missing permission, a webhook that
/// denies, a subresource that the server lacks.
public record Denial(Predicate<ApiRequest> requests, int code, String message) {
  Optional<Reply> reply(ApiRequest request) {
    return requests.test(request)
        ? Optional.of(new Reply(code, Json.of("message", Json.of(message)), List.of()))
        : Optional.empty();
  }
}
