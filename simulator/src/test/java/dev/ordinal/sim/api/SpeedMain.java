package dev.ordinal.sim.api;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.json.Json;
import dev.ordinal.sim.api.Request.Form;
import dev.ordinal.sim.control.GarbageCollector;
import dev.ordinal.sim.kind.Registry;
import dev.ordinal.sim.reply.Reply;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.List;
import java.util.Random;

/// How many requests per second the simulated API server answers, for the requests that a
/// controller and a kubelet send for pods: create, bind, status, image, status, delete. Prints a
/// line for each round; the later ones count.
public final class SpeedMain {
  private static final int PODS = 3_000;
  private static final int ROUNDS = 8;
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final ApiServer server = new ApiServer(Registry.natives(), new Random(1));
  private static final String POD =
      "{metadata: {labels: {app: web}, ownerReferences: [{apiVersion: v1, kind: Namespace, name:"
          + " shop, uid: OWNER}]}, spec: {automountServiceAccountToken: false, readinessGates:"
          + " [{conditionType: InPlaceUpdateReady}], containers: [{name: app, image: 'app:1',"
          + " env: [{name: A, value: b}], resources: {requests: {cpu: 100m}}}, {name: side,"
          + " image: 'side:1'}], volumes: [{name: www, persistentVolumeClaim: {claimName: c}}]}}";
  private int requests;

  private SpeedMain() {}

  public static void main(String[] unused) {
    new SpeedMain().run();
  }

  private void run() {
    var shop = send(Request.create(server.target("v1", "namespaces", "", ""), named("shop")));
    send(Request.create(server.target("v1", "serviceaccounts", "shop", ""), named("default")));
    var pod = Yaml.read(POD.replace("OWNER", shop.object("metadata").text("uid")));
    var collector = new GarbageCollector(server);
    for (var round = 0; round < ROUNDS; round++) {
      requests = 0;
      var begin = cpuNanos();
      var watch = server.watch(Request.list(pods(""), Request.Query.NONE));
      var events = 0;
      for (var i = 0; i < PODS; i++) {
        live(pod, "web-" + i);
        events += watch.poll().size();
      }
      var seconds = (cpuNanos() - begin) / 1e9;
      System.out.printf(
          "%d requests, %d watch events, %.2f s of CPU: %.0f requests/s%n",
          requests, events, seconds, requests / seconds);
      server.store().compact(server.store().version());
      var looks = 0;
      while (collector.step(NOW)) {
        looks++;
      }
      System.out.println("garbage collector: " + looks + " looks");
    }
  }

  private void live(Json.Obj pod, String name) {
    var target = pods(name);
    var metadata = pod.object("metadata").with("name", Json.of(name));
    send(Request.create(pods(""), pod.with("metadata", metadata)));
    var node = Json.of("target", Json.of("name", Json.of("node-1")));
    send(Request.create(target.part("binding"), node));
    send(Request.patch(target.part("status"), Form.STRATEGIC_PATCH, status("Running", "True")));
    send(Request.get(target));
    send(Request.patch(target.part("status"), Form.STRATEGIC_PATCH, status("Running", "False")));
    var image = Json.of("name", Json.of("app")).with("image", Json.of("app:2"));
    var spec = Json.of("spec", Json.of("containers", Json.of(List.of(image))));
    send(Request.patch(target, Form.STRATEGIC_PATCH, spec));
    send(Request.patch(target.part("status"), Form.STRATEGIC_PATCH, status("Running", "True")));
    send(Request.delete(target, Json.EMPTY));
    send(Request.delete(target, Json.of("gracePeriodSeconds", Json.of(0))));
  }

  private static Json.Obj status(String phase, String ready) {
    var gate =
        Json.of("type", Json.of("InPlaceUpdateReady"))
            .with("status", Json.of(ready))
            .with("lastTransitionTime", Json.of("2026-01-01T00:00:00Z"));
    var condition = gate.with("type", Json.of("Ready"));
    return Json.of(
        "status",
        Json.of("phase", Json.of(phase)).with("conditions", Json.of(List.of(gate, condition))));
  }

  private static Json.Obj named(String name) {
    return Json.of("metadata", Json.of("name", Json.of(name)));
  }

  private Request.Target pods(String name) {
    return server.target("v1", "pods", "shop", name);
  }

  /// Of this thread alone: other programs do not count.
  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private Json.Obj send(Request request) {
    Reply reply = server.handle(request, NOW);
    requests++;
    if (!reply.isOk()) {
      throw new IllegalStateException(reply.body().text("message"));
    }
    return reply.body();
  }
}
