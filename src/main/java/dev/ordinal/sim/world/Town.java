package dev.ordinal.sim.world;

import dev.ordinal.model.Json;
import dev.ordinal.sim.Kubelet;
import dev.ordinal.sim.PodMemory;
import dev.ordinal.sim.VolumeBinder;
import dev.ordinal.sim.Wishes;
import dev.ordinal.sim.api.ApiServer;
import dev.ordinal.sim.api.Change;
import dev.ordinal.sim.api.Request;
import dev.ordinal.sim.api.Request.Form;
import dev.ordinal.sim.control.GarbageCollector;
import dev.ordinal.sim.control.NamespaceKeeper;
import dev.ordinal.sim.control.VolumeProtection;
import java.time.Duration;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/// Everything of a cluster but its users and our controller: scheduler, kubelets, volumes, and what
/// collects and protects. Each looks a moment after something has changed.
public final class Town {
  private static final Duration MOMENT = Duration.ofMillis(5);

  private final ApiServer server;
  private final Timeline time;
  private final Kubelet kubelet = new Kubelet(Wishes.DEFAULTS);
  private final VolumeBinder binder = new VolumeBinder(Wishes.DEFAULTS);
  private final GarbageCollector collector;
  private final NamespaceKeeper keeper;
  private final VolumeProtection protection;
  private final TreeMap<String, PodMemory> pods = new TreeMap<>();
  private final TreeMap<String, VolumeBinder.Memory> claims = new TreeMap<>();
  private final TreeMap<String, Kubelet.Node> nodes = new TreeMap<>();
  private boolean isSweeping;
  private int bound;

  public Town(ApiServer server, Timeline time, int nodes) {
    this.server = server;
    this.time = time;
    this.collector = new GarbageCollector(server);
    this.keeper = new NamespaceKeeper(server);
    this.protection = new VolumeProtection(server);
    for (var i = 0; i < nodes; i++) {
      var name = "node-" + i;
      this.nodes.put(name, new Kubelet.Node(name, "10.0.0." + i, new TreeSet<>(), false));
    }
    server.listen(this::note);
  }

  private void note(Change change) {
    var metadata = change.object().object("metadata");
    var target =
        new Request.Target(
            change.resource(), metadata.text("namespace"), metadata.text("name"), "");
    if (change.type() != Change.Type.DELETED) {
      switch (change.resource().names().plural()) {
        case "pods" -> time.after(MOMENT, () -> tend(target, metadata.text("uid")));
        case "persistentvolumeclaims" ->
            time.after(MOMENT, () -> provide(target, metadata.text("uid")));
        default -> {}
      }
    }
    if (!isSweeping) {
      isSweeping = true;
      time.after(MOMENT, this::sweep);
    }
  }

  private void sweep() {
    isSweeping = false;
    var isBusy = collector.step(time.now());
    isBusy |= keeper.step(time.now());
    isBusy |= protection.step(time.now());
    if (isBusy && !isSweeping) {
      isSweeping = true;
      time.after(MOMENT, this::sweep);
    }
  }

  private Optional<Json.Obj> find(Request.Target target, String uid) {
    var reply = server.handle(Request.get(target), time.now());
    return Optional.of(reply.body())
        .filter(_ -> reply.isOk())
        .filter(object -> object.object("metadata").text("uid").equals(uid));
  }

  private void tend(Request.Target target, String uid) {
    find(target, uid)
        .ifPresent(
            pod -> {
              var node = nodes.get(pod.object("spec").text("nodeName"));
              if (node == null) {
                bind(target, pod);
              } else {
                run(target, pod, node);
              }
            });
  }

  /// Round and round; a pod that is going gets no node.
  private void bind(Request.Target target, Json.Obj pod) {
    if (pod.object("metadata").find("deletionTimestamp").isEmpty()
        && pod.object("spec").text("nodeName").isEmpty()) {
      var name = "node-" + bound++ % nodes.size();
      var body = Json.of("target", Json.of("name", Json.of(name)));
      server.handle(Request.create(target.part("binding"), body), time.now());
    }
  }

  private void run(Request.Target target, Json.Obj pod, Kubelet.Node node) {
    var uid = pod.object("metadata").text("uid");
    var memory = pods.getOrDefault(uid, PodMemory.FRESH);
    var step = kubelet.step(memory, pod, node, time.now());
    pods.put(uid, step.memory());
    step.patch()
        .ifPresent(
            patch ->
                server.handle(
                    Request.patch(target.part("status"), Form.STRATEGIC_PATCH, patch), time.now()));
    if (step.isGone()) {
      var options =
          Json.of("gracePeriodSeconds", Json.of(0))
              .with("preconditions", Json.of("uid", Json.of(uid)));
      server.handle(Request.delete(target, options), time.now());
      pods.remove(uid);
    } else {
      step.wake().ifPresent(wake -> time.at(wake, () -> tend(target, uid)));
    }
  }

  private void provide(Request.Target target, String uid) {
    find(target, uid)
        .ifPresent(
            claim -> {
              var memory = claims.getOrDefault(uid, VolumeBinder.Memory.FRESH);
              var step = binder.step(memory, claim, Json.EMPTY, time.now());
              claims.put(uid, step.memory());
              step.claim().ifPresent(patch -> merge(target, patch));
              step.status().ifPresent(patch -> merge(target.part("status"), patch));
              step.wake().ifPresent(wake -> time.at(wake, () -> provide(target, uid)));
            });
  }

  private void merge(Request.Target target, Json.Obj patch) {
    server.handle(Request.patch(target, Form.MERGE_PATCH, patch), time.now());
  }
}
