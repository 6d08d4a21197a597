package dev.ordinal.deploy;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.json.Json;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// One verb on one resource, in the form of kubectl. Examples: `patch pods/status`, and
/// `list storageclasses.storage.k8s.io`.
public record Permission(String verb, String resource) implements Comparable<Permission> {

  /// One verb on a resource; `subresource` is empty for the resource itself.
  public static Permission of(String verb, String group, String resource, String subresource) {
    var kind = group.isEmpty() ? resource : resource + "." + group;
    return new Permission(verb, subresource.isEmpty() ? kind : kind + "/" + subresource);
  }

  /// All permissions of the role with this name in a manifest.
  public static SortedSet<Permission> granted(String file, String role) {
    var found = new TreeSet<Permission>();
    for (var document : roles(file)) {
      if (document.object("metadata").text("name").equals(role)) {
        document.items("rules").forEach(rule -> found.addAll(ofRule((Json.Obj) rule)));
      }
    }
    return found;
  }

  /// The roles and cluster roles of a manifest.
  static List<Json.Obj> roles(String file) {
    return Yaml.documents(file).stream()
        .filter(document -> document.text("kind").matches("(Cluster)?Role"))
        .toList();
  }

  private static SortedSet<Permission> ofRule(Json.Obj rule) {
    var found = new TreeSet<Permission>();
    for (var group : words(rule, "apiGroups")) {
      for (var resource : words(rule, "resources")) {
        var parts = resource.split("/", 2);
        for (var verb : words(rule, "verbs")) {
          found.add(of(verb, group, parts[0], parts.length > 1 ? parts[1] : ""));
        }
      }
    }
    return found;
  }

  static List<String> words(Json.Obj rule, String field) {
    return rule.items(field).stream().map(word -> ((Json.Str) word).value()).toList();
  }

  @Override
  public int compareTo(Permission other) {
    var byResource = resource.compareTo(other.resource);
    return byResource == 0 ? verb.compareTo(other.verb) : byResource;
  }

  @Override
  public String toString() {
    return verb + " " + resource;
  }
}
