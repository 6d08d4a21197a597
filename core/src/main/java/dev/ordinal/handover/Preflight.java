package dev.ordinal.handover;

import dev.ordinal.model.Names;
import dev.ordinal.model.common.PlainText;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.body.Template;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What a change of hands would do, before anything is written.
///
/// @param obstacles why it cannot be done now
/// @param losses what the other side cannot express
/// @param restarts which pods would be replaced or deleted, and why
/// @param notices what users should know
public record Preflight(
    List<String> obstacles, List<String> losses, List<String> restarts, List<String> notices) {
  public Preflight {
    obstacles = List.copyOf(obstacles);
    losses = List.copyOf(losses);
    restarts = List.copyOf(restarts);
    notices = List.copyOf(notices);
  }

  /// Of a set that changes hands.
  public static Preflight of(Scene scene, Json.Obj source, Surroundings around) {
    var manifest = Manifest.of(source, scene.way());
    var obstacles = new ArrayList<>(around.obstacles(source));
    obstacles.addAll(ownObstacles(source, scene));
    return new Preflight(
        obstacles,
        manifest.losses(),
        restarts(scene, manifest.body(), Facts.uid(source)),
        around.notices(source, scene.way()));
  }

  /// Of a set of OpenKruise, which stays the object that it is.
  public static Preflight ofOwn(Scene scene, Json.Obj set) {
    return new Preflight(List.of(), List.of(), restarts(scene, set, Facts.uid(set)), List.of());
  }

  private static List<String> ownObstacles(Json.Obj source, Scene scene) {
    var found = new ArrayList<String>();
    Facts.controller(source)
        .ifPresent(
            owner ->
                found.add(
                    "%s %s controls the set, and would create it again"
                        .formatted(
                            PlainText.of(owner.text("kind")), PlainText.of(owner.text("name")))));
    if (!source.object("metadata").items("finalizers").isEmpty()) {
      found.add("the set has finalizers: " + source.object("metadata").items("finalizers"));
    }
    var status = source.object("status");
    var generation = Facts.number(Facts.member(source, "generation"), 1);
    if (Facts.number(status.find("observedGeneration"), 0) < generation) {
      found.add("its controller has not seen the newest change yet: wait, or start it");
    }
    var wanted = Facts.number(source.object("spec").find("replicas"), 1);
    if (Facts.number(status.find("replicas"), 0) != wanted) {
      found.add("it is being scaled: wait until it has %d pods".formatted(wanted));
    }
    if (scene.way() == Way.RELEASE) {
      scene.pods().forEach(pod -> halfWay(pod).ifPresent(found::add));
    }
    return found;
  }

  /// No native controller finishes an update in place, or lets a pod go that waits for a hook.
  private static Optional<String> halfWay(Json.Obj pod) {
    var life = pod.object("metadata").object("labels").text(Names.LIFECYCLE_LABEL);
    if (!life.isEmpty() && !life.equals("Normal")) {
      return Optional.of(halfWay(pod, life));
    }
    return Facts.objects(pod.object("spec"), "readinessGates")
        .map(gate -> gate.text("conditionType"))
        .filter(Manifest.READINESS_GATES::contains)
        .filter(gate -> !isOpen(pod, gate))
        .findFirst()
        .map(gate -> halfWay(pod, gate));
  }

  private static String halfWay(Json.Obj pod, String why) {
    return "%s is in the middle of an update or of a hook (%s): wait until it is over"
        .formatted(Facts.name(pod), why);
  }

  /// A pod that has just been created has no condition yet, and none but us would give it one.
  private static boolean isOpen(Json.Obj pod, String gate) {
    return Facts.objects(pod.object("status"), "conditions")
        .anyMatch(each -> each.text("type").equals(gate) && each.text("status").equals("True"));
  }

  private static List<String> restarts(Scene scene, Json.Obj target, String owner) {
    var templates = new TreeMap<String, Json.Obj>();
    scene.revisions().forEach(each -> templates.put(Facts.name(each), Facts.template(each)));
    var found = new TreeMap<Integer, String>();
    for (var pod : scene.pods()) {
      var ordinal = Names.ordinal(Facts.name(target), Facts.name(pod));
      if (Facts.isControlledBy(pod, owner)) {
        reason(pod, ordinal, target, templates)
            .ifPresent(why -> found.put(ordinal, Facts.name(pod) + ": " + why));
      }
    }
    return List.copyOf(found.values());
  }

  private static Optional<String> reason(
      Json.Obj pod, int ordinal, Json.Obj target, Map<String, Json.Obj> templates) {
    var spec = target.object("spec");
    var position = ordinal - Facts.number(spec.object("ordinals").find("start"), 0);
    if (position < 0 || position >= span(spec)) {
      return Optional.of("its ordinal is not wanted, so it is deleted");
    }
    var strategy = spec.object("updateStrategy");
    var block = strategy.object("rollingUpdate");
    if (strategy.text("type").equals("OnDelete")
        || block.find("paused").equals(Optional.of(Json.of(true)))
        || position < Facts.number(block.find("partition"), 0)) {
      return Optional.empty();
    }
    var template = templates.getOrDefault(Facts.revision(pod), Json.EMPTY);
    if (!Template.isSame(template, spec.object("template"))) {
      return Optional.of("it runs another template, so it is updated");
    }
    return PodClaims.findMissing(pod, ordinal, target)
        .map(claim -> "it lacks the volume %s, so it is replaced".formatted(claim));
  }

  /// How far the ordinals reach; with some left out, farther than the replicas.
  private static long span(Json.Obj spec) {
    return spec.items("reserveOrdinals").isEmpty()
        ? Facts.number(spec.find("replicas"), 1)
        : Long.MAX_VALUE;
  }

  /// Whether it may go on; what stands in the way can be accepted in part.
  public boolean allows(boolean acceptsLoss, boolean acceptsRestarts) {
    return obstacles.isEmpty()
        && (acceptsLoss || losses.isEmpty())
        && (acceptsRestarts || restarts.isEmpty());
  }
}
