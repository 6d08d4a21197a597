package dev.ordinal.sim.kind.pod;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.kind.strategy.Parts;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/// The defaults of a pod's spec.
final class PodDefaults {
  private static final List<String> PROBES =
      List.of("livenessProbe", "readinessProbe", "startupProbe");
  private static final List<String> WITH_MODE =
      List.of("configMap", "secret", "projected", "downwardAPI");

  private PodDefaults() {}

  /// Those of a pod.
  static Json.Obj apply(Json.Obj spec) {
    var filled = new TreeMap<>(ofTemplate(spec).members());
    filled.putIfAbsent("enableServiceLinks", Json.of(true));
    each(filled, "containers", PodDefaults::requesting);
    each(filled, "initContainers", PodDefaults::requesting);
    return new Json.Obj(filled);
  }

  /// Those of a pod, or of a pod template.
  static Json.Obj ofTemplate(Json.Obj spec) {
    var filled = new TreeMap<>(spec.members());
    filled.putIfAbsent("restartPolicy", Json.of("Always"));
    filled.putIfAbsent("dnsPolicy", Json.of("ClusterFirst"));
    filled.putIfAbsent("terminationGracePeriodSeconds", Json.of(30));
    filled.putIfAbsent("securityContext", Json.EMPTY);
    filled.putIfAbsent("schedulerName", Json.of("default-scheduler"));
    each(filled, "containers", PodDefaults::container);
    each(filled, "initContainers", PodDefaults::container);
    each(filled, "volumes", PodDefaults::volume);
    var account = filled.get("serviceAccountName");
    if (account != null) {
      filled.put("serviceAccount", account);
    }
    return new Json.Obj(filled);
  }

  private static void each(Map<String, Json> owner, String list, UnaryOperator<Json.Obj> change) {
    if (owner.get(list) instanceof Json.Arr(var items)) {
      var filled =
          items.stream()
              .map(item -> item instanceof Json.Obj object ? (Json) change.apply(object) : item)
              .toList();
      owner.put(list, Json.of(filled));
    }
  }

  private static Json.Obj container(Json.Obj container) {
    var filled = new TreeMap<>(container.members());
    filled.putIfAbsent("terminationMessagePath", Json.of("/dev/termination-log"));
    filled.putIfAbsent("terminationMessagePolicy", Json.of("File"));
    var image = container.text("image");
    filled.putIfAbsent("imagePullPolicy", Json.of(isMoving(image) ? "Always" : "IfNotPresent"));
    each(filled, "ports", port -> Parts.defaulted(port, "protocol", Json.of("TCP")));
    each(filled, "env", PodDefaults::variable);
    for (var name : PROBES) {
      if (filled.get(name) instanceof Json.Obj probe) {
        filled.put(name, probe(probe));
      }
    }
    return new Json.Obj(filled);
  }

  private static Json.Obj requesting(Json.Obj container) {
    return container.find("resources").isPresent()
        ? container.with("resources", resources(container.object("resources")))
        : container;
  }

  /// An image without a tag or a digest means `latest`.
  private static boolean isMoving(String image) {
    var name = image.substring(image.lastIndexOf('/') + 1);
    return image.endsWith(":latest") || (!name.contains(":") && !name.contains("@"));
  }

  private static Json.Obj variable(Json.Obj variable) {
    var source = variable.object("valueFrom");
    if (source.find("fieldRef").isEmpty()) {
      return variable;
    }
    var field = Parts.defaulted(source.object("fieldRef"), "apiVersion", Json.of("v1"));
    return variable.with("valueFrom", source.with("fieldRef", field));
  }

  private static Json.Obj probe(Json.Obj probe) {
    var filled = new TreeMap<>(probe.members());
    filled.putIfAbsent("timeoutSeconds", Json.of(1));
    filled.putIfAbsent("periodSeconds", Json.of(10));
    filled.putIfAbsent("successThreshold", Json.of(1));
    filled.putIfAbsent("failureThreshold", Json.of(3));
    if (filled.get("httpGet") instanceof Json.Obj get) {
      var whole = Parts.defaulted(get, "path", Json.of("/"));
      filled.put("httpGet", Parts.defaulted(whole, "scheme", Json.of("HTTP")));
    }
    return new Json.Obj(filled);
  }

  /// A limit without a request is also the request.
  private static Json.Obj resources(Json.Obj resources) {
    var limits = resources.object("limits");
    if (limits.equals(Json.EMPTY)) {
      return resources;
    }
    var requests = new TreeMap<>(limits.members());
    requests.putAll(resources.object("requests").members());
    return resources.with("requests", new Json.Obj(requests));
  }

  private static Json.Obj volume(Json.Obj volume) {
    var filled = new TreeMap<>(volume.members());
    for (var source : WITH_MODE) {
      if (filled.get(source) instanceof Json.Obj object) {
        filled.put(source, Parts.defaulted(object, "defaultMode", Json.of(420)));
      }
    }
    if (filled.get("hostPath") instanceof Json.Obj object) {
      filled.put("hostPath", Parts.defaulted(object, "type", Json.of("")));
    }
    if (filled.size() == 1) {
      filled.put("emptyDir", Json.EMPTY);
    }
    return new Json.Obj(filled);
  }
}
