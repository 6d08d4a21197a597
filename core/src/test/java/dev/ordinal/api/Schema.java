package dev.ordinal.api;

import dev.ordinal.model.json.Json;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// The schema of one version of the custom resource, as far as tests ask about it. Paths are
/// written like `spec.reserveOrdinals[]`.
record Schema(Json.Obj root) {

  private static final String SETS = "deploy/crd/apps.kruise.io_statefulsets.yaml";

  static Json.Obj definition() {
    return Yaml.documents(SETS).getFirst();
  }

  static Json.Obj version(String name) {
    return version(SETS, name);
  }

  static Json.Obj version(String file, String name) {
    return Yaml.documents(file).getFirst().object("spec").items("versions").stream()
        .map(Json.Obj.class::cast)
        .filter(version -> version.text("name").equals(name))
        .findFirst()
        .orElseThrow();
  }

  static Schema v1beta1() {
    return v1beta1(SETS);
  }

  static Schema v1beta1(String file) {
    return new Schema(version(file, "v1beta1").object("schema").object("openAPIV3Schema"));
  }

  /// Every place below spec and status. Open objects end the search unless `below` is set: what is
  /// declared inside of them serves the rules, the parser keeps them whole.
  SortedSet<String> paths(boolean below) {
    var found = new TreeSet<String>();
    for (var part : new String[] {"spec", "status"}) {
      collect(part, root.object("properties").object(part), below, found);
    }
    return found;
  }

  /// What the API server makes of `value`: defaults filled in, null counting as absent.
  Json.Obj defaulted(Json.Obj value) {
    return value.with("spec", fill(root.object("properties").object("spec"), value.object("spec")));
  }

  private static void collect(String path, Json.Obj node, boolean below, SortedSet<String> found) {
    found.add(path);
    if (isOpen(node) && !below) {
      return;
    }
    node.object("properties")
        .members()
        .forEach((name, member) -> collect(path + "." + name, (Json.Obj) member, below, found));
    node.find("items").ifPresent(item -> collect(path + "[]", (Json.Obj) item, below, found));
  }

  private static boolean isOpen(Json.Obj node) {
    return node.find("x-kubernetes-preserve-unknown-fields").isPresent();
  }

  private static Json fill(Json.Obj node, Json value) {
    if (!(value instanceof Json.Obj object)) {
      return value;
    }
    var members = new TreeMap<>(object.members());
    node.object("properties")
        .members()
        .forEach(
            (name, member) -> {
              var child = (Json.Obj) member;
              child.find("default").ifPresent(value0 -> members.putIfAbsent(name, value0));
              members.computeIfPresent(name, (_, old) -> fill(child, old));
            });
    return new Json.Obj(members);
  }
}
