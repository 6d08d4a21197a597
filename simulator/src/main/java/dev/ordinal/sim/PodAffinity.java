package dev.ordinal.sim;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.kind.strategy.Labels;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Whether required (anti-)affinity allows a pod on a node, in both directions, with the
/// scheduler's messages. Preferences are ignored.
public record PodAffinity(Json.Obj pod, List<Place> places) {
  /// A node: its labels, its pods, and those of them with anti-affinity.
  public record Place(Json.Obj labels, Collection<Json.Obj> pods, Collection<Json.Obj> exclusive) {}

  /// The rules of this kind that a pod requires, or none.
  private static List<Json.Obj> terms(Json.Obj pod, String kind) {
    return pod
        .object("spec")
        .object("affinity")
        .object(kind)
        .items("requiredDuringSchedulingIgnoredDuringExecution")
        .stream()
        .map(Json.Obj.class::cast)
        .toList();
  }

  public static boolean isExclusive(Json.Obj pod) {
    return !terms(pod, "podAntiAffinity").isEmpty();
  }

  /// Why the pod may not run there; empty when it may.
  public Optional<String> findObstacle(Json.Obj labels) {
    if (!terms(pod, "podAffinity").stream().allMatch(term -> isNear(term, labels))) {
      return Optional.of("node(s) didn't match pod affinity rules");
    }
    if (terms(pod, "podAntiAffinity").stream().anyMatch(term -> isMet(term, labels))) {
      return Optional.of("node(s) didn't match pod anti-affinity rules");
    }
    return isKeptAway(labels)
        ? Optional.of("node(s) didn't satisfy existing pods anti-affinity rules")
        : Optional.empty();
  }

  /// Whether the answer may change when other pods are created or deleted.
  public static boolean isAboutPods(String obstacle) {
    return obstacle.endsWith("affinity rules");
  }

  /// The first of several pods with affinity to each other may run anywhere.
  private boolean isNear(Json.Obj term, Json.Obj labels) {
    var key = term.text("topologyKey");
    return labels.find(key).isPresent()
        && (isMet(term, labels)
            || (isMeant(term, pod, pod)
                && places.stream()
                    .flatMap(place -> place.pods.stream())
                    .noneMatch(other -> isMeant(term, pod, other))));
  }

  /// Whether a pod that the rule selects is in the same topology domain.
  private boolean isMet(Json.Obj term, Json.Obj labels) {
    return near(term, labels)
        .flatMap(place -> place.pods.stream())
        .anyMatch(other -> isMeant(term, pod, other));
  }

  private boolean isKeptAway(Json.Obj labels) {
    return places.stream()
        .flatMap(place -> place.exclusive.stream().map(other -> new Neighbour(other, place)))
        .anyMatch(
            neighbour ->
                terms(neighbour.pod, "podAntiAffinity").stream()
                    .anyMatch(
                        term ->
                            isMeant(term, neighbour.pod, pod)
                                && isSame(term, labels, neighbour.place.labels)));
  }

  private record Neighbour(Json.Obj pod, Place place) {}

  private Stream<Place> near(Json.Obj term, Json.Obj labels) {
    return places.stream().filter(place -> isSame(term, labels, place.labels));
  }

  private static boolean isSame(Json.Obj term, Json.Obj one, Json.Obj other) {
    var key = term.text("topologyKey");
    return one.find(key).isPresent() && one.find(key).equals(other.find(key));
  }

  /// Whether the rule of `owner` selects `other`.
  private static boolean isMeant(Json.Obj term, Json.Obj owner, Json.Obj other) {
    var namespaces = term.items("namespaces");
    var home = Json.of(owner.object("metadata").text("namespace"));
    var place = Json.of(other.object("metadata").text("namespace"));
    var isEverywhere = term.find("namespaceSelector").equals(Optional.of(Json.EMPTY));
    var isThere =
        isEverywhere || (namespaces.isEmpty() ? home.equals(place) : namespaces.contains(place));
    var selector = term.find("labelSelector");
    return isThere && selector.isPresent() && Labels.select(term.object("labelSelector"), other);
  }
}
