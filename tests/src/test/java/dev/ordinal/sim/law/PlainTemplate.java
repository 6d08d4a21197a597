package dev.ordinal.sim.law;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import java.util.Map;

/// A pod template without the defaults that the API server, or Kruise's webhook, fills in.
final class PlainTemplate {
  private static final Map<String, Json> OF_PODS =
      Map.of(
          "restartPolicy", Json.of("Always"),
          "dnsPolicy", Json.of("ClusterFirst"),
          "terminationGracePeriodSeconds", Json.of(30),
          "schedulerName", Json.of("default-scheduler"));

  private static final Map<String, Json> OF_CONTAINERS =
      Map.of(
          "terminationMessagePath", Json.of("/dev/termination-log"),
          "terminationMessagePolicy", Json.of("File"),
          "imagePullPolicy", Json.of("IfNotPresent"));

  private PlainTemplate() {}

  static Json of(Json template) {
    if (!(template instanceof Json.Obj whole)) {
      return template;
    }
    var spec = without(whole.object("spec"), OF_PODS);
    var containers =
        spec.items("containers").stream()
            .map(each -> each instanceof Json.Obj one ? container(one) : each)
            .toList();
    return Json.normal(whole.with("spec", spec.with("containers", Json.of(containers))));
  }

  /// Scenarios write one core in two ways.
  private static Json.Obj container(Json.Obj container) {
    var text = JsonText.write(without(container, OF_CONTAINERS).object("resources"));
    var resources = Yaml.read(text.replace("\"1000m\"", "\"1\""));
    return without(container, OF_CONTAINERS).with("resources", resources);
  }

  private static Json.Obj without(Json.Obj object, Map<String, Json> defaults) {
    var rest = object;
    for (var each : defaults.entrySet()) {
      if (object.find(each.getKey()).filter(each.getValue()::equals).isPresent()) {
        rest = rest.without(each.getKey());
      }
    }
    return rest;
  }
}
