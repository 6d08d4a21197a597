package dev.ordinal.plan;

import dev.ordinal.model.InPlaceState;
import dev.ordinal.model.PodView;
import dev.ordinal.model.PodView.Condition;
import dev.ordinal.model.PodView.Container;
import dev.ordinal.model.PodView.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A pod of a picture, with one thing more about it than the words of a picture can say.
public record PodCopy(PodView pod) {
  /// The pod that a picture shows for a word such as `0:v1:unready`.
  public static PodCopy of(String word) {
    return new PodCopy(Picture.of("replicas=1", word).snapshot().pods().getFirst());
  }

  public PodCopy phase(Phase phase) {
    return with(phase, pod.node());
  }

  public PodCopy node(String node) {
    return with(pod.phase(), node);
  }

  /// With one more condition, before the others.
  public PodCopy condition(Condition condition) {
    var all = new ArrayList<>(List.of(condition));
    all.addAll(pod.conditions());
    return with(all, pod.containers());
  }

  /// With other containers: their names, each with what is said of it, as in `main:ready
  /// side:restarts=2:image=app_1:id=c2:waiting=StartError:detail=no_such_file`. A `_` stands for a
  /// space; `exited` means that the detail tells how the container ended, and `renamed` that the
  /// runtime reports another name of its image.
  public PodCopy containers(String words) {
    var containers =
        Stream.of(words.split(" "))
            .filter(word -> !word.isEmpty())
            .map(word -> container(List.of(word.split(":"))))
            .toList();
    return with(pod.conditions(), containers);
  }

  private static Container container(List<String> part) {
    return new Container(
        part.getFirst(),
        "app",
        word(part, "image"),
        word(part, "id"),
        Integer.parseInt("0" + word(part, "restarts")),
        part.contains("ready"),
        word(part, "waiting"),
        !part.contains("resizing"),
        !part.contains("renamed"),
        word(part, "detail"),
        part.contains("exited"));
  }

  private static String word(List<String> part, String name) {
    return part.stream()
        .filter(word -> word.startsWith(name + "="))
        .map(word -> word.substring(name.length() + 1).replace('_', ' '))
        .findFirst()
        .orElse("");
  }

  public PodCopy gates(List<String> gates) {
    return with(gates, pod.inPlace());
  }

  public PodCopy inPlace(InPlaceState state) {
    return with(pod.readinessGates(), Optional.of(state));
  }

  private PodCopy with(List<String> gates, Optional<InPlaceState> state) {
    return new PodCopy(
        new PodView(
            pod.meta(),
            pod.phase(),
            pod.node(),
            pod.conditions(),
            pod.containers(),
            pod.initContainers(),
            gates,
            pod.claims(),
            state,
            pod.marks()));
  }

  private PodCopy with(Phase phase, String node) {
    return new PodCopy(
        new PodView(
            pod.meta(),
            phase,
            node,
            pod.conditions(),
            pod.containers(),
            pod.initContainers(),
            pod.readinessGates(),
            pod.claims(),
            pod.inPlace(),
            pod.marks()));
  }

  private PodCopy with(List<Condition> conditions, List<Container> containers) {
    return new PodCopy(
        new PodView(
            pod.meta(),
            pod.phase(),
            pod.node(),
            conditions,
            containers,
            pod.initContainers(),
            pod.readinessGates(),
            pod.claims(),
            pod.inPlace(),
            pod.marks()));
  }
}
