package dev.ordinal.local;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.api.ApiServer;
import dev.ordinal.sim.api.Change;
import dev.ordinal.sim.api.Request;
import dev.ordinal.sim.api.Request.Form;
import dev.ordinal.sim.api.Request.Target;
import dev.ordinal.sim.kind.Registry;
import dev.ordinal.sim.kind.Resource;
import dev.ordinal.sim.reply.Refusal;
import dev.ordinal.sim.virtual.Timeline;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Serves a kind as soon as its definition is created, until the definition is deleted.
final class Definitions {
  private static final String STORAGE = "apiextensions.k8s.io/customresourcedefinitions";
  private static final Duration MOMENT = Duration.ofMillis(5);

  private final ApiServer server;
  private final Timeline time;
  private Consumer<String> listener = _ -> {};

  Definitions(ApiServer server, Timeline time) {
    this.server = server;
    this.time = time;
    server.add(Definitions::admit);
    server.listen(this::note);
  }

  /// Reports each resource that is no longer served, after its objects are deleted.
  void whenEnded(Consumer<String> told) {
    listener = told;
  }

  /// Refuses at once a definition that the model cannot serve.
  private static Optional<Refusal> admit(Request request, Json.Obj object) {
    if (!request.target().resource().storage().equals(STORAGE)
        || request.verb() == Request.Verb.DELETE) {
      return Optional.empty();
    }
    try {
      Registry.natives().define(object);
      return Optional.empty();
    } catch (IllegalArgumentException | ClassCastException e) {
      return Optional.of(
          Refusal.badRequest("the simulated cluster cannot serve this kind: " + e.getMessage()));
    }
  }

  private void note(Change change) {
    if (!change.resource().storage().equals(STORAGE)) {
      return;
    }
    var definition = change.object();
    var spec = definition.object("spec");
    if (change.type() == Change.Type.DELETED) {
      time.after(MOMENT, () -> end(spec));
      return;
    }
    server.registry().forget(spec.text("group"), spec.object("names").text("plural"));
    server.registry().define(definition);
    if (definition.object("status").items("conditions").isEmpty()) {
      var name = definition.object("metadata").text("name");
      time.after(MOMENT, () -> establish(new Target(change.resource(), "", name, "status"), spec));
    }
  }

  private void establish(Target target, Json.Obj spec) {
    var versions =
        spec.items("versions").stream()
            .map(Json.Obj.class::cast)
            .filter(each -> each.find("storage").equals(Optional.of(Json.of(true))))
            .map(each -> Json.of(each.text("name")))
            .toList();
    var status =
        Json.of("acceptedNames", spec.object("names"))
            .with("storedVersions", Json.of(versions))
            .with(
                "conditions",
                Json.of(
                    List.of(
                        condition("NamesAccepted", "NoConflicts", "no conflicts found"),
                        condition(
                            "Established",
                            "InitialNamesAccepted",
                            "the initial names have been accepted"))));
    server.handle(Request.patch(target, Form.MERGE_PATCH, Json.of("status", status)), time.now());
  }

  private Json.Obj condition(String type, String reason, String message) {
    return Json.of("type", Json.of(type))
        .with("status", Json.of("True"))
        .with("reason", Json.of(reason))
        .with("message", Json.of(message))
        .with("lastTransitionTime", Json.of(time.now().truncatedTo(ChronoUnit.SECONDS).toString()));
  }

  /// Its objects are deleted with it.
  private void end(Json.Obj spec) {
    var group = spec.text("group");
    var plural = spec.object("names").text("plural");
    server.registry().served().stream()
        .filter(each -> each.names().group().equals(group) && each.names().plural().equals(plural))
        .findFirst()
        .ifPresent(this::empty);
    server.registry().forget(group, plural);
    listener.accept(group + "/" + plural);
  }

  private void empty(Resource resource) {
    for (var object : server.store().all(resource)) {
      var metadata = object.object("metadata");
      var target = new Target(resource, metadata.text("namespace"), metadata.text("name"), "");
      server.handle(Request.delete(target, Json.EMPTY), time.now());
    }
  }
}
