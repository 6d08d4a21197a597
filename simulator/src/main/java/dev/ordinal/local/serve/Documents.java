package dev.ordinal.local.serve;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.local.http.HttpReply;
import dev.ordinal.model.json.Json;
import dev.ordinal.sim.reply.Reply;
import java.util.ArrayList;
import java.util.List;

/// HTTP replies from the model's replies.
final class Documents {
  private Documents() {}

  static HttpReply of(Reply reply) {
    var headers = new ArrayList<String>();
    reply
        .warnings()
        .forEach(words -> headers.add("Warning: 299 - \"" + words.replace("\"", "\\\"") + "\""));
    // Before they retry, clients read the header and not the body.
    if (reply.body().object("details").members().get("retryAfterSeconds")
        instanceof Json.Num(var seconds)) {
      headers.add("Retry-After: " + seconds);
    }
    return new HttpReply.Whole(
        reply.code(), "application/json", JsonBytes.write(reply.body()), headers);
  }

  /// No form that the client accepts is supported.
  static HttpReply notAcceptable() {
    var status =
        Json.of("kind", Json.of("Status"))
            .with("apiVersion", Json.of("v1"))
            .with("metadata", Json.EMPTY)
            .with("status", Json.of("Failure"))
            .with(
                "message", Json.of("only the following media types are accepted: application/json"))
            .with("reason", Json.of("NotAcceptable"))
            .with("code", Json.of(406));
    return of(new Reply(406, status, List.of()));
  }
}
