package dev.ordinal.sim.world;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.Json;
import dev.ordinal.model.Names;
import dev.ordinal.sim.api.ApiServer;
import dev.ordinal.sim.api.Request;
import dev.ordinal.sim.api.Request.Form;
import dev.ordinal.sim.api.Request.Query;
import dev.ordinal.sim.kind.Registry;
import dev.ordinal.sim.town.Town;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/// A cluster with our controller and one namespace, `shop`, from one seed.
final class World {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final List<Json.Obj> CRDS =
      Yaml.documents("deploy/crd/apps.kruise.io_statefulsets.yaml");

  final Timeline time = new Timeline(START);
  final ApiServer server;
  final Pilot pilot;
  final Laws laws;
  private long writes;

  World(long seed, Faults faults) {
    var chance = new Random(seed);
    var registry = Registry.natives();
    CRDS.forEach(registry::define);
    this.server = new ApiServer(registry, chance);
    var _ = new Town(server, time, 4);
    this.pilot = new Pilot(server, time, chance, faults);
    this.laws = new Laws(server, time);
    server.listen(_ -> writes++);
    post("v1", "namespaces", "", "{apiVersion: v1, kind: Namespace, metadata: {name: shop}}");
    run(Duration.ofSeconds(1));
    pilot.start();
  }

  void post(String version, String plural, String namespace, String yaml) {
    var reply =
        server.handle(
            Request.create(server.target(version, plural, namespace, ""), Yaml.read(yaml)),
            time.now());
    if (!reply.isOk()) {
      throw new AssertionError(plural + " refused: " + reply.body().text("message"));
    }
  }

  void patchSet(String name, Json.Obj patch) {
    var target = server.target(Names.API_VERSION, "statefulsets", "shop", name);
    server.handle(Request.patch(target, Form.MERGE_PATCH, patch), time.now());
  }

  void deletePod(String name) {
    server.handle(
        Request.delete(server.target("v1", "pods", "shop", name), Json.EMPTY), time.now());
  }

  void labelPod(String name, String key, Json value) {
    var labels = Json.of("metadata", Json.of("labels", Json.of(key, value)));
    var target = server.target("v1", "pods", "shop", name);
    server.handle(Request.patch(target, Form.MERGE_PATCH, labels), time.now());
  }

  Json.Obj set(String name) {
    var target = server.target(Names.API_VERSION, "statefulsets", "shop", name);
    return server.handle(Request.get(target), time.now()).body();
  }

  void run(Duration span) {
    var end = time.now().plus(span);
    while (time.step(end)) {
      laws.check();
    }
  }

  long writes() {
    return writes;
  }

  /// Each pod with its image and whether it is ready.
  Map<String, String> pods() {
    var found = new TreeMap<String, String>();
    var all = server.target("v1", "pods", "shop", "");
    for (var item :
        server.handle(Request.list(all, Query.NONE), time.now()).body().items("items")) {
      var pod = (Json.Obj) item;
      var container = (Json.Obj) pod.object("spec").items("containers").getFirst();
      var view = Views.pod(pod);
      found.put(
          view.name(),
          container.text("image")
              + (view.isReady() ? " ready" : " unready")
              + (view.isTerminating() ? " terminating" : "")
              + (view.isNormal() ? "" : " " + view.meta().label(Names.LIFECYCLE_LABEL)));
    }
    return found;
  }
}
