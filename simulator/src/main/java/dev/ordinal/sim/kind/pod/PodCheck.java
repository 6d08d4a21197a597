package dev.ordinal.sim.kind.pod;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.kind.strategy.MetaCheck;
import dev.ordinal.sim.reply.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/// Validates a pod's spec by the rules that users commonly meet, not by all of them.
final class PodCheck {
  private static final List<String> RESTARTS = List.of("Always", "OnFailure", "Never");

  private final List<Fault> faults = new ArrayList<>();

  private PodCheck() {}

  static List<Fault> of(Json.Obj spec) {
    var check = new PodCheck();
    check.spec(spec);
    return check.faults;
  }

  private void spec(Json.Obj spec) {
    var volumes = new TreeSet<String>();
    names(spec.items("volumes"), "spec.volumes", volumes);
    var containers = spec.items("containers");
    if (containers.isEmpty()) {
      faults.add(Fault.required("spec.containers", ""));
    }
    var taken = new TreeSet<String>();
    containers(containers, "spec.containers", taken, volumes);
    containers(spec.items("initContainers"), "spec.initContainers", taken, volumes);
    var restart = spec.text("restartPolicy");
    if (!RESTARTS.contains(restart)) {
      faults.add(Fault.unsupported("spec.restartPolicy", Json.of(restart), RESTARTS));
    }
    number(spec, "terminationGracePeriodSeconds");
    hosts(spec);
    var gates = spec.items("readinessGates");
    for (var i = 0; i < gates.size(); i++) {
      var type = ((Json.Obj) gates.get(i)).text("conditionType");
      faults.addAll(MetaCheck.qualified("spec.readinessGates[" + i + "].conditionType", type));
    }
  }

  private void hosts(Json.Obj spec) {
    var hostname = spec.text("hostname");
    if (hostname.contains(".")) {
      faults.add(Fault.invalid("spec.hostname", Json.of(hostname), "must not contain dots"));
    } else if (!hostname.isEmpty()) {
      faults.addAll(MetaCheck.label("spec.hostname", hostname));
    }
    if (!spec.text("subdomain").isEmpty()) {
      faults.addAll(MetaCheck.label("spec.subdomain", spec.text("subdomain")));
    }
  }

  private void number(Json.Obj spec, String field) {
    if (spec.members().get(field) instanceof Json.Num(var text) && text.startsWith("-")) {
      faults.add(
          Fault.invalid("spec." + field, new Json.Num(text), "must be greater than or equal to 0"));
    }
  }

  private void names(List<Json> items, String path, Set<String> taken) {
    for (var i = 0; i < items.size(); i++) {
      var name = ((Json.Obj) items.get(i)).text("name");
      var field = path + "[" + i + "].name";
      if (name.isEmpty()) {
        faults.add(Fault.required(field, ""));
      } else {
        faults.addAll(MetaCheck.label(field, name));
      }
      if (!name.isEmpty() && !taken.add(name)) {
        faults.add(Fault.duplicate(field, Json.of(name)));
      }
    }
  }

  private void containers(
      List<Json> containers, String path, Set<String> taken, SortedSet<String> volumes) {
    names(containers, path, taken);
    for (var i = 0; i < containers.size(); i++) {
      var check = ContainerCheck.of((Json.Obj) containers.get(i), path + "[" + i + "]", volumes);
      faults.addAll(check);
    }
  }
}
