package dev.ordinal.sim.kind.pod;

import dev.ordinal.model.json.Json;
import dev.ordinal.model.number.Quantity;
import dev.ordinal.sim.reply.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// Validates one container.
final class ContainerCheck {
  private static final List<String> PULLS = List.of("Always", "IfNotPresent", "Never");

  private final Json.Obj container;
  private final String path;
  private final List<Fault> faults = new ArrayList<>();

  private ContainerCheck(Json.Obj container, String path) {
    this.container = container;
    this.path = path;
  }

  static List<Fault> of(Json.Obj container, String path, SortedSet<String> volumes) {
    var check = new ContainerCheck(container, path);
    check.image();
    check.ports();
    check.variables();
    check.mounts(volumes);
    check.resources();
    return check.faults;
  }

  private void image() {
    if (container.text("image").isEmpty()) {
      faults.add(Fault.required(path + ".image", ""));
    }
    var pull = container.text("imagePullPolicy");
    if (!PULLS.contains(pull)) {
      faults.add(Fault.unsupported(path + ".imagePullPolicy", Json.of(pull), PULLS));
    }
  }

  private void ports() {
    var ports = container.items("ports");
    for (var i = 0; i < ports.size(); i++) {
      var number = ((Json.Obj) ports.get(i)).find("containerPort").orElse(Json.of(0));
      var port = number instanceof Json.Num(var text) ? Long.parseLong(text) : 0;
      if (port < 1 || port > 65535) {
        faults.add(
            Fault.invalid(
                path + ".ports[" + i + "].containerPort",
                number,
                "must be between 1 and 65535, inclusive"));
      }
    }
  }

  private void variables() {
    var variables = container.items("env");
    for (var i = 0; i < variables.size(); i++) {
      if (((Json.Obj) variables.get(i)).text("name").isEmpty()) {
        faults.add(Fault.required(path + ".env[" + i + "].name", ""));
      }
    }
  }

  private void mounts(SortedSet<String> volumes) {
    var mounts = container.items("volumeMounts");
    var paths = new TreeSet<String>();
    for (var i = 0; i < mounts.size(); i++) {
      var mount = (Json.Obj) mounts.get(i);
      var field = path + ".volumeMounts[" + i + "]";
      var name = mount.text("name");
      if (name.isEmpty()) {
        faults.add(Fault.required(field + ".name", ""));
      } else if (!volumes.contains(name)) {
        faults.add(Fault.missing(field + ".name", Json.of(name)));
      }
      var where = mount.text("mountPath");
      if (where.isEmpty()) {
        faults.add(Fault.required(field + ".mountPath", ""));
      } else if (!paths.add(where)) {
        faults.add(Fault.invalid(field + ".mountPath", Json.of(where), "must be unique"));
      }
    }
  }

  private void resources() {
    var resources = container.object("resources");
    var limits = resources.object("limits");
    resources
        .object("requests")
        .members()
        .forEach(
            (name, request) -> {
              var limit = limits.text(name);
              if (request instanceof Json.Str(var text) && Quantity.isLess(limit, text)) {
                faults.add(
                    Fault.invalid(
                        path + ".resources.requests",
                        request,
                        "must be less than or equal to " + name + " limit of " + limit));
              }
            });
  }
}
