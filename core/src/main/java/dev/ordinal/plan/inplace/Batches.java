package dev.ordinal.plan.inplace;

import dev.ordinal.model.InPlaceState;
import dev.ordinal.model.InPlaceState.Batch;
import dev.ordinal.model.InPlaceState.Identity;
import dev.ordinal.model.InPlaceState.Work;
import dev.ordinal.model.PodView;
import dev.ordinal.model.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Containers with a launch priority are changed in its order, the highest first, those of one
/// priority together. Containers without one go first.
public final class Batches {
  private static final String ORDERED = "apps.kruise.io/container-launch-priority";

  private final TreeMap<String, Integer> priorities = new TreeMap<>();

  private Batches() {}

  /// The priorities that a template gives to its containers.
  public static Batches of(Json.Obj template) {
    var batches = new Batches();
    var annotations = template.object("metadata").object("annotations");
    var isOrdered = annotations.text(ORDERED).equals("Ordered");
    var position = 0;
    for (var container : template.object("spec").objects("containers")) {
      var given = isOrdered ? OptionalInt.of(-position) : priority(container);
      given.ifPresent(value -> batches.priorities.put(container.text("name"), value));
      position++;
    }
    return batches;
  }

  /// As its own variable says, or the one that Kruise's webhook adds to a pod.
  private static OptionalInt priority(Json.Obj container) {
    return container.objects("env").stream()
        .flatMap(variable -> digits(variable).stream())
        .flatMap(text -> number(text).stream())
        .mapToInt(value -> value)
        .findFirst();
  }

  private static Optional<String> digits(Json.Obj variable) {
    return switch (variable.text("name")) {
      case "KRUISE_CONTAINER_PRIORITY" -> Optional.of(variable.text("value"));
      case "KRUISE_CONTAINER_BARRIER" ->
          Optional.of(variable.object("valueFrom").object("configMapKeyRef").text("key"))
              .filter(key -> key.startsWith("p_"))
              .map(key -> key.substring(2));
      default -> Optional.empty();
    };
  }

  private static Optional<Integer> number(String text) {
    try {
      return Optional.of(Integer.parseInt(text));
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }

  /// What of the work is done now.
  public Work first(Work work) {
    var names = work.containers();
    var highest =
        names.stream()
            .filter(priorities::containsKey)
            .map(priorities::get)
            .max(Comparator.naturalOrder());
    var batch = new TreeSet<String>();
    names.stream()
        .filter(
            name ->
                !priorities.containsKey(name)
                    || highest.filter(priorities.get(name)::equals).isPresent())
        .forEach(batch::add);
    while (batch.addAll(sharing(work, batch))) {
      // One that joined may share with yet another.
    }
    return work.of(batch);
  }

  /// What is left after the first batch.
  public Work rest(Work work) {
    var rest = work.containers();
    rest.removeAll(first(work).containers());
    return work.of(rest);
  }

  /// The state of the pod when the first batch of the work has been written.
  public InPlaceState written(PodView pod, Work work, InPlaceState before, Instant now) {
    var first = first(work);
    var rest = rest(work);
    var last = new TreeMap<>(before.last());
    pod.containers().stream()
        .filter(container -> first.images().containsKey(container.name()))
        .forEach(
            container ->
                last.put(
                    container.name(), new Identity(container.imageId(), container.containerId())));
    var names = List.copyOf(first.containers());
    var done = new ArrayList<>(before.batches());
    if (!names.isEmpty()) {
      done.add(new Batch(now, names));
    }
    return new InPlaceState(
        before.revision(),
        before.since(),
        last,
        before.scope(),
        rest,
        rest.isEmpty() ? List.of() : names,
        done,
        Optional.empty());
  }

  /// A label that two containers read can change but once: both come along.
  private static List<String> sharing(Work work, Set<String> batch) {
    var keys = new TreeSet<String>();
    batch.forEach(name -> keys(work, name).forEach(keys::add));
    return work.metadata().keySet().stream()
        .filter(name -> keys(work, name).anyMatch(keys::contains))
        .toList();
  }

  private static Stream<String> keys(Work work, String container) {
    var read = work.metadata().getOrDefault(container, Json.EMPTY);
    return Stream.of("labels", "annotations")
        .flatMap(
            part -> read.object(part).members().keySet().stream().map(key -> part + "/" + key));
  }
}
