package dev.ordinal.sim.virtual;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.json.Json;
import java.util.function.UnaryOperator;

/// A pod template as a webhook stores it, with every default, and as the user wrote it.
final class AppliedTemplate {
  private static final Json.Obj OF_PODS =
      Yaml.read(
          """
          {restartPolicy: Always, dnsPolicy: ClusterFirst, terminationGracePeriodSeconds: 30,
           schedulerName: default-scheduler, securityContext: {}}
          """);

  private static final Json.Obj OF_CONTAINERS =
      Yaml.read(
          """
          {terminationMessagePath: /dev/termination-log, terminationMessagePolicy: File,
           imagePullPolicy: IfNotPresent, resources: {}}
          """);

  private AppliedTemplate() {}

  static Json.Obj defaulted(Json.Obj template) {
    return changed(template, AppliedTemplate::fill);
  }

  private static Json.Obj fill(Json.Obj part) {
    var filled = part;
    var isContainer = part.find("image").isPresent();
    for (var each : (isContainer ? OF_CONTAINERS : OF_PODS).members().entrySet()) {
      if (part.find(each.getKey()).isEmpty()) {
        filled = filled.with(each.getKey(), each.getValue());
      }
    }
    return filled;
  }

  /// A merge patch: what is null goes.
  static Json.Obj plain(Json.Obj template) {
    return changed(template, AppliedTemplate::empty);
  }

  private static Json.Obj empty(Json.Obj part) {
    var isContainer = part.find("image").isPresent();
    var rest = part;
    for (var each : (isContainer ? OF_CONTAINERS : OF_PODS).members().entrySet()) {
      if (part.find(each.getKey()).filter(each.getValue()::equals).isPresent()) {
        rest =
            isContainer ? rest.without(each.getKey()) : rest.with(each.getKey(), new Json.Null());
      }
    }
    return rest;
  }

  private static Json.Obj changed(Json.Obj template, UnaryOperator<Json.Obj> change) {
    var spec = change.apply(template.object("spec"));
    var containers =
        spec.items("containers").stream().map(Json.Obj.class::cast).map(change).toList();
    return template.with("spec", spec.with("containers", Json.of(containers)));
  }
}
