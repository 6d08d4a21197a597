package dev.ordinal.cli.change;

import dev.ordinal.model.json.Json;
import dev.ordinal.view.RevisionChoice;
import dev.ordinal.view.SetOverview;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `ordinal set-image`
@Command(name = "set-image", description = "Give containers of a set other images.")
public final class SetImageCommand implements Callable<Integer> {
  @Mixin private ChangeOptions change = new ChangeOptions();

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "CONTAINER=IMAGE",
      description = "The containers and their new images.")
  private List<String> images = List.of();

  @Override
  public Integer call() {
    var wanted = new TreeMap<String, String>();
    for (var word : images) {
      var pair = word.split("=", 2);
      if (pair.length < 2 || pair[0].isEmpty() || pair[1].isEmpty()) {
        throw new IllegalArgumentException(
            "'%s' is not CONTAINER=IMAGE, such as nginx=nginx:1.29.".formatted(word));
      }
      wanted.put(pair[0], pair[1]);
    }
    return change.make(set -> decide(set, wanted));
  }

  private static ChangeRequest decide(SetOverview set, Map<String, String> wanted) {
    var words = new ArrayList<String>();
    var left = new TreeMap<>(wanted);
    var template = RevisionChoice.recorded(set).template();
    var changed = template.object("spec");
    for (var list : List.of("initContainers", "containers")) {
      var containers = changed.items(list).stream().map(item -> imaged(item, left, words)).toList();
      changed = containers.isEmpty() ? changed : changed.with(list, Json.of(containers));
    }
    if (!left.isEmpty()) {
      throw new IllegalArgumentException(
          "%s has no container %s.".formatted(set.key().name(), left.firstKey()));
    }
    return words.isEmpty()
        ? ChangeRequest.none("The images are these already.")
        : ChangeRequest.ofSpec(
            set,
            Json.of("template", Json.of("spec", lists(changed))),
            String.join(", ", words),
            UpdateEffect.ofTemplate(set, template.with("spec", changed)));
  }

  private static Json imaged(Json item, Map<String, String> left, List<String> words) {
    var container = item instanceof Json.Obj found ? found : Json.EMPTY;
    var name = container.text("name");
    var image = left.remove(name);
    if (image == null || image.equals(container.text("image"))) {
      return item;
    }
    words.add("image of %s: %s becomes %s".formatted(name, container.text("image"), image));
    return container.with("image", Json.of(image));
  }

  /// The lists of containers alone: a merge patch replaces them whole.
  private static Json.Obj lists(Json.Obj spec) {
    var lists = Json.of("containers", Json.of(spec.items("containers")));
    return spec.items("initContainers").isEmpty()
        ? lists
        : lists.with("initContainers", Json.of(spec.items("initContainers")));
  }
}
