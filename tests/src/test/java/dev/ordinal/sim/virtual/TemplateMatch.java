package dev.ordinal.sim.virtual;

import dev.ordinal.model.json.Json;
import java.util.List;

/// Pods look as if they had just been created from the template, whatever happened before: the end
/// is the same with and without faults.
record TemplateMatch(Json.Obj template) {
  /// What only templates set. Hooks and users write the rest on pods too.
  private static final List<String> LABELS = List.of("app", "tier");

  private static final List<String> ANNOTATIONS =
      List.of(
          "note",
          "sim.ordinal.dev/ready-delay",
          "sim.ordinal.dev/start-delay",
          "sim.ordinal.dev/stop-delay");

  void check(List<Json.Obj> pods) {
    for (var pod : pods) {
      var name = pod.object("metadata").text("name");
      for (var key : LABELS) {
        same(name + " label " + key, pod, "labels", key);
      }
      for (var key : ANNOTATIONS) {
        same(name + " annotation " + key, pod, "annotations", key);
      }
      var containers = template.object("spec").items("containers");
      for (var i = 0; i < containers.size(); i++) {
        container(name, (Json.Obj) containers.get(i), container(pod, i));
      }
    }
  }

  private void same(String what, Json.Obj pod, String part, String key) {
    require(
        what,
        pod.object("metadata").object(part).text(key),
        template.object("metadata").object(part).text(key));
  }

  private static Json.Obj container(Json.Obj pod, int place) {
    return (Json.Obj) pod.object("spec").items("containers").get(place);
  }

  private static void container(String pod, Json.Obj wanted, Json.Obj found) {
    var name = pod + " " + wanted.text("name");
    require(name, found.text("name"), wanted.text("name"));
    require(name + " image", found.text("image"), wanted.text("image"));
    require(name + " resources", cpu(found), cpu(wanted));
  }

  private static String cpu(Json.Obj container) {
    return container.object("resources").object("requests").text("cpu");
  }

  private static void require(String what, String found, String wanted) {
    if (!found.equals(wanted)) {
      throw new AssertionError("%s is '%s' and not '%s'".formatted(what, found, wanted));
    }
  }
}
