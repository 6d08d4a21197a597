package dev.ordinal.handover;

import dev.ordinal.model.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/// A set in the words of the other side.
///
/// @param losses what the other side has no words for, and what that means
public record Manifest(Json.Obj body, List<String> losses) {
  private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";
  static final Set<String> READINESS_GATES = Set.of("InPlaceUpdateReady", "KruisePodReady");

  public Manifest {
    losses = List.copyOf(losses);
  }

  public static Manifest of(Json.Obj source, Way way) {
    var losses = new ArrayList<String>();
    var spec = source.object("spec");
    var translated =
        switch (way) {
          case ADOPT -> adopted(spec, losses);
          case RELEASE -> released(spec, losses);
        };
    var body =
        Json.of("apiVersion", Json.of(way.to()))
            .with("kind", Json.of("StatefulSet"))
            .with("metadata", metadata(source, way))
            .with("spec", withoutServers(translated));
    return new Manifest(body, losses);
  }

  private static Json.Obj metadata(Json.Obj source, Way way) {
    var old = source.object("metadata");
    var annotations = old.object("annotations");
    var applied = annotations.text(LAST_APPLIED);
    var began = "{\"apiVersion\":\"" + way.from() + "\"";
    annotations =
        applied.startsWith(began)
            ? annotations.with(
                LAST_APPLIED,
                Json.of("{\"apiVersion\":\"" + way.to() + "\"" + applied.substring(began.length())))
            : annotations.without(LAST_APPLIED);
    var metadata =
        Json.of("name", Json.of(old.text("name")))
            .with("namespace", Json.of(old.text("namespace")));
    for (var field : List.of("labels", "ownerReferences")) {
      var value = old.find(field);
      metadata = value.isPresent() ? metadata.with(field, value.get()) : metadata;
    }
    return annotations.equals(Json.EMPTY) ? metadata : metadata.with("annotations", annotations);
  }

  private static Json.Obj adopted(Json.Obj spec, List<String> losses) {
    var type = spec.object("updateStrategy").text("type");
    if (!Set.of("", "RollingUpdate", "OnDelete").contains(type)) {
      losses.add("spec.updateStrategy.type: there is no " + type + " here");
    }
    return spec;
  }

  private static Json.Obj released(Json.Obj spec, List<String> losses) {
    var found = spec;
    found = dropped(found, "reserveOrdinals", "no ordinal is left out", losses);
    found = dropped(found, "scaleStrategy", "scaling is not limited", losses);
    found = dropped(found, "lifecycle", "hooks are not waited for", losses);
    found = withoutDeadline(found, losses);
    found = withoutClaimUpdate(found, losses);
    readinessGates(found, losses);
    return withStrategy(found, losses);
  }

  private static Json.Obj dropped(
      Json.Obj spec, String field, String consequence, List<String> losses) {
    var value = spec.find(field);
    if (value.isPresent() && !isEmpty(value.get())) {
      losses.add("spec." + field + ": " + consequence);
    }
    return spec.without(field);
  }

  private static boolean isEmpty(Json value) {
    return Json.normal(value).equals(Json.EMPTY) || value.equals(Json.of(List.of()));
  }

  private static Json.Obj withoutDeadline(Json.Obj spec, List<String> losses) {
    var field = "progressDeadlineSeconds";
    if (Facts.number(spec.find(field), 600) != 600) {
      losses.add("spec." + field + ": a rollout that stands still is not reported");
    }
    return spec.without(field);
  }

  private static Json.Obj withoutClaimUpdate(Json.Obj spec, List<String> losses) {
    var field = "volumeClaimUpdateStrategy";
    if (!Set.of("", "OnDelete").contains(spec.object(field).text("type"))) {
      losses.add("spec." + field + ": claims do not grow, and their templates cannot be changed");
    }
    return spec.without(field);
  }

  private static void readinessGates(Json.Obj spec, List<String> losses) {
    Facts.objects(spec.object("template").object("spec"), "readinessGates")
        .map(gate -> gate.text("conditionType"))
        .filter(READINESS_GATES::contains)
        .forEach(
            gate ->
                losses.add(
                    "spec.template.spec.readinessGates: no controller opens "
                        + gate
                        + ", so new pods never become ready"));
  }

  private static Json.Obj withStrategy(Json.Obj spec, List<String> losses) {
    var strategy = spec.object("updateStrategy");
    var block = strategy.object("rollingUpdate");
    var minReady = Facts.number(block.find("minReadySeconds"), 0);
    var usual = Facts.number(spec.find("minReadySeconds"), 0);
    var found = minReady > usual ? spec.with("minReadySeconds", Json.of(minReady)) : spec;
    if (strategy.text("type").equals("OnDelete")) {
      return found.with("updateStrategy", Json.of("type", Json.of("OnDelete")));
    }
    var kept = Json.EMPTY;
    for (var field : List.of("partition", "maxUnavailable")) {
      var value = block.find(field);
      kept = value.isPresent() ? kept.with(field, value.get()) : kept;
    }
    lose(block, losses);
    return found.with(
        "updateStrategy", Json.of("type", Json.of("RollingUpdate")).with("rollingUpdate", kept));
  }

  private static void lose(Json.Obj block, List<String> losses) {
    var consequences = new TreeMap<String, String>();
    consequences.put("inPlaceUpdateStrategy", "every update replaces pods");
    consequences.put("unorderedUpdate", "the highest ordinal is updated first");
    if (!Set.of("", "ReCreate").contains(block.text("podUpdatePolicy"))) {
      consequences.put("podUpdatePolicy", "every update replaces pods");
    }
    if (block.find("paused").equals(java.util.Optional.of(Json.of(true)))) {
      consequences.put("paused", "a rollout that waits goes on");
    }
    consequences.forEach(
        (field, consequence) ->
            block
                .find(field)
                .filter(value -> !isEmpty(value))
                .ifPresent(
                    _ ->
                        losses.add(
                            "spec.updateStrategy.rollingUpdate." + field + ": " + consequence)));
  }

  /// The claim templates as users write them: the API server adds a status to each.
  private static Json.Obj withoutServers(Json.Obj spec) {
    var claims =
        Facts.objects(spec, "volumeClaimTemplates").map(claim -> claim.without("status")).toList();
    return claims.isEmpty() ? spec : spec.with("volumeClaimTemplates", Json.of(claims));
  }
}
