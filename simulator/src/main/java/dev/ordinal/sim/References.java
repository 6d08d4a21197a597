package dev.ordinal.sim;

import dev.ordinal.model.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Checks that the ConfigMaps and Secrets of a pod exist, with the kubelet's messages.
public record References(Json.Obj pod, Source source) {
  /// Looks them up in the pod's namespace.
  @FunctionalInterface
  public interface Source {
    Optional<Json.Obj> find(String plural, String name);
  }

  /// What is missing: for all containers, because a volume cannot be mounted; or for one container,
  /// by name, because its environment cannot be built.
  public record Missing(Optional<String> mount, Map<String, String> environment) {
    public static final Missing NOTHING = new Missing(Optional.empty(), Map.of());

    public Missing {
      environment = Map.copyOf(environment);
    }

    public boolean isNothing() {
      return mount.isEmpty() && environment.isEmpty();
    }
  }

  private enum Kind {
    CONFIG_MAP("configmaps", "configmap", "ConfigMap", "config"),
    SECRET("secrets", "secret", "Secret", "secret");

    final String plural;
    final String word;
    final String title;
    final String keyWord;

    Kind(String plural, String word, String title, String keyWord) {
      this.plural = plural;
      this.word = word;
      this.title = title;
      this.keyWord = keyWord;
    }
  }

  public Missing findMissing() {
    var environment = new TreeMap<String, String>();
    for (var field : List.of("initContainers", "containers")) {
      for (var item : pod.object("spec").items(field)) {
        var container = (Json.Obj) item;
        findMissing(container).ifPresent(words -> environment.put(container.text("name"), words));
      }
    }
    return new Missing(findUnmountable(), environment);
  }

  private Optional<String> findUnmountable() {
    for (var item : pod.object("spec").items("volumes")) {
      var volume = (Json.Obj) item;
      for (var part : parts(volume)) {
        var words =
            findMissingItem(Kind.CONFIG_MAP, part.object("configMap"), "name")
                .or(() -> findMissingItem(Kind.SECRET, secret(part), "name"));
        if (words.isPresent()) {
          return Optional.of(
              "MountVolume.SetUp failed for volume \"%s\" : %s"
                  .formatted(volume.text("name"), words.get()));
        }
      }
    }
    return Optional.empty();
  }

  /// A volume, or one of its projected sources. The pod's own token needs no ConfigMap of users.
  private static List<Json.Obj> parts(Json.Obj volume) {
    var parts = new ArrayList<>(List.of(volume));
    var sources = volume.object("projected").items("sources").stream().map(Json.Obj.class::cast);
    sources
        .filter(each -> !each.object("configMap").text("name").equals("kube-root-ca.crt"))
        .forEach(parts::add);
    return parts;
  }

  /// Volumes use another field for its name.
  private static Json.Obj secret(Json.Obj part) {
    var secret = part.object("secret");
    var name = secret.text("secretName");
    return name.isEmpty() ? secret : secret.with("name", Json.of(name));
  }

  private Optional<String> findMissingItem(Kind kind, Json.Obj reference, String field) {
    var name = reference.text(field);
    if (name.isEmpty() || isOptional(reference)) {
      return Optional.empty();
    }
    var found = source.find(kind.plural, name);
    if (found.isEmpty()) {
      return Optional.of(notFound(kind, name));
    }
    return reference.items("items").stream()
        .map(item -> ((Json.Obj) item).text("key"))
        .filter(key -> !hasKey(found.get(), key))
        .map(key -> "references non-existent %s key: %s".formatted(kind.keyWord, key))
        .findFirst();
  }

  private Optional<String> findMissing(Json.Obj container) {
    for (var item : container.items("envFrom")) {
      var from = (Json.Obj) item;
      var words =
          findMissingItem(Kind.CONFIG_MAP, from.object("configMapRef"), "name")
              .or(() -> findMissingItem(Kind.SECRET, from.object("secretRef"), "name"));
      if (words.isPresent()) {
        return words;
      }
    }
    for (var item : container.items("env")) {
      var from = ((Json.Obj) item).object("valueFrom");
      var words =
          findMissingKey(Kind.CONFIG_MAP, from.object("configMapKeyRef"))
              .or(() -> findMissingKey(Kind.SECRET, from.object("secretKeyRef")));
      if (words.isPresent()) {
        return words;
      }
    }
    return Optional.empty();
  }

  private Optional<String> findMissingKey(Kind kind, Json.Obj reference) {
    var name = reference.text("name");
    if (name.isEmpty() || isOptional(reference)) {
      return Optional.empty();
    }
    var found = source.find(kind.plural, name);
    if (found.isEmpty()) {
      return Optional.of(notFound(kind, name));
    }
    var key = reference.text("key");
    var namespace = pod.object("metadata").text("namespace");
    return hasKey(found.get(), key)
        ? Optional.empty()
        : Optional.of(
            "couldn't find key %s in %s %s/%s".formatted(key, kind.title, namespace, name));
  }

  private static String notFound(Kind kind, String name) {
    return "%s \"%s\" not found".formatted(kind.word, name);
  }

  private static boolean isOptional(Json.Obj reference) {
    return reference.find("optional").equals(Optional.of(Json.of(true)));
  }

  private static boolean hasKey(Json.Obj object, String key) {
    return object.object("data").find(key).isPresent()
        || object.object("binaryData").find(key).isPresent();
  }
}
