package dev.ordinal.cli.change;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.kube.http.Api;
import dev.ordinal.kube.http.Api.Request;
import dev.ordinal.kube.http.Api.Response;
import dev.ordinal.model.common.PlainText;
import dev.ordinal.model.json.Json;
import java.io.IOException;

/// Makes a change. During a rollout the status of a set moves every second, and its version with
/// it: the change is repeated as long as the spec is the one that it was decided on.
record Delivery(Api api) {
  private static final int CONFLICT = 409;
  private static final int MOST_TRIES = 20;

  /// @throws IllegalArgumentException with a sentence for the user when it cannot be made
  void make(ChangeRequest change) {
    try {
      var wanted = change;
      var reply = api.send(wanted.request());
      for (var tries = 1; isStale(change, reply) && tries < MOST_TRIES; tries++) {
        wanted = renewed(wanted);
        reply = api.send(wanted.request());
      }
      demand(reply);
    } catch (Api.Unreachable e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    } catch (IOException e) {
      throw new IllegalArgumentException("The API server's reply is not readable.", e);
    }
  }

  /// For a new object the same code says that another one has its name.
  private static boolean isStale(ChangeRequest change, Response reply) {
    return reply.code() == CONFLICT && !change.isCreation();
  }

  private ChangeRequest renewed(ChangeRequest change) throws Api.Unreachable, IOException {
    var reply = api.send(Request.get(change.path()));
    demand(reply);
    var meta = JsonBytes.readObject(reply.body()).object("metadata");
    var generation = meta.find("generation").orElse(Json.EMPTY);
    var isSame =
        change.generation().isPresent()
            && generation.equals(Json.of(change.generation().getAsLong()));
    if (!isSame) {
      throw new IllegalArgumentException(
          "It was changed meanwhile, and nothing was done: run the command again.");
    }
    return change.at(meta.text("resourceVersion"));
  }

  private static void demand(Response reply) throws IOException {
    if (!reply.isSuccess()) {
      throw new IllegalArgumentException(
          "The API server refuses the change: "
              + PlainText.of(JsonBytes.readObject(reply.body()).text("message")));
    }
  }
}
