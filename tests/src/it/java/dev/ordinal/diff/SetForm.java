package dev.ordinal.diff;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.JsonSource;
import dev.ordinal.sim.SimAnnotations;
import java.util.List;

/// The spec of the set that a scenario begins with; the same for both halves. The template names
/// every field that the API server would fill in, so that both halves record equal revisions.
record SetForm(Json.Obj spec) {
  static final String NAME = "web";

  static SetForm ordered(int replicas) {
    return of("OrderedReady", replicas);
  }

  static SetForm parallel(int replicas) {
    return of("Parallel", replicas);
  }

  private static SetForm of(String policy, int replicas) {
    return new SetForm(
        JsonSource.readObject(
            """
            {"podManagementPolicy": "%s", "replicas": %d, "serviceName": "web",
             "revisionHistoryLimit": 10,
             "selector": {"matchLabels": {"app": "web"}},
             "updateStrategy": {"type": "RollingUpdate",
               "rollingUpdate": {"partition": 0, "maxUnavailable": 1}},
             "template": {
               "metadata": {"labels": {"app": "web"}},
               "spec": {
                 "containers": [{"name": "app", "image": "app:1",
                   "imagePullPolicy": "IfNotPresent", "resources": {},
                   "terminationMessagePath": "/dev/termination-log",
                   "terminationMessagePolicy": "File"}],
                 "dnsPolicy": "ClusterFirst", "restartPolicy": "Always",
                 "schedulerName": "default-scheduler", "securityContext": {},
                 "terminationGracePeriodSeconds": 30}}}
            """
                .formatted(policy, replicas)));
  }

  boolean isParallel() {
    return spec.text("podManagementPolicy").equals("Parallel");
  }

  SetForm parallel() {
    return with("podManagementPolicy", Json.of("Parallel"));
  }

  SetForm with(String field, Json value) {
    return new SetForm(spec.with(field, value));
  }

  SetForm minReady(int seconds) {
    return with("minReadySeconds", Json.of(seconds));
  }

  SetForm start(int ordinal) {
    return with("ordinals", Json.of("start", Json.of(ordinal)));
  }

  SetForm history(int limit) {
    return with("revisionHistoryLimit", Json.of(limit));
  }

  SetForm onDelete() {
    return with("updateStrategy", Json.of("type", Json.of("OnDelete")));
  }

  SetForm partition(int partition) {
    return rolling("partition", Json.of(partition));
  }

  SetForm maxUnavailable(int pods) {
    return rolling("maxUnavailable", Json.of(pods));
  }

  SetForm maxUnavailable(String percent) {
    return rolling("maxUnavailable", Json.of(percent));
  }

  /// Pods are updated where they run if that is possible (`InPlaceIfPossible`), or never otherwise.
  SetForm inPlace(String policy) {
    var gate = Json.of("conditionType", Json.of("InPlaceUpdateReady"));
    return rolling("podUpdatePolicy", Json.of(policy))
        .podSpec("readinessGates", Json.of(List.of(gate)));
  }

  SetForm inPlace() {
    return inPlace("InPlaceIfPossible");
  }

  SetForm paused(boolean isPaused) {
    return rolling("paused", Json.of(isPaused));
  }

  /// Ordinals that are left out, and ranges of them such as `1-2`.
  SetForm reserve(Json... ordinals) {
    return with("reserveOrdinals", Json.of(List.of(ordinals)));
  }

  /// One field of `updateStrategy.rollingUpdate`.
  SetForm rolling(String field, Json value) {
    var strategy = spec.object("updateStrategy");
    var rolling = strategy.object("rollingUpdate").with(field, value);
    return with("updateStrategy", strategy.with("rollingUpdate", rolling));
  }

  SetForm retention(String whenDeleted, String whenScaled) {
    return with(
        "persistentVolumeClaimRetentionPolicy",
        Json.of("whenDeleted", Json.of(whenDeleted)).with("whenScaled", Json.of(whenScaled)));
  }

  /// One claim for each pod, from a template with a label of its own.
  SetForm claims() {
    return claims(claim("data"));
  }

  SetForm claims(Json.Obj... templates) {
    return with("volumeClaimTemplates", Json.of(List.of(templates)));
  }

  static Json.Obj claim(String name) {
    return JsonSource.readObject(
        """
        {"apiVersion": "v1", "kind": "PersistentVolumeClaim",
         "metadata": {"name": "%s", "labels": {"kind": "disk"}},
         "spec": {"accessModes": ["ReadWriteOnce"], "volumeMode": "Filesystem",
           "resources": {"requests": {"storage": "1Gi"}}}}
        """
            .formatted(name));
  }

  /// Its claims stay unbound, and the pods Pending, until the scenario binds them.
  SetForm boundWhenTold() {
    var template = (Json.Obj) claims().spec.items("volumeClaimTemplates").getFirst();
    var wishes = Json.of(SimAnnotations.PREFIX + "bind", Json.of("never"));
    var meta = template.object("metadata").with("annotations", wishes);
    return with("volumeClaimTemplates", Json.of(List.of(template.with("metadata", meta))));
  }

  /// Pods run and are not ready until the scenario says so.
  SetForm readyWhenTold() {
    return wanted("ready", "false");
  }

  /// Deleted pods stay until the scenario lets them go.
  SetForm goneWhenTold() {
    return wanted("stuck-termination", "true");
  }

  /// An annotation in the template that the fake kubelet obeys.
  SetForm wanted(String name, String value) {
    var template = spec.object("template");
    var meta = template.object("metadata");
    var wishes = meta.object("annotations").with(SimAnnotations.PREFIX + name, Json.of(value));
    return with("template", template.with("metadata", meta.with("annotations", wishes)));
  }

  /// A label in the template.
  SetForm labelled(String key, String value) {
    var template = spec.object("template");
    var meta = template.object("metadata");
    var labels = meta.object("labels").with(key, Json.of(value));
    return with("template", template.with("metadata", meta.with("labels", labels)));
  }

  /// One field of the template's pod spec.
  SetForm podSpec(String field, Json value) {
    var template = spec.object("template");
    return with("template", template.with("spec", template.object("spec").with(field, value)));
  }

  SetForm image(String image) {
    return with("template", withImage(spec.object("template"), image));
  }

  static Json.Obj withImage(Json.Obj template, String image) {
    var spec = template.object("spec");
    var container = (Json.Obj) spec.items("containers").getFirst();
    var containers = Json.of(List.of(container.with("image", Json.of(image))));
    return template.with("spec", spec.with("containers", containers));
  }

  Json.Obj body(Half half) {
    return Json.of("apiVersion", Json.of(half.version()))
        .with("kind", Json.of("StatefulSet"))
        .with("metadata", Json.of("name", Json.of(NAME)))
        .with("spec", spec);
  }
}
