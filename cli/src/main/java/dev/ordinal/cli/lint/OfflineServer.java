package dev.ordinal.cli.lint;

import dev.ordinal.local.OwnDefinitions;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.sim.api.ApiServer;
import dev.ordinal.sim.front.HttpFrontend;
import dev.ordinal.sim.front.HttpFrontend.Wire;
import dev.ordinal.sim.kind.Registry;
import dev.ordinal.sim.reply.Reply;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Pattern;

/// The simulated API server with our definitions, asked what it would say to an object.
final class OfflineServer {
  private static final Instant NOW = Instant.EPOCH.plusSeconds(1);
  private static final Pattern UNKNOWN = Pattern.compile("unknown field \"([^\"]+)\"");

  private final Registry registry = Registry.natives();
  private final HttpFrontend frontend;

  OfflineServer() {
    OwnDefinitions.all().forEach(registry::define);
    this.frontend = new HttpFrontend(new ApiServer(registry, new Random(1)));
    var namespace = Json.of("metadata", Json.of("name", Json.of("lint")));
    send("/api/v1/namespaces", namespace);
    var account = Json.of("metadata", Json.of("name", Json.of("default")));
    send("/api/v1/namespaces/lint/serviceaccounts", account);
  }

  /// The pod without what only a cluster knows.
  static Json.Obj standingAlone(Json.Obj pod) {
    var spec = pod.object("spec");
    for (var field :
        List.of("serviceAccountName", "serviceAccount", "priorityClassName", "runtimeClassName")) {
      spec = spec.without(field);
    }
    return pod.with("spec", spec);
  }

  /// A fault of one field, in the server's words.
  record Fault(String field, String message) {}

  /// Everything that is wrong with an object, and the object with its defaults where nothing is.
  record Answer(List<Fault> faults, Optional<Json.Obj> stored) {}

  /// `resource` is the plural.
  Answer check(String apiVersion, String resource, Json.Obj object) {
    var metadata = object.object("metadata").with("namespace", Json.of("lint"));
    var path =
        (apiVersion.contains("/") ? "/apis/" : "/api/")
            + apiVersion
            + "/namespaces/lint/"
            + resource
            + "?dryRun=All&fieldValidation=";
    var moved = object.with("metadata", metadata);
    var faults = new ArrayList<Fault>();
    var strict = send(path + "Strict", moved);
    UNKNOWN
        .matcher(strict.body().text("message"))
        .results()
        .map(hit -> hit.group(1))
        .forEach(field -> faults.add(new Fault(field, unknown(apiVersion, resource, field))));
    var plain = send(path + "Ignore", moved);
    faults.addAll(faults(plain));
    return new Answer(faults, Optional.of(plain.body()).filter(_ -> plain.isOk()));
  }

  private static List<Fault> faults(Reply reply) {
    if (reply.isOk()) {
      return List.of();
    }
    var causes = reply.body().object("details").items("causes");
    if (causes.isEmpty()) {
      return List.of(new Fault("", reply.body().text("message")));
    }
    return causes.stream()
        .map(Json.Obj.class::cast)
        .map(cause -> fault(cause.text("field"), cause.text("message")))
        // One says that others were not looked for, and some are about the subresource `scale`.
        .filter(fault -> !fault.message().contains("some validation rules were not checked"))
        .filter(fault -> !fault.field().startsWith("."))
        .toList();
  }

  private static Fault fault(String field, String message) {
    return new Fault(field, message.replace(field + " in body ", "it "));
  }

  private String unknown(String apiVersion, String resource, String field) {
    var end = field.lastIndexOf('.');
    var name = field.substring(end + 1);
    var shape = registry.require(apiVersion, resource).strategy().shape();
    var known = FieldNames.at(shape, end < 0 ? "" : field.substring(0, end));
    return FieldNames.closest(name, known)
        .map("there is no such field: did you mean %s?"::formatted)
        .orElse("there is no such field: remove it");
  }

  private Reply send(String path, Json.Obj body) {
    return frontend.handle(new Wire("POST", path, "application/json", JsonText.write(body)), NOW);
  }
}
