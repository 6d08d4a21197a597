package dev.ordinal.handover;

import dev.ordinal.model.common.PlainText;
import dev.ordinal.model.json.Json;
import java.util.ArrayList;
import java.util.List;

/// The other objects of the namespace that have to do with a set, or might.
public record Surroundings(
    List<Json.Obj> autoscalers,
    List<Json.Obj> budgets,
    List<Json.Obj> services,
    List<Json.Obj> takers) {
  /// A kind whose controller takes every pod for its own that its selector finds and nobody owns.
  public record Taker(String version, String resource, String kind) {}

  /// StatefulSets are not among them: they go by the names of pods.
  public static final List<Taker> TAKERS =
      List.of(
          new Taker("apps/v1", "replicasets", "ReplicaSet"),
          new Taker("apps/v1", "daemonsets", "DaemonSet"),
          new Taker("v1", "replicationcontrollers", "ReplicationController"),
          new Taker("batch/v1", "jobs", "Job"),
          new Taker("apps.kruise.io/v1alpha1", "clonesets", "CloneSet"),
          new Taker("apps.kruise.io/v1alpha1", "daemonsets", "Advanced DaemonSet"));

  public Surroundings {
    autoscalers = List.copyOf(autoscalers);
    budgets = List.copyOf(budgets);
    services = List.copyOf(services);
    takers = List.copyOf(takers);
  }

  public static Surroundings none() {
    return new Surroundings(List.of(), List.of(), List.of(), List.of());
  }

  /// What changes for them, or does not; told, and not touched.
  List<String> notices(Json.Obj set, Way way) {
    var told = new ArrayList<String>();
    var name = Facts.name(set);
    var labels = set.object("spec").object("template").object("metadata").object("labels");
    autoscalers.stream()
        .filter(each -> isTarget(each.object("spec").object("scaleTargetRef"), name, way.from()))
        .forEach(each -> told.add(autoscaler(Facts.name(each), way)));
    budgets.stream()
        .filter(each -> Facts.selects(each.object("spec").object("selector"), labels))
        .forEach(
            each ->
                told.add(
                    "PodDisruptionBudget %s selects the pods and goes on; until they are adopted it allows no eviction if it counts in percent or by maxUnavailable"
                        .formatted(Facts.name(each))));
    var service = set.object("spec").text("serviceName");
    if (!service.isEmpty()
        && services.stream().noneMatch(each -> Facts.name(each).equals(service))) {
      told.add("Service %s, which the set names, does not exist".formatted(PlainText.of(service)));
    }
    told.addAll(Tools.notices(set, way));
    return told;
  }

  private static boolean isTarget(Json.Obj reference, String name, String version) {
    return reference.text("kind").equals("StatefulSet")
        && reference.text("name").equals(name)
        && reference.text("apiVersion").equals(version);
  }

  private static String autoscaler(String name, Way way) {
    return """
        HorizontalPodAutoscaler %1$s scales the %2$s StatefulSet, and does nothing after this until it is pointed to the new one:
            kubectl patch hpa %1$s --type=merge -p '{"spec":{"scaleTargetRef":{"apiVersion":"%3$s"}}}'"""
        .formatted(name, way.from(), way.to());
  }

  /// Why the pods cannot be left without an owner, be it for a moment.
  List<String> obstacles(Json.Obj set) {
    var labels = set.object("spec").object("template").object("metadata").object("labels");
    return takers.stream()
        .filter(each -> Facts.selects(selector(each), labels))
        .map(
            each ->
                "%s %s has a selector that finds the pods, and would adopt them"
                    .formatted(each.text("kind"), Facts.name(each)))
        .toList();
  }

  /// That of the oldest kind is a mere map of labels.
  private static Json.Obj selector(Json.Obj taker) {
    var selector = taker.object("spec").object("selector");
    return taker.text("kind").equals("ReplicationController")
        ? Json.of("matchLabels", selector)
        : selector;
  }
}
