package dev.ordinal.sim.town;

import dev.ordinal.sim.api.ApiServer;
import dev.ordinal.sim.api.Change;
import dev.ordinal.sim.control.DisruptionKeeper;
import dev.ordinal.sim.control.EndpointKeeper;
import dev.ordinal.sim.control.GarbageCollector;
import dev.ordinal.sim.control.NamespaceKeeper;
import dev.ordinal.sim.control.QuotaKeeper;
import dev.ordinal.sim.control.VolumeProtection;
import dev.ordinal.sim.shape.Same;
import dev.ordinal.sim.world.Timeline;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;

/// Everything of a cluster but its API server, its users and our controller. Each part looks a
/// moment after something has changed that concerns it, and at nothing else.
public final class Town {
  /// How many objects a controller looks at before others have their turn.
  private static final int ROUND = 20;

  private final Office office;
  private final Nodes nodes;
  private final Scheduler scheduler;
  private final Kubelets kubelets;
  private final NodeKeeper keeper;
  private final TaintKeeper taints;
  private final PodCollector pods;
  private final Volumes volumes;
  private final Chaos chaos;
  private final NamespaceKeeper namespaces;
  private final List<Predicate<Instant>> controllers;

  /// A node that pulled an image, from when until when.
  public record Pull(String node, String image, Instant from, Instant until) {}

  public Town(ApiServer server, Timeline time, int nodes) {
    this(server, time, TownOptions.of(nodes));
  }

  public Town(ApiServer server, Timeline time, TownOptions options) {
    this.office = Office.of(server, time);
    var chronicle = new Chronicle(office, options.hasEvents());
    this.nodes = new Nodes(office, options.capacity());
    this.scheduler = new Scheduler(office, nodes, chronicle);
    this.kubelets = new Kubelets(office, nodes, options.wishes(), chronicle);
    this.keeper = new NodeKeeper(office, nodes, kubelets);
    this.taints = new TaintKeeper(office, nodes);
    this.pods = new PodCollector(office, nodes);
    this.volumes = new Volumes(office, options.wishes(), chronicle);
    this.chaos = new Chaos(office, kubelets, new Drains(office, nodes));
    this.namespaces = new NamespaceKeeper(server);
    this.controllers =
        List.of(
            new GarbageCollector(server)::step,
            new VolumeProtection(server)::step,
            new EndpointKeeper(server)::step,
            new DisruptionKeeper(server)::step,
            new QuotaKeeper(server)::step);
    server.listen(this::note);
    for (var i = 0; i < options.nodes(); i++) {
      nodes.register(i);
    }
  }

  /// Faults on demand.
  public Chaos chaos() {
    return chaos;
  }

  /// All pulls so far, in the order in which they began.
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
      case "/configmaps", "/secrets" -> kubelets.noteReferenced(Office.namespace(change.object()));
      case "storage.k8s.io/storageclasses" -> volumes.noteClass(change);
      default -> {}
    }
    office.agenda().soon("sweep", this::sweep);
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
    var node = nodes.of(Office.name(change.object()));
    keeper.note(node);
    if (isOther) {
      pods.note(node);
      taints.note(node);
      scheduler.noteNodes();
    }
  }

  private void sweep() {
    var now = office.now();
    var isBusy = namespaces.step(now);
    for (var controller : controllers) {
      for (var i = 0; i < ROUND && controller.test(now); i++) {
        isBusy = true;
      }
    }
    if (isBusy) {
      office.agenda().soon("sweep", this::sweep);
    }
  }
}
