package dev.ordinal.bench.fair;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.JsonSource;
import dev.ordinal.rig.User;

/// Whose set it is. The native controller has none of our load and waits for the same machine: what
/// it needs shows what the machine costs.
enum Owner {
  OURS("apps.kruise.io/v1beta1", User.ORDINAL),
  NATIVE("apps/v1", User.CONTROLLER_MANAGER);

  private final String version;
  private final User controller;

  Owner(String version, User controller) {
    this.version = version;
    this.controller = controller;
  }

  User controller() {
    return controller;
  }

  String path(String namespace) {
    return "/apis/%s/namespaces/%s/statefulsets".formatted(version, namespace);
  }

  Json.Obj set(String name, int replicas, String policy) {
    return JsonSource.readObject(
        """
        {"apiVersion": "%1$s", "kind": "StatefulSet", "metadata": {"name": "%2$s"},
         "spec": {"replicas": %3$d, "serviceName": "%2$s", "podManagementPolicy": "%4$s",
           "selector": {"matchLabels": {"app": "%2$s"}},
           "updateStrategy": {"type": "RollingUpdate", "rollingUpdate": {"maxUnavailable": %5$s}},
           "template": %6$s}}
        """
            .formatted(
                version,
                name,
                replicas,
                policy,
                policy.equals("Parallel") ? "\"10%\"" : "1",
                template(name, "app:1")));
  }

  static Json.Obj change(String name, String image) {
    return JsonSource.readObject("{\"spec\": {\"template\": %s}}".formatted(template(name, image)));
  }

  private static String template(String name, String image) {
    return """
        {"metadata": {"labels": {"app": "%s"}},
         "spec": {"containers": [{"name": "app", "image": "%s"}]}}
        """
        .formatted(name, image);
  }
}
