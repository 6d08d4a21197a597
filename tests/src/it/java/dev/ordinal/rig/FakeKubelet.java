package dev.ordinal.rig;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.KeyedWorker.Entry;
import dev.ordinal.sim.Kubelet;
import dev.ordinal.sim.PodMemory;
import dev.ordinal.sim.SimAnnotations;
import dev.ordinal.sim.VolumeBinder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Nodes, containers and volumes for the real API server: reads the cluster, runs the models of
/// `sim`, and writes their results. `docs/reference/fake-kubelet.md` lists the settings.
public final class FakeKubelet implements AutoCloseable {
  private final Api api;
  private final Nodes nodes;
  private final Kubelet kubelet;
  private final Volumes volumes;
  private final KeyedWorker<PodMemory> pods;
  private final KeyedWorker<VolumeBinder.Memory> claims;
  private final List<Thread> mirrors = new ArrayList<>();

  private FakeKubelet(Api api, SimAnnotations defaults) {
    this.api = api;
    this.nodes = new Nodes(api);
    this.kubelet = new Kubelet(defaults);
    this.volumes = new Volumes(api, new VolumeBinder(defaults));
    this.pods = new KeyedWorker<>(PodMemory.FRESH, this::turn);
    this.claims = new KeyedWorker<>(VolumeBinder.Memory.FRESH, volumes::turn);
  }

  /// Registers `count` nodes, `node-0` and up, and runs the pods that are bound to them.
  public static FakeKubelet start(Plane plane, int count, SimAnnotations defaults) {
    var fake = new FakeKubelet(new Api(plane, User.KUBELET), defaults);
    for (var number = 0; number < count; number++) {
      fake.nodes.register("node-" + number);
    }
    fake.mirror("/api/v1/nodes", fake::seenNode, _ -> {});
    fake.mirror("/api/v1/pods", fake.pods::seen, fake.pods::gone);
    fake.mirror("/api/v1/persistentvolumeclaims", fake.claims::seen, fake::goneClaim);
    return fake;
  }

  Nodes nodes() {
    return nodes;
  }

  private void mirror(String path, Consumer<Json.Obj> seen, Consumer<Json.Obj> gone) {
    mirrors.add(
        Thread.startVirtualThread(
            new ListWatcher(api, path, new ListWatcher.Listener(seen, gone))));
  }

  private void seenNode(Json.Obj node) {
    if (nodes.hasTurned(node)) {
      pods.callAll();
    }
  }

  private void goneClaim(Json.Obj claim) {
    claims.gone(claim);
    volumes.release(claim);
  }

  private Optional<Instant> turn(Entry<PodMemory> entry) {
    var pod = entry.object();
    var now = Instant.now();
    var node = nodes.find(pod.object("spec").text("nodeName"));
    if (node.isEmpty()) {
      return Optional.empty();
    }
    if (node.get().isLost()) {
      Kubelet.nodeLost(pod, now).ifPresent(patch -> patchStatus(entry, patch));
      return Optional.empty();
    }
    var step = kubelet.step(entry.memory, pod, node.get(), now);
    if (!step.pulls().isEmpty()) {
      nodes.pulls(node.get().name(), step.pulls());
    }
    step.patch().ifPresent(patch -> patchStatus(entry, patch));
    if (step.isGone()) {
      remove(pod);
    }
    // Last, so that a failed request is repeated.
    entry.memory = step.memory();
    // The reply may include changes of other clients, whose watch event is then not new.
    return step.patch().isPresent() ? Optional.of(now) : step.wake();
  }

  private void patchStatus(Entry<PodMemory> entry, Json.Obj patch) {
    var reply = api.patch(path(entry.object()) + "/status", Api.Merge.STRATEGIC, patch);
    if (!reply.isOutrun()) {
      entry.offer(Api.required(reply, "status of " + path(entry.object())));
    }
  }

  private void remove(Json.Obj pod) {
    var options =
        Json.of("gracePeriodSeconds", Json.of(0))
            .with("preconditions", Json.of("uid", Json.of(ListWatcher.uid(pod))));
    var reply = api.delete(path(pod), options);
    if (!reply.isOutrun()) {
      Api.required(reply, "removing " + path(pod));
    }
  }

  private static String path(Json.Obj pod) {
    var meta = pod.object("metadata");
    return "/api/v1/namespaces/%s/pods/%s".formatted(meta.text("namespace"), meta.text("name"));
  }

  @Override
  public void close() {
    pods.close();
    claims.close();
    mirrors.forEach(Thread::interrupt);
    api.close();
  }
}
