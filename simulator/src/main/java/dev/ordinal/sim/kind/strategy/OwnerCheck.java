package dev.ordinal.sim.kind.strategy;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.reply.Fault;
import java.util.ArrayList;
import java.util.List;

/// Owner references need all fields, and only one may be the controller.
final class OwnerCheck {
  private static final List<String> FIELD_ORDER =
      List.of("apiVersion", "kind", "name", "uid", "controller", "blockOwnerDeletion");

  private OwnerCheck() {}

  static List<Fault> of(List<Json> owners) {
    var faults = new ArrayList<Fault>();
    var controllers = new ArrayList<String>();
    for (var i = 0; i < owners.size(); i++) {
      var owner = (Json.Obj) owners.get(i);
      for (var field : List.of("apiVersion", "kind", "name", "uid")) {
        if (owner.text(field).isEmpty()) {
          faults.add(
              Fault.required("metadata.ownerReferences[" + i + "]." + field, "must not be empty"));
        }
      }
      if (owner.find("controller").filter(Json.of(true)::equals).isPresent()) {
        controllers.add(owner.text("kind") + "/" + owner.text("name"));
      }
    }
    if (controllers.size() > 1) {
      var listed = owners.stream().map(owner -> shown((Json.Obj) owner)).toList();
      faults.add(
          new Fault(
              Fault.Type.INVALID,
              "metadata.ownerReferences",
              java.util.Optional.of("[" + String.join(",", listed) + "]"),
              "Only one reference can have Controller set to true. Found \"true\" in references for "
                  + controllers.get(0)
                  + " and "
                  + controllers.get(1)));
    }
    return faults;
  }

  private static String shown(Json.Obj owner) {
    var fields =
        FIELD_ORDER.stream()
            .filter(field -> owner.find(field).isPresent())
            .map(field -> "\"" + field + "\":" + owner.find(field).map(Fault::quote).orElse(""))
            .toList();
    return "{" + String.join(",", fields) + "}";
  }
}
