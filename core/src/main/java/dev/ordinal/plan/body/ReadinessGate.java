package dev.ordinal.plan.body;

import dev.ordinal.model.PodView;
import dev.ordinal.model.PodView.Mark;
import dev.ordinal.model.SetSpec.Lifecycle;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// The condition with which hooks keep traffic from a pod. It has many writers: each adds and takes
/// away its own marks, and while one is left the condition is false.
public final class ReadinessGate {
  public static final String GATE = "KruisePodReady";

  private static final String AGENT = "Lifecycle";

  private ReadinessGate() {}

  /// Whether pods need the gate, which can only be given to them when they are made.
  public static boolean areWanted(Lifecycle hooks) {
    return Stream.of(hooks.preDelete(), hooks.inPlaceUpdate())
        .anyMatch(hook -> hook.isPresent() && hook.get().marksNotReady());
  }

  public static boolean isOurs(PodView pod) {
    return pod.marks().stream().anyMatch(mark -> mark.userAgent().equals(AGENT));
  }

  /// The condition with one more mark of ours.
  public static Json.Obj add(PodView pod, String key) {
    var marks = new ArrayList<>(others(pod));
    marks.add(new Mark(AGENT, key));
    return condition(marks);
  }

  /// The condition without ours.
  public static Json.Obj remove(PodView pod) {
    return condition(others(pod));
  }

  private static List<Mark> others(PodView pod) {
    return pod.marks().stream().filter(mark -> !mark.userAgent().equals(AGENT)).toList();
  }

  private static Json.Obj condition(List<Mark> marks) {
    var list =
        marks.stream()
            .sorted(Comparator.comparing(Mark::userAgent).thenComparing(Mark::key))
            .map(
                mark ->
                    Json.of("userAgent", Json.of(mark.userAgent()))
                        .with("key", Json.of(mark.key())))
            .toList();
    return Json.of("type", Json.of(GATE))
        .with("status", Json.of(marks.isEmpty() ? "True" : "False"))
        .with("message", Json.of(marks.isEmpty() ? "" : JsonText.write(Json.of(list))));
  }
}
