package dev.ordinal.web.act;

import dev.ordinal.model.json.Json;
import dev.ordinal.view.RevisionRow;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The JSON patch of a change. Its first steps test that the set is still the one, and the version,
/// that the user has seen: what was shown is what is done.
final class Edits {
  private static final String RESTARTED = "kubectl.kubernetes.io/restartedAt";
  private static final String ROLLING = "/spec/updateStrategy/rollingUpdate";

  private final Json.Obj set;
  private final List<Json> steps = new ArrayList<>();

  private Edits(Json.Obj set) {
    this.set = set;
    test("/metadata/uid");
    test("/metadata/generation");
  }

  /// @param set as the API server gave it
  /// @throws IllegalArgumentException with a sentence for the user if it cannot be done
  static Json.Arr of(SetChange change, Json.Obj set, List<RevisionRow> revisions) {
    var edits = new Edits(set);
    switch (change) {
      case SetChange.Pause(var isPaused) -> edits.rolling("paused", Json.of(isPaused));
      case SetChange.Promote(var partition) -> edits.rolling("partition", Json.of(partition));
      case SetChange.Undo(var revision) ->
          edits.put("replace", "/spec/template", edits.template(revision, revisions));
      case SetChange.Restart(var time) -> edits.restart(time);
      case SetChange.SetImage(var container, var image) -> edits.image(container, image);
      case SetChange.Scale(var replicas) -> edits.put("add", "/spec/replicas", Json.of(replicas));
      case SetChange.DeletePod _ ->
          throw new IllegalArgumentException("A pod is not part of a set.");
    }
    return Json.of(edits.steps);
  }

  private void test(String path) {
    var metadata = set.object("metadata");
    put("test", path, metadata.find(path.substring("/metadata/".length())).orElse(Json.EMPTY));
  }

  private void put(String operation, String path, Json value) {
    steps.add(Json.of("op", Json.of(operation)).with("path", Json.of(path)).with("value", value));
  }

  private void rolling(String field, Json value) {
    var strategy = set.object("spec").object("updateStrategy");
    if (strategy.text("type").equals("OnDelete")) {
      throw new IllegalArgumentException(
          "The update strategy of the set is OnDelete: its rollout is yours to run, by deleting"
              + " pods.");
    }
    if (strategy.find("rollingUpdate").isEmpty()) {
      put("add", "/spec/updateStrategy", strategy.with("rollingUpdate", Json.of(field, value)));
    } else {
      put("add", ROLLING + "/" + field, value);
    }
  }

  private Json.Obj template(String name, List<RevisionRow> revisions) {
    var template =
        revisions.stream()
            .filter(row -> row.name().equals(name))
            .map(RevisionRow::template)
            .findFirst()
            .orElseThrow(
                () -> new IllegalArgumentException("There is no revision %s now.".formatted(name)));
    if (template.equals(set.object("spec").object("template"))) {
      throw new IllegalArgumentException("The set has the template of this revision already.");
    }
    return template;
  }

  private void restart(String time) {
    var metadata = set.object("spec").object("template").object("metadata");
    var annotations = metadata.object("annotations").with(RESTARTED, Json.of(time));
    put("add", "/spec/template/metadata", metadata.with("annotations", annotations));
  }

  private void image(String container, String image) {
    var spec = set.object("spec").object("template").object("spec");
    for (var list : Stream.of("containers", "initContainers").toList()) {
      var items = spec.items(list);
      for (var i = 0; i < items.size(); i++) {
        if (items.get(i) instanceof Json.Obj found && found.text("name").equals(container)) {
          put("add", "/spec/template/spec/%s/%d/image".formatted(list, i), Json.of(image));
          return;
        }
      }
    }
    throw new IllegalArgumentException("The set has no container %s.".formatted(container));
  }
}
