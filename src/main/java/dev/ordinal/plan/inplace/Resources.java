package dev.ordinal.plan.inplace;

import dev.ordinal.model.Json;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// What a resize of a running container may change: the amounts of cpu and memory that are stated
/// already. Adding or dropping one could change the pod's quality of service, which is fixed.
final class Resources {
  private static final Set<String> RESIZABLE = Set.of("cpu", "memory");

  private Resources() {}

  static boolean isResizable(Json.Obj before, Json.Obj after) {
    var isSameElsewhere =
        before
            .without("limits")
            .without("requests")
            .equals(after.without("limits").without("requests"));
    return isSameElsewhere
        && List.of("limits", "requests").stream()
            .allMatch(part -> isResizablePart(before.object(part), after.object(part)))
        && isGuaranteed(before) == isGuaranteed(after);
  }

  /// Whether a changed amount is one that the container only takes by restarting.
  static boolean isRestarting(Json.Obj before, Json.Obj after) {
    return after.items("resizePolicy").stream()
        .filter(Json.Obj.class::isInstance)
        .map(Json.Obj.class::cast)
        .filter(policy -> policy.text("restartPolicy").equals("RestartContainer"))
        .map(policy -> policy.text("resourceName"))
        .anyMatch(
            name ->
                List.of("limits", "requests").stream()
                    .anyMatch(
                        part -> !amount(before, part, name).equals(amount(after, part, name))));
  }

  private static String amount(Json.Obj container, String part, String name) {
    return container.object("resources").object(part).text(name);
  }

  private static boolean isResizablePart(Json.Obj before, Json.Obj after) {
    var names = new TreeSet<>(before.members().keySet());
    return names.equals(new TreeSet<>(after.members().keySet()))
        && names.stream()
            .filter(name -> !before.find(name).equals(after.find(name)))
            .allMatch(RESIZABLE::contains);
  }

  private static boolean isGuaranteed(Json.Obj resources) {
    return RESIZABLE.stream()
        .allMatch(
            name -> {
              var limit = resources.object("limits").find(name);
              var request = resources.object("requests").find(name);
              return limit.isPresent() && (request.isEmpty() || request.equals(limit));
            });
  }
}
