package dev.ordinal.sim.virtual;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.json.Json;
import dev.ordinal.sim.api.Request;
import dev.ordinal.sim.reply.Refusal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// Lasting faults of a simulation: requests that are always refused, names that are taken, claims
/// that never end, clocks that are off.
final class Outages {
  private static final String PIN = "shop.example/keep";

  private final Simulation simulation;
  private final List<Denial> denials = new ArrayList<>();
  private final List<Denial> lasting = new ArrayList<>();
  private final TreeSet<String> foreigners = new TreeSet<>();
  private int quota;

  Outages(Simulation simulation) {
    this.simulation = simulation;
    simulation.history.denied =
        call -> denials.stream().anyMatch(denial -> denial.requests().test(call));
    simulation.server.add(
        (request, _) ->
            quota > 0 && isCreation(request) ? Optional.of(refuse(request)) : Optional.empty());
  }

  private Refusal refuse(Request request) {
    quota--;
    simulation.history.lastQuota = simulation.history.now();
    return Refusal.overQuota(request.target().resource().subject("web"), "pods=1");
  }

  private static boolean isCreation(Request request) {
    return request.verb() == Request.Verb.CREATE
        && request.target().resource().names().plural().equals("pods")
        && request.target().part().isEmpty();
  }

  /// The requests that are denied to a controller.
  List<Denial> denials() {
    return denials;
  }

  /// A quota refuses the next pods, this many.
  void refuse(int pods) {
    quota = pods;
  }

  void deny(Denial denial) {
    denials.add(denial);
  }

  void allow(Denial denial) {
    denials.remove(denial);
  }

  /// Lasts beyond the end of the faults.
  void denyForGood(Denial denial) {
    denials.add(denial);
    lasting.add(denial);
  }

  /// This pod cannot be created.
  void denyPod(Denial denial, String pod) {
    deny(denial);
    simulation.history.refused.add(pod);
  }

  /// A pod of another owner exists under this name.
  void takeName(String pod) {
    kill(pod);
    var body =
        Yaml.read(
            """
            {apiVersion: v1, kind: Pod, metadata: {name: %s, labels:
              {app: other, controller-revision-hash: other}},
             spec: {containers: [{name: app, image: 'other:1'}]}}
            """
                .formatted(pod));
    if (simulation.post("v1", "pods", "shop", body).isOk()) {
      foreigners.add(pod);
    }
  }

  void kill(String pod) {
    var finalizers = Yaml.read("{metadata: {finalizers: null}}");
    simulation.patchPod(pod, finalizers);
    simulation.delete("v1", "pods", pod, Json.of("gracePeriodSeconds", Json.of(0)));
  }

  /// The claim is deleted, and stays until its finalizer is removed.
  void pinClaim(String claim) {
    var patch = "{metadata: {finalizers: [kubernetes.io/pvc-protection, %s]}}".formatted(PIN);
    simulation.patch("v1", "persistentvolumeclaims", claim, Yaml.read(patch));
    simulation.delete("v1", "persistentvolumeclaims", claim, Json.EMPTY);
  }

  private void releaseClaims() {
    for (var claim : List.copyOf(simulation.history.claims.values())) {
      if (claim.meta().finalizers().contains(PIN)) {
        var others = new ArrayList<>(claim.meta().finalizers());
        others.remove(PIN);
        var finalizers = Json.of(others.stream().map(Json::of).toList());
        simulation.patch(
            "v1",
            "persistentvolumeclaims",
            claim.name(),
            Json.of("metadata", Json.of("finalizers", finalizers)));
      }
    }
  }

  /// The API server's store is restored from a backup that is this many versions old.
  void restore(int versions) {
    simulation.restore(
        Math.max(simulation.firstVersion(), simulation.server.store().version() - versions));
  }

  void heal() {
    quota = 0;
    simulation.history.isQuotaFull = false;
    denials.retainAll(lasting);
    simulation.history.refused.clear();
    foreigners.forEach(this::kill);
    releaseClaims();
    for (var node = 0; node < Simulation.NODES; node++) {
      simulation.cluster.chaos().setClock("node-" + node, Duration.ZERO);
    }
  }
}
