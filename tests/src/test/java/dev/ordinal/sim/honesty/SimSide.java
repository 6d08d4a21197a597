package dev.ordinal.sim.honesty;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.json.Json;
import dev.ordinal.sim.api.ApiServer;
import dev.ordinal.sim.api.Watch;
import dev.ordinal.sim.control.GarbageCollector;
import dev.ordinal.sim.control.NamespaceController;
import dev.ordinal.sim.control.QuotaController;
import dev.ordinal.sim.control.VolumeProtection;
import dev.ordinal.sim.front.HttpFrontend;
import dev.ordinal.sim.front.HttpFrontend.Wire;
import dev.ordinal.sim.kind.Registry;
import dev.ordinal.sim.reply.Refusal;
import java.time.Instant;
import java.util.List;
import java.util.Random;

/// The simulated API server, with the controllers that the script waits for.
public final class SimSide implements Side {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final ApiServer server;
  private final HttpFrontend frontend;
  private final GarbageCollector collector;
  private final NamespaceController namespaces;
  private final VolumeProtection protection;
  private final QuotaController quotas;

  public SimSide() {
    var registry = Registry.natives();
    Yaml.documents("deploy/crd/apps.kruise.io_statefulsets.yaml").forEach(registry::define);
    server = new ApiServer(registry, new Random(1));
    frontend = new HttpFrontend(server);
    collector = new GarbageCollector(server);
    namespaces = new NamespaceController(server);
    protection = new VolumeProtection(server);
    quotas = new QuotaController(server);
    call(
        new Call(
            "POST",
            "/api/v1/namespaces",
            "application/json",
            "{\"metadata\": {\"name\": \"default\"}}"));
    settle();
  }

  @Override
  public Answer call(Call call) {
    var reply =
        frontend.handle(new Wire(call.method(), call.path(), call.mediaType(), call.body()), NOW);
    return new Answer(reply.code(), reply.body());
  }

  @Override
  public List<Json.Obj> watch(String path) {
    try {
      var watch = frontend.watch(new Wire("GET", path + "&watch=true", "", ""));
      return watch.poll().stream().map(Watch.Event::line).toList();
    } catch (Refusal e) {
      return List.of(e.status());
    }
  }

  /// Until none of the controllers has anything to do. False when none had.
  @Override
  public boolean settle() {
    var before = server.store().version();
    var isBusy = true;
    while (isBusy) {
      var hasKept = namespaces.step(NOW);
      var hasCounted = quotas.step(NOW);
      isBusy = protection.step(NOW) || hasKept || hasCounted;
      while (collector.step(NOW)) {
        isBusy = true;
      }
    }
    return server.store().version() != before;
  }
}
