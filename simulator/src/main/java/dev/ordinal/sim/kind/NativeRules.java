package dev.ordinal.sim.kind;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.kind.strategy.Parts;
import dev.ordinal.sim.kind.strategy.Strategy.Change;
import dev.ordinal.sim.reply.Fault;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// Defaults and checks of small native kinds.
final class NativeRules {
  private static final Pattern KEY = Pattern.compile("[-._a-zA-Z0-9]+");

  private NativeRules() {}

  static List<Fault> configMap(Change change) {
    var faults = new ArrayList<Fault>();
    for (var part : List.of("data", "binaryData")) {
      for (var key : change.next().object(part).members().keySet()) {
        if (!KEY.matcher(key).matches()) {
          faults.add(
              Fault.invalid(
                  part + "[" + key + "]",
                  Json.of(key),
                  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g."
                      + " 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '"
                      + KEY.pattern()
                      + "')"));
        }
      }
    }
    return faults;
  }

  /// `stringData` becomes `data`.
  static Json.Obj secret(Json.Obj secret) {
    var typed = Parts.defaulted(secret, "type", Json.of("Opaque"));
    var strings = secret.object("stringData");
    if (strings.equals(Json.EMPTY)) {
      return typed;
    }
    var data = new TreeMap<>(secret.object("data").members());
    strings
        .members()
        .forEach(
            (key, value) -> {
              var bytes = ((Json.Str) value).value().getBytes(StandardCharsets.UTF_8);
              data.put(key, Json.of(Base64.getEncoder().encodeToString(bytes)));
            });
    return typed.without("stringData").with("data", new Json.Obj(data));
  }

  static List<Fault> revision(Change change) {
    var old = change.old().find("data");
    var next = change.next().find("data").orElse(new Json.Null());
    return old.isEmpty() || old.get().equals(next)
        ? List.of()
        : List.of(Fault.invalid("data", next, "field is immutable"));
  }

  static Json.Obj service(Json.Obj service) {
    var spec = new TreeMap<>(service.object("spec").members());
    spec.putIfAbsent("type", Json.of("ClusterIP"));
    spec.putIfAbsent("sessionAffinity", Json.of("None"));
    spec.putIfAbsent("internalTrafficPolicy", Json.of("Cluster"));
    spec.putIfAbsent("ipFamilies", Json.of(List.of(Json.of("IPv4"))));
    spec.putIfAbsent("ipFamilyPolicy", Json.of("SingleStack"));
    var address = spec.computeIfAbsent("clusterIP", _ -> address(service));
    spec.putIfAbsent("clusterIPs", Json.of(List.of(address)));
    if (spec.get("ports") instanceof Json.Arr(var ports)) {
      spec.put("ports", Json.of(ports.stream().map(port -> port((Json.Obj) port)).toList()));
    }
    return service.with("spec", new Json.Obj(spec));
  }

  /// Nothing listens there, so a number derived from the name is enough.
  private static Json address(Json.Obj service) {
    var metadata = service.object("metadata");
    var hash = (metadata.text("namespace") + "/" + metadata.text("name")).hashCode();
    return Json.of("10.96.%d.%d".formatted((hash >> 8) & 0xff, (hash & 0xff)));
  }

  private static Json.Obj port(Json.Obj port) {
    var isPlain = port.text("protocol").isEmpty();
    var typed = isPlain ? port.with("protocol", Json.of("TCP")) : port;
    return Parts.defaulted(typed, "targetPort", port.find("port").orElse(Json.of(0)));
  }

  static Json.Obj storageClass(Json.Obj storageClass) {
    var whole = Parts.defaulted(storageClass, "reclaimPolicy", Json.of("Delete"));
    return Parts.defaulted(whole, "volumeBindingMode", Json.of("Immediate"));
  }

  /// Its value cannot change, so it stays at its first generation.
  static Json.Obj priorityClass(Json.Obj priorityClass) {
    var metadata = priorityClass.object("metadata").with("generation", Json.of(1));
    return Parts.defaulted(priorityClass, "preemptionPolicy", Json.of("PreemptLowerPriority"))
        .with("metadata", metadata);
  }

  static Json.Obj volume(Json.Obj volume) {
    var spec = Parts.defaulted(volume.object("spec"), "volumeMode", Json.of("Filesystem"));
    spec = Parts.defaulted(spec, "persistentVolumeReclaimPolicy", Json.of("Retain"));
    if (spec.find("hostPath").isPresent()) {
      spec = spec.with("hostPath", Parts.defaulted(spec.object("hostPath"), "type", Json.of("")));
    }
    var status = Parts.defaulted(volume.object("status"), "phase", Json.of("Pending"));
    return volume.with("spec", spec).with("status", status);
  }
}
