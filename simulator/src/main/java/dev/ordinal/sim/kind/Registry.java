package dev.ordinal.sim.kind;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.crd.Definition;
import dev.ordinal.sim.kind.Resource.Features;
import dev.ordinal.sim.kind.Resource.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// All resources, by group, version and plural.
public final class Registry {
  private final SortedMap<String, Resource> all = new TreeMap<>();

  /// The native kinds.
  public static Registry natives() {
    var registry = new Registry();
    Natives.all().forEach(registry::add);
    return registry;
  }

  private void add(Resource resource) {
    all.put(key(resource.names().apiVersion(), resource.names().plural()), resource);
  }

  /// All served versions of a CustomResourceDefinition.
  public void define(Json.Obj definition) {
    var spec = definition.object("spec");
    var names = spec.object("names");
    for (var each : spec.items("versions")) {
      var version = (Json.Obj) each;
      if (version.find("served").equals(Optional.of(Json.of(false)))) {
        continue;
      }
      var known = Definition.of(version);
      var parts = new ArrayList<String>();
      if (known.hasStatus()) {
        parts.add("status");
      }
      known.scale().ifPresent(_ -> parts.add("scale"));
      add(
          new Resource(
              new Names(
                  spec.text("group"),
                  version.text("name"),
                  names.text("plural"),
                  names.text("kind")),
              spec.text("scope").equals("Namespaced"),
              Features.PLAIN.parts(parts.toArray(String[]::new)).versionNeeded(),
              Custom.of(known)));
    }
  }

  /// By API version, such as `v1` or `apps/v1`, and plural.
  public Optional<Resource> find(String apiVersion, String plural) {
    return Optional.ofNullable(all.get(key(apiVersion, plural)));
  }

  /// A resource that must exist.
  public Resource require(String apiVersion, String plural) {
    return Objects.requireNonNull(all.get(key(apiVersion, plural)), plural);
  }

  /// Removes a custom resource in all its versions.
  public void forget(String group, String plural) {
    all.values()
        .removeIf(
            each -> each.names().group().equals(group) && each.names().plural().equals(plural));
  }

  /// Every resource in every version.
  public List<Resource> served() {
    return List.copyOf(all.values());
  }

  /// Each resource once, in one of its versions.
  public List<Resource> stored() {
    var stored = new TreeMap<String, Resource>();
    all.values().forEach(each -> stored.put(each.storage(), each));
    return List.copyOf(stored.values());
  }

  private static String key(String apiVersion, String plural) {
    return apiVersion + "/" + plural;
  }
}
