package dev.ordinal.sim.cluster;

import dev.ordinal.sim.api.ApiServer;
import dev.ordinal.sim.api.Change;
import dev.ordinal.sim.control.DisruptionController;
import dev.ordinal.sim.control.EndpointController;
import dev.ordinal.sim.control.GarbageCollector;
import dev.ordinal.sim.control.NamespaceController;
import dev.ordinal.sim.control.QuotaController;
import dev.ordinal.sim.control.VolumeProtection;
import dev.ordinal.sim.shape.Same;
import dev.ordinal.sim.virtual.Timeline;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;

/// Everything of a cluster except its API server, its users and our controller. Each part acts a
/// moment after a change that concerns it.
public final class ClusterSimulation {
  /// How many objects a controller handles before other parts take their turn.
  private static final int ROUND = 20;

  private final SimClient client;
  private final Nodes nodes;
  private final Scheduler scheduler;
  private final Kubelets kubelets;
  private final NodeController nodeController;
  private final TaintController taints;
  private final PodGarbageCollector pods;
  private final VolumeController volumes;
  private final Chaos chaos;
  private final NamespaceController namespaces;
  private final List<Predicate<Instant>> controllers;

  /// A pull of an image by a node, from start to end.
  public record Pull(String node, String image, Instant from, Instant until) {}

  public ClusterSimulation(ApiServer server, Timeline time, int nodes) {
    this(server, time, ClusterOptions.of(nodes));
  }

  public ClusterSimulation(ApiServer server, Timeline time, ClusterOptions options) {
    this.client = SimClient.of(server, time);
    var recorder = new EventRecorder(client, options.hasEvents());
    this.nodes = new Nodes(client, options.capacity());
    this.scheduler = new Scheduler(client, nodes, recorder);
    this.kubelets = new Kubelets(client, nodes, options.settings(), recorder);
    this.nodeController = new NodeController(client, nodes, kubelets);
    this.taints = new TaintController(client, nodes);
    this.pods = new PodGarbageCollector(client, nodes);
    this.volumes = new VolumeController(client, options.settings(), recorder);
    this.chaos = new Chaos(client, kubelets, new Drains(client, nodes));
    this.namespaces = new NamespaceController(server);
    this.controllers =
        List.of(
            new GarbageCollector(server)::step,
            new VolumeProtection(server)::step,
            new EndpointController(server)::step,
            new DisruptionController(server)::step,
            new QuotaController(server)::step);
    server.listen(this::note);
    for (var i = 0; i < options.nodes(); i++) {
      nodes.register(i);
    }
  }

  /// Faults on demand.
  public Chaos chaos() {
    return chaos;
  }

  /// All pulls so far, in the order in which they started.
  public List<Pull> pulls() {
    return kubelets.pulls();
  }

  private void note(Change change) {
    switch (change.resource().storage()) {
      case "/pods" -> notePod(change);
      case "/nodes" -> noteNode(change);
      case "/persistentvolumeclaims" -> {
        volumes.noteClaim(change);
        scheduler.noteClaim(change.object());
      }
      case "/configmaps", "/secrets" ->
          kubelets.noteReferenced(SimClient.namespace(change.object()));
      case "storage.k8s.io/storageclasses" -> volumes.noteClass(change);
      default -> {}
    }
    client.timers().soon("sweep", this::sweep);
  }

  private void notePod(Change change) {
    nodes.notePod(change);
    scheduler.notePod(change);
    kubelets.notePod(change);
    var pod = change.object();
    var isMoved =
        change.before().filter(old -> Same.tree(old.object("spec"), pod.object("spec"))).isEmpty();
    if (isMoved && change.type() != Change.Type.DELETED) {
      taints.notePod(pod);
      pods.notePod(pod);
    }
  }

  private void noteNode(Change change) {
    var isOther = nodes.note(change);
    var node = nodes.of(SimClient.name(change.object()));
    nodeController.note(node);
    if (isOther) {
      pods.note(node);
      taints.note(node);
      scheduler.noteNodes();
    }
  }

  private void sweep() {
    var now = client.now();
    var isBusy = namespaces.step(now);
    for (var controller : controllers) {
      for (var i = 0; i < ROUND && controller.test(now); i++) {
        isBusy = true;
      }
    }
    if (isBusy) {
      client.timers().soon("sweep", this::sweep);
    }
  }
}
