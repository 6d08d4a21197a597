package dev.ordinal.local.serve;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.kind.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The served resources, in the old form (a document for each group version) and in the new one
/// (all at once).
final class Discovery {
  private static final List<String> VERBS =
      List.of("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch");
  private static final List<String> PART_VERBS = List.of("get", "patch", "update");

  private final ApiResources catalogue;

  Discovery(ApiResources catalogue) {
    this.catalogue = catalogue;
  }

  /// `/api`
  static Json.Obj core() {
    return Json.of("kind", Json.of("APIVersions")).with("versions", texts(List.of("v1")));
  }

  /// `/apis`
  Json.Obj groups() {
    var groups = new ArrayList<Json>();
    byGroup().forEach((name, versions) -> groups.add(group(name, versions)));
    return Json.of("kind", Json.of("APIGroupList"))
        .with("apiVersion", Json.of("v1"))
        .with("groups", Json.of(groups));
  }

  /// `/apis/<group>`
  Json.Obj group(String name) {
    return group(name, byGroup().getOrDefault(name, List.of()))
        .with("kind", Json.of("APIGroup"))
        .with("apiVersion", Json.of("v1"));
  }

  private Map<String, List<String>> byGroup() {
    var groups = new TreeMap<String, List<String>>();
    for (var groupVersion : allVersions()) {
      var slash = groupVersion.indexOf('/');
      if (slash > 0) {
        groups
            .computeIfAbsent(groupVersion.substring(0, slash), _ -> new ArrayList<>())
            .add(groupVersion);
      }
    }
    return groups;
  }

  private List<String> allVersions() {
    var all = new ArrayList<>(catalogue.groupVersions());
    all.addAll(Reviews.GROUP_VERSIONS);
    return all;
  }

  boolean hasGroup(String name) {
    return byGroup().containsKey(name);
  }

  boolean has(String groupVersion) {
    return allVersions().contains(groupVersion);
  }

  private static Json.Obj group(String name, List<String> versions) {
    var each =
        versions.stream()
            .map(
                groupVersion ->
                    Json.of("groupVersion", Json.of(groupVersion))
                        .with("version", Json.of(groupVersion.substring(name.length() + 1))))
            .toList();
    return Json.of("name", Json.of(name))
        .with("versions", Json.of(each))
        .with("preferredVersion", each.getFirst());
  }

  /// `/api/v1` and `/apis/<group>/<version>`
  Json.Obj resources(String groupVersion) {
    var listed = new ArrayList<Json>(Reviews.resources(groupVersion));
    for (var resource : catalogue.resources(groupVersion)) {
      var entry = entry(resource, resource.names().plural(), VERBS);
      listed.add(
          named(resource, entry.with("singularName", Json.of(catalogue.singular(resource)))));
      resource.traits().parts().stream().sorted().forEach(part -> listed.add(part(resource, part)));
    }
    return Json.of("kind", Json.of("APIResourceList"))
        .with("apiVersion", Json.of("v1"))
        .with("groupVersion", Json.of(groupVersion))
        .with("resources", Json.of(listed));
  }

  private static Json.Obj entry(Resource resource, String name, List<String> verbs) {
    return Json.of("name", Json.of(name))
        .with("singularName", Json.of(""))
        .with("namespaced", Json.of(resource.isNamespaced()))
        .with("kind", Json.of(resource.names().kind()))
        .with("verbs", texts(verbs));
  }

  private Json.Obj named(Resource resource, Json.Obj entry) {
    var words = catalogue.words(resource);
    var named =
        words.shortNames().isEmpty() ? entry : entry.with("shortNames", texts(words.shortNames()));
    return words.categories().isEmpty()
        ? named
        : named.with("categories", texts(words.categories()));
  }

  private static Json.Obj part(Resource resource, String part) {
    var name = resource.names().plural() + "/" + part;
    var kind = PartKind.of(resource, part);
    var entry = entry(resource, name, kind.verbs()).with("kind", Json.of(kind.kind()));
    return kind.isForeign(resource)
        ? entry.with("group", Json.of(kind.group())).with("version", Json.of(kind.version()))
        : entry;
  }

  /// The kind of a subresource.
  private record PartKind(String group, String version, String kind, List<String> verbs) {
    static PartKind of(Resource resource, String part) {
      var names = resource.names();
      return switch (part) {
        case "scale" -> new PartKind("autoscaling", "v1", "Scale", PART_VERBS);
        case "eviction" -> new PartKind("policy", "v1", "Eviction", List.of("create"));
        case "binding" -> new PartKind("", "v1", "Binding", List.of("create"));
        case "finalize" -> new PartKind("", "v1", "Namespace", List.of("update"));
        default -> new PartKind(names.group(), names.version(), names.kind(), PART_VERBS);
      };
    }

    boolean isForeign(Resource resource) {
      return !group.equals(resource.names().group());
    }

    Json.Obj response() {
      return Discovery.kind(group, version, kind);
    }
  }

  private static Json.Obj kind(String group, String version, String kind) {
    return Json.of("group", Json.of(group))
        .with("version", Json.of(version))
        .with("kind", Json.of(kind));
  }

  /// All groups at once; of the core group when `isCore`, else of the others.
  Json.Obj aggregated(boolean isCore) {
    var groups = new ArrayList<Json>();
    if (isCore) {
      groups.add(whole("", List.of("v1")));
    } else {
      byGroup().forEach((name, versions) -> groups.add(whole(name, versions)));
    }
    return Json.of("kind", Json.of("APIGroupDiscoveryList"))
        .with("apiVersion", Json.of("apidiscovery.k8s.io/v2"))
        .with("metadata", Json.EMPTY)
        .with("items", Json.of(groups));
  }

  private Json.Obj whole(String group, List<String> versions) {
    var each = new ArrayList<Json>();
    for (var groupVersion : versions) {
      var resources = new ArrayList<Json>(Reviews.aggregated(groupVersion));
      catalogue.resources(groupVersion).forEach(resource -> resources.add(whole(resource)));
      each.add(
          Json.of("version", Json.of(groupVersion.substring(groupVersion.indexOf('/') + 1)))
              .with("resources", Json.of(resources))
              .with("freshness", Json.of("Current")));
    }
    var metadata = group.isEmpty() ? Json.EMPTY : Json.of("name", Json.of(group));
    return Json.of("metadata", metadata).with("versions", Json.of(each));
  }

  private Json.Obj whole(Resource resource) {
    var names = resource.names();
    var parts =
        resource.traits().parts().stream()
            .sorted()
            .map(part -> wholePart(part, PartKind.of(resource, part)))
            .toList();
    var entry =
        Json.of("resource", Json.of(names.plural()))
            .with("responseKind", kind(names.group(), names.version(), names.kind()))
            .with("scope", Json.of(resource.isNamespaced() ? "Namespaced" : "Cluster"))
            .with("singularResource", Json.of(catalogue.singular(resource)))
            .with("verbs", texts(VERBS));
    var named = named(resource, entry);
    return parts.isEmpty() ? named : named.with("subresources", Json.of(parts));
  }

  private static Json.Obj wholePart(String part, PartKind kind) {
    return Json.of("subresource", Json.of(part))
        .with("responseKind", kind.response())
        .with("verbs", texts(kind.verbs()));
  }

  static Json texts(List<String> values) {
    return Json.of(values.stream().map(Json::of).toList());
  }
}
