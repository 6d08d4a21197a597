package dev.ordinal.sim.control;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.api.ApiServer;
import dev.ordinal.sim.api.Change;
import dev.ordinal.sim.api.Request;
import dev.ordinal.sim.api.Request.Target;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;

/// Creates the account and the certificate of new namespaces, and empties and removes terminating
/// ones.
public final class NamespaceController {
  private static final String V1 = "v1";

  private final ApiServer server;
  private final TreeSet<String> fresh = new TreeSet<>();
  private final TreeSet<String> terminating = new TreeSet<>();

  public NamespaceController(ApiServer server) {
    this.server = server;
    server.listen(this::note);
  }

  private void note(Change change) {
    if (!change.resource().storage().equals("/namespaces")) {
      return;
    }
    var name = change.object().object("metadata").text("name");
    if (change.type() == Change.Type.DELETED) {
      terminating.remove(name);
    } else if (change.object().object("metadata").find("deletionTimestamp").isPresent()) {
      terminating.add(name);
    } else if (change.type() == Change.Type.ADDED) {
      fresh.add(name);
    }
  }

  /// Takes all steps that are due. Returns false when nothing has changed.
  public boolean step(Instant now) {
    var before = server.store().version();
    while (!fresh.isEmpty()) {
      populate(fresh.pollFirst(), now);
    }
    for (var name : List.copyOf(terminating)) {
      empty(name, now);
    }
    return server.store().version() != before;
  }

  private void populate(String namespace, Instant now) {
    var account = server.target(V1, "serviceaccounts", namespace, "");
    server.handle(Request.create(account, named("default")), now);
    var certificate = server.target(V1, "configmaps", namespace, "");
    server.handle(
        Request.create(
            certificate,
            named("kube-root-ca.crt").with("data", Json.of("ca.crt", Json.of("simulated")))),
        now);
  }

  private static Json.Obj named(String name) {
    return Json.of("metadata", Json.of("name", Json.of(name)));
  }

  private void empty(String namespace, Instant now) {
    var isEmpty = true;
    for (var resource : server.registry().stored()) {
      if (resource.isNamespaced()) {
        var all = new Target(resource, namespace, "", "");
        var items = server.handle(Request.list(all, Request.Query.NONE), now).body().items("items");
        isEmpty &= items.isEmpty();
        for (var item : items) {
          var metadata = ((Json.Obj) item).object("metadata");
          if (metadata.find("deletionTimestamp").isEmpty()) {
            server.handle(Request.delete(all.name(metadata.text("name")), Json.EMPTY), now);
          }
        }
      }
    }
    if (isEmpty) {
      var target = server.target(V1, "namespaces", "", namespace).part("finalize");
      var release = Json.of("spec", Json.of("finalizers", new Json.Null()));
      server.handle(Request.patch(target, Request.Form.MERGE_PATCH, release), now);
    }
  }
}
