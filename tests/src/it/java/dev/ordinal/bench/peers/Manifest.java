package dev.ordinal.bench.peers;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.JsonSource;
import dev.ordinal.sim.SimAnnotations;
import java.util.List;

/// The sets of the benchmark: pods that start and stop in 0.2 s.
record Manifest(Peer peer, Json.Obj spec) {
  static Manifest of(Peer peer, String policy, int replicas) {
    return new Manifest(
        peer,
        JsonSource.readObject(
            """
            {"podManagementPolicy": "%1$s", "replicas": %2$d, "serviceName": "web",
             "selector": {"matchLabels": {"app": "web"}},
             "template": {
               "metadata": {
                 "labels": {"app": "web"},
                 "annotations": {"%3$sstart-delay": "200ms", "%3$sstop-delay": "200ms"}},
               "spec": {
                 "terminationGracePeriodSeconds": 5,
                 "containers": [{"name": "app", "image": "app:1"}]}}}
            """
                .formatted(policy, replicas, SimAnnotations.PREFIX)));
  }

  Manifest maxUnavailable(String percent) {
    return strategy("{\"maxUnavailable\": \"%s\"}".formatted(percent));
  }

  /// With the gate that OpenKruise asks for.
  Manifest inPlace(String percent) {
    var changed =
        strategy(
            "{\"maxUnavailable\": \"%s\", \"podUpdatePolicy\": \"InPlaceIfPossible\"}"
                .formatted(percent));
    var template = changed.spec.object("template");
    var gates = JsonSource.readObject("{\"is\": [{\"conditionType\": \"InPlaceUpdateReady\"}]}");
    var pod = template.object("spec").with("readinessGates", Json.of(gates.items("is")));
    return new Manifest(peer, changed.spec.with("template", template.with("spec", pod)));
  }

  private Manifest strategy(String rolling) {
    var strategy =
        Json.of("type", Json.of("RollingUpdate"))
            .with("rollingUpdate", JsonSource.readObject(rolling));
    return new Manifest(peer, spec.with("updateStrategy", strategy));
  }

  /// One claim for each pod.
  Manifest claims() {
    var claim =
        JsonSource.readObject(
            """
            {"metadata": {"name": "data"},
             "spec": {"accessModes": ["ReadWriteOnce"],
               "resources": {"requests": {"storage": "1Gi"}}}}
            """);
    return new Manifest(peer, spec.with("volumeClaimTemplates", Json.of(List.of(claim))));
  }

  Json.Obj named(String name) {
    var labels = Json.of("app", Json.of(name));
    var template = spec.object("template");
    var meta = template.object("metadata").with("labels", labels);
    return Json.of("apiVersion", Json.of(peer.version()))
        .with("kind", Json.of("StatefulSet"))
        .with("metadata", Json.of("name", Json.of(name)))
        .with(
            "spec",
            spec.with("selector", Json.of("matchLabels", labels))
                .with("template", template.with("metadata", meta)));
  }

  /// A merge patch to another image.
  Json.Obj image(String image) {
    var template = spec.object("template");
    var container = Json.of("name", Json.of("app")).with("image", Json.of(image));
    var pod = template.object("spec").with("containers", Json.of(List.of(container)));
    return Json.of("spec", Json.of("template", template.with("spec", pod)));
  }
}
