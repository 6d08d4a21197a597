package dev.ordinal.plan.inplace;

import dev.ordinal.model.InPlaceState.Work;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.body.Template;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Tells whether a pod of one template can become a pod of another without being replaced, and
/// what has to change on it. Images, resources, labels, annotations and finalizers qualify;
/// metadata that a container's environment reads only together with that container's image, for
/// nothing else restarts the container.
public final class TemplateDiff {
  private static final Pattern READS_METADATA =
      Pattern.compile("metadata\\.(labels|annotations)\\['([^']+)'\\]");

  private final Json.Obj older;
  private final Json.Obj newer;
  private final TreeMap<String, String> images = new TreeMap<>();
  private final TreeMap<String, Json.Obj> resources = new TreeMap<>();
  private final TreeMap<String, Json.Obj> read = new TreeMap<>();
  private boolean isRestarting;

  private TemplateDiff(Json.Obj older, Json.Obj newer) {
    this.older = older;
    this.newer = newer;
  }

  /// What stands between two templates.
  public sealed interface Result {
    /// All of it can be done in place. `metadata` is a patch of the pod's metadata, without what
    /// the environment of a container reads; `restarts` tells whether a container will.
    record Change(Work work, Json.Obj metadata, boolean restarts) implements Result {}

    /// The pod has to be replaced, because of this.
    record Impossible(String because) implements Result {}
  }

  public static Result between(Json.Obj older, Json.Obj newer) {
    var pair = Template.comparable(older, newer);
    return new TemplateDiff(pair.older(), pair.newer()).compare();
  }

  private Result compare() {
    return changedElsewhere()
        .or(this::compareContainers)
        .or(this::changedClass)
        .or(this::changedUnderAnEnvironment)
        .<Result>map(Result.Impossible::new)
        .orElseGet(
            () -> new Result.Change(new Work(images, read, resources), metadata(), isRestarting));
  }

  private Optional<String> changedElsewhere() {
    return differingMember(elsewhere(older), elsewhere(newer))
        .map(member -> "spec." + member + " changed");
  }

  private static Json.Obj elsewhere(Json.Obj template) {
    return template.object("spec").without("containers");
  }

  private Optional<String> changedClass() {
    var before = Resources.serviceClass(older.object("spec"));
    var after = Resources.serviceClass(newer.object("spec"));
    return before.equals(after)
        ? Optional.empty()
        : Optional.of("the quality of service would change from %s to %s".formatted(before, after));
  }

  /// The first member that two objects do not share.
  private static Optional<String> differingMember(Json.Obj left, Json.Obj right) {
    var names = new TreeSet<>(left.members().keySet());
    names.addAll(right.members().keySet());
    return names.stream().filter(name -> !left.find(name).equals(right.find(name))).findFirst();
  }

  private Optional<String> compareContainers() {
    var before = containers(older);
    var after = containers(newer);
    if (!names(before).equals(names(after))) {
      return Optional.of("containers were added, removed, renamed or moved");
    }
    for (var i = 0; i < before.size(); i++) {
      var fault = compareContainer(before.get(i), after.get(i));
      if (fault.isPresent()) {
        return fault;
      }
    }
    return Optional.empty();
  }

  private Optional<String> compareContainer(Json.Obj before, Json.Obj after) {
    var name = after.text("name");
    var other =
        differingMember(
            before.without("image").without("resources"),
            after.without("image").without("resources"));
    if (other.isPresent()) {
      return Optional.of("%s of container %s changed".formatted(other.get(), name));
    }
    if (!before.text("image").equals(after.text("image"))) {
      images.put(name, after.text("image"));
      isRestarting = true;
    }
    if (!before.object("resources").equals(after.object("resources"))) {
      if (!Resources.isResizable(before.object("resources"), after.object("resources"))) {
        return Optional.of("resources of container %s changed beyond a resize".formatted(name));
      }
      resources.put(name, Resources.stated(after.object("resources")));
      isRestarting = isRestarting || Resources.isRestarting(before, after);
    }
    return Optional.empty();
  }

  private Optional<String> changedUnderAnEnvironment() {
    for (var container : containers(newer)) {
      var name = container.text("name");
      for (var key : metadataRead(container)) {
        var isChanged = !value(older, key).equals(value(newer, key));
        if (isChanged && !images.containsKey(name)) {
          return Optional.of(
              "container %s reads %s %s, and only a new image restarts it"
                  .formatted(name, key.getKey(), key.getValue()));
        }
        if (isChanged) {
          value(newer, key)
              .ifPresent(value -> read.merge(name, nested(key, value), Patches::merge));
        }
      }
    }
    return Optional.empty();
  }

  private static Json.Obj nested(Map.Entry<String, String> key, Json value) {
    return Json.of(key.getKey(), Json.of(key.getValue(), value));
  }

  private static Optional<Json> value(Json.Obj template, Map.Entry<String, String> key) {
    return template.object("metadata").object(key.getKey()).find(key.getValue());
  }

  /// The labels and annotations that the environment of a container is filled from.
  private static List<Map.Entry<String, String>> metadataRead(Json.Obj container) {
    var read = new ArrayList<Map.Entry<String, String>>();
    for (var variable : container.objects("env")) {
      var path = variable.object("valueFrom").object("fieldRef").text("fieldPath");
      var found = READS_METADATA.matcher(path);
      if (found.matches()) {
        read.add(Map.entry(found.group(1), found.group(2)));
      }
    }
    return read;
  }

  private Json.Obj metadata() {
    var before = older.object("metadata");
    var after = newer.object("metadata");
    var patch = Json.EMPTY;
    for (var part : List.of("labels", "annotations")) {
      var changed = changes(before.object(part), after.object(part));
      for (var container : read.values()) {
        for (var key : container.object(part).members().keySet()) {
          changed = changed.without(key);
        }
      }
      patch = changed.equals(Json.EMPTY) ? patch : patch.with(part, changed);
    }
    var added = new ArrayList<>(after.items("finalizers"));
    added.removeAll(before.items("finalizers"));
    var removed = new ArrayList<>(before.items("finalizers"));
    removed.removeAll(after.items("finalizers"));
    patch = added.isEmpty() ? patch : patch.with("finalizers", Json.of(added));
    return removed.isEmpty()
        ? patch
        : patch.with("$deleteFromPrimitiveList/finalizers", Json.of(removed));
  }

  /// Keys that the template has given up are taken from the pod; what others put there stays.
  private static Json.Obj changes(Json.Obj before, Json.Obj after) {
    var changed = Json.EMPTY;
    for (var member : before.members().keySet()) {
      if (after.find(member).isEmpty()) {
        changed = changed.with(member, new Json.Null());
      }
    }
    for (var member : after.members().entrySet()) {
      if (!before.find(member.getKey()).equals(Optional.of(member.getValue()))) {
        changed = changed.with(member.getKey(), member.getValue());
      }
    }
    return changed;
  }

  private static List<Json.Obj> containers(Json.Obj template) {
    return template.object("spec").items("containers").stream()
        .map(item -> item instanceof Json.Obj container ? container : Json.EMPTY)
        .toList();
  }

  private static List<String> names(List<Json.Obj> containers) {
    return containers.stream().map(container -> container.text("name")).toList();
  }
}
