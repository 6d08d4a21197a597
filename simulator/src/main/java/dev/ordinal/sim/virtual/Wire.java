package dev.ordinal.sim.virtual;

import dev.ordinal.api.SetParser;
import dev.ordinal.model.FeatureGate;
import dev.ordinal.model.Names;
import dev.ordinal.model.SetView;
import dev.ordinal.model.View;
import dev.ordinal.model.json.Json;
import dev.ordinal.run.ask.ApiRequest;
import dev.ordinal.run.ask.Kind;
import dev.ordinal.sim.api.ApiServer;
import dev.ordinal.sim.api.Request;
import dev.ordinal.sim.api.Request.Form;
import dev.ordinal.sim.api.Request.Query;
import dev.ordinal.sim.api.Request.Target;
import dev.ordinal.sim.reply.Reply;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// Translates the requests of a controller for the simulated API server, and its replies.
record Wire(ApiServer server, SetParser sets, List<Denial> denials) {
  static Wire to(ApiServer server) {
    return new Wire(server, new SetParser(FeatureGate.defaults()), List.of());
  }

  /// With this gate beside the default ones.
  Wire with(FeatureGate gate) {
    var gates = EnumSet.copyOf(FeatureGate.defaults());
    gates.add(gate);
    return new Wire(server, new SetParser(gates), denials);
  }

  Wire with(List<Denial> others) {
    return new Wire(server, sets, others);
  }

  SetView set(Json.Obj set) {
    return sets.parse(set);
  }

  Target target(Kind kind, String namespace, String name) {
    return switch (kind) {
      case SET -> server.target(Names.API_VERSION, "statefulsets", namespace, name);
      case POD -> server.target("v1", "pods", namespace, name);
      case CLAIM -> server.target("v1", "persistentvolumeclaims", namespace, name);
      case REVISION -> server.target("apps/v1", "controllerrevisions", namespace, name);
      case CLASS -> server.target("storage.k8s.io/v1", "storageclasses", "", name);
      case JOB -> server.target(Names.API_VERSION, "imagepulljobs", namespace, name);
      case NODE -> server.target("v1", "nodes", "", name);
      case TEMPLATE -> server.target("v1", "podtemplates", namespace, name);
    };
  }

  /// Denied requests never reach the server's store.
  Reply send(ApiRequest request, Instant now) {
    return denials.stream()
        .flatMap(denial -> denial.reply(request).stream())
        .findFirst()
        .orElseGet(() -> server.handle(toServer(request), now));
  }

  private Request toServer(ApiRequest request) {
    var path = request.path();
    var part = path.subresource().isEmpty() ? "" : path.subresource().substring(1);
    var one = target(path.kind(), path.namespace(), path.name()).part(part);
    var all = one.name("");
    return switch (request.verb()) {
      case GET -> Request.get(one);
      case CREATE -> Request.create(all, request.body());
      case DRY_RUN ->
          dryRun(
              path.name().isEmpty()
                  ? Request.create(all, request.body())
                  : Request.patch(one, Form.STRATEGIC_PATCH, request.body()));
      case MERGE_PATCH -> Request.patch(one, Form.MERGE_PATCH, request.body());
      case STRATEGIC_PATCH -> Request.patch(one, Form.STRATEGIC_PATCH, request.body());
      case DELETE -> Request.delete(one, request.body());
    };
  }

  private static Request dryRun(Request real) {
    var query = new TreeMap<String, String>();
    query.put("dryRun", "All");
    query.put("fieldValidation", "Strict");
    return new Request(real.verb(), real.target(), new Query(query), real.body());
  }

  /// The object in a reply, if it has one.
  Optional<View> view(Kind kind, Reply reply) {
    var body = reply.body();
    if (!reply.isOk() || body.object("metadata").text("uid").isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        switch (kind) {
          case SET -> set(body);
          case POD -> Views.pod(body);
          case CLAIM -> Views.claim(body);
          case REVISION -> Views.revision(body);
          case CLASS -> Views.storageClass(body);
          case JOB -> Views.job(body);
          case NODE -> Views.node(body);
          case TEMPLATE -> Views.template(body);
        });
  }
}
