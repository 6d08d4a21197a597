package dev.ordinal.sim.virtual;

import dev.ordinal.api.SetParser;
import dev.ordinal.model.FeatureGate;
import dev.ordinal.model.Json;
import dev.ordinal.model.Names;
import dev.ordinal.model.SetView;
import dev.ordinal.model.View;
import dev.ordinal.run.ask.Answer;
import dev.ordinal.run.ask.Call;
import dev.ordinal.run.ask.Kind;
import dev.ordinal.sim.api.ApiServer;
import dev.ordinal.sim.api.Request;
import dev.ordinal.sim.api.Request.Form;
import dev.ordinal.sim.api.Request.Query;
import dev.ordinal.sim.api.Request.Target;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// From a controller's requests to the simulated API server and back.
record Wire(ApiServer server, SetParser sets, List<Denial> denials) {
  static Wire to(ApiServer server) {
    return new Wire(server, new SetParser(FeatureGate.defaults()), List.of());
  }

  /// With this gate on beside the usual ones.
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

  /// What is denied never reaches the server's store.
  Answer ask(Call call, Instant now) {
    return denials.stream()
        .flatMap(denial -> denial.judge(call).stream())
        .findFirst()
        .orElseGet(() -> send(call, now));
  }

  private Answer send(Call call, Instant now) {
    var one = target(call.kind(), call.namespace(), call.name()).part(part(call));
    var all = one.name("");
    var request =
        switch (call.verb()) {
          case GET -> Request.get(one);
          case CREATE -> Request.create(all, call.body());
          case DRY_RUN ->
              dryRun(
                  call.name().isEmpty()
                      ? Request.create(all, call.body())
                      : Request.patch(one, Form.STRATEGIC_PATCH, call.body()));
          case MERGE_PATCH -> Request.patch(one, Form.MERGE_PATCH, call.body());
          case STRATEGIC_PATCH -> Request.patch(one, Form.STRATEGIC_PATCH, call.body());
          case DELETE -> Request.delete(one, call.body());
        };
    var reply = server.handle(request, now);
    return reply.isOk()
        ? new Answer.Replied(reply.code(), "", view(call.kind(), reply.body()))
        : new Answer.Replied(reply.code(), reply.body().text("message"), Optional.empty());
  }

  private static String part(Call call) {
    return call.part().isEmpty() ? "" : call.part().substring(1);
  }

  private static Request dryRun(Request real) {
    var query = new TreeMap<String, String>();
    query.put("dryRun", "All");
    query.put("fieldValidation", "Strict");
    return new Request(real.verb(), real.target(), new Query(query), real.body());
  }

  private Optional<View> view(Kind kind, Json.Obj body) {
    if (body.object("metadata").text("uid").isEmpty()) {
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
