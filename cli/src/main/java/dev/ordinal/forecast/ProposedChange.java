package dev.ordinal.forecast;

import dev.ordinal.model.Names;
import dev.ordinal.model.json.Json;
import dev.ordinal.sim.api.ApiServer;
import dev.ordinal.sim.api.Request;
import dev.ordinal.sim.api.Request.Form;

/// What is played: one request, as it would be sent to the API server.
public sealed interface ProposedChange {
  /// A merge patch of the set, whose fields are checked as kubectl does.
  record Merge(Json.Obj patch) implements ProposedChange {}

  /// A JSON patch of the set.
  record Steps(Json.Arr steps) implements ProposedChange {}

  /// A merge patch of one of its pods.
  record OfPod(String pod, Json.Obj patch) implements ProposedChange {}

  /// The request to this server, for the set of these objects.
  default Request request(ApiServer server, ClusterObjects objects) {
    var set = server.target(Names.API_VERSION, "statefulsets", objects.namespace(), objects.name());
    return switch (this) {
      case Merge(var patch) ->
          new Request(
              Request.Verb.PATCH,
              set,
              Request.Query.of("fieldValidation", "Strict"),
              new Request.Body(Form.MERGE_PATCH, patch));
      case Steps(var steps) -> Request.patch(set, Form.JSON_PATCH, steps);
      case OfPod(var pod, var patch) ->
          Request.patch(
              server.target("v1", "pods", objects.namespace(), pod), Form.MERGE_PATCH, patch);
    };
  }
}
