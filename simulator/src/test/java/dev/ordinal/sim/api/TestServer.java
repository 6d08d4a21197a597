package dev.ordinal.sim.api;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.sim.control.GarbageCollector;
import dev.ordinal.sim.control.NamespaceController;
import dev.ordinal.sim.control.VolumeProtection;
import dev.ordinal.sim.front.HttpFrontend;
import dev.ordinal.sim.front.HttpFrontend.Wire;
import dev.ordinal.sim.kind.Registry;
import dev.ordinal.sim.reply.Reply;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;

/// A simulated API server with one namespace, `shop`, and short methods for requests. Paths are
/// below the namespace's core resources unless they begin with a slash; bodies are YAML.
public final class TestServer {
  private static final String HOME = "/api/v1/namespaces/shop/";

  private final ApiServer server;
  private final HttpFrontend frontend;
  private final GarbageCollector collector;
  private final NamespaceController namespaces;
  private final VolumeProtection protection;
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");

  public TestServer() {
    this(1);
  }

  public TestServer(long seed) {
    var registry = Registry.natives();
    Yaml.documents("deploy/crd/apps.kruise.io_statefulsets.yaml").forEach(registry::define);
    server = new ApiServer(registry, new Random(seed));
    frontend = new HttpFrontend(server);
    collector = new GarbageCollector(server);
    namespaces = new NamespaceController(server);
    protection = new VolumeProtection(server);
    post("/api/v1/namespaces", "metadata: {name: shop}");
    settle();
  }

  public ApiServer server() {
    return server;
  }

  public Instant now() {
    return now;
  }

  public void pass(Duration time) {
    now = now.plus(time);
  }

  /// Runs the controllers until they have nothing to do.
  public void settle() {
    var isBusy = true;
    while (isBusy) {
      var hasKept = namespaces.step(now);
      isBusy = protection.step(now) || hasKept;
      while (collector.step(now)) {
        isBusy = true;
      }
    }
  }

  public Reply get(String path) {
    return frontend.handle(new Wire("GET", path(path), "", ""), now);
  }

  public Reply post(String path, String yaml) {
    return send("POST", path, "application/json", yaml);
  }

  public Reply put(String path, String yaml) {
    return send("PUT", path, "application/json", yaml);
  }

  public Reply merge(String path, String yaml) {
    return send("PATCH", path, "application/merge-patch+json", yaml);
  }

  public Reply strategic(String path, String yaml) {
    return send("PATCH", path, "application/strategic-merge-patch+json", yaml);
  }

  public Reply apply(String path, String yaml) {
    return send("PATCH", path, "application/apply-patch+yaml", yaml);
  }

  public Reply delete(String path, String yaml) {
    return send("DELETE", path, "application/json", yaml);
  }

  public Watch watch(String path) {
    return frontend.watch(new Wire("GET", path(path), "", ""));
  }

  /// The names of a list's items.
  public List<String> names(String path) {
    return get(path).body().items("items").stream()
        .map(item -> ((Json.Obj) item).object("metadata").text("name"))
        .toList();
  }

  private Reply send(String method, String path, String mediaType, String yaml) {
    var body = yaml.isEmpty() ? "{}" : JsonText.write(Yaml.read(yaml));
    return frontend.handle(new Wire(method, path(path), mediaType, body), now);
  }

  private static String path(String path) {
    return path.startsWith("/") ? path : HOME + path;
  }
}
