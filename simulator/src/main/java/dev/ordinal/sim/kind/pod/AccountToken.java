package dev.ordinal.sim.kind.pod;

import dev.ordinal.model.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The volume with the account's token that admission adds to each pod.
final class AccountToken {
  private static final String PATH = "/var/run/secrets/kubernetes.io/serviceaccount";
  private static final Json.Obj TOKEN =
      Json.of(
          "serviceAccountToken",
          Json.of("expirationSeconds", Json.of(3607)).with("path", Json.of("token")));
  private static final Json.Obj CERTIFICATE =
      Json.of(
          "configMap",
          Json.of("name", Json.of("kube-root-ca.crt"))
              .with(
                  "items",
                  Json.of(
                      List.of(Json.of("key", Json.of("ca.crt")).with("path", Json.of("ca.crt"))))));
  private static final Json.Obj NAMESPACE =
      Json.of(
          "downwardAPI",
          Json.of(
              "items",
              Json.of(
                  List.of(
                      Json.of("path", Json.of("namespace"))
                          .with(
                              "fieldRef",
                              Json.of("apiVersion", Json.of("v1"))
                                  .with("fieldPath", Json.of("metadata.namespace")))))));
  private static final Json.Obj PROJECTED =
      Json.of("defaultMode", Json.of(420))
          .with("sources", Json.of(List.of(TOKEN, CERTIFICATE, NAMESPACE)));

  private AccountToken() {}

  static void mount(Map<String, Json> spec, String suffix) {
    var name = Json.of("kube-api-access-" + suffix);
    var mount =
        Json.of("name", name).with("mountPath", Json.of(PATH)).with("readOnly", Json.of(true));
    for (var list : List.of("containers", "initContainers")) {
      if (spec.get(list) instanceof Json.Arr(var containers)) {
        var mounted = containers.stream().map(each -> mounted((Json.Obj) each, mount)).toList();
        spec.put(list, Json.of(mounted));
      }
    }
    var volumes = new ArrayList<Json>();
    if (spec.get("volumes") instanceof Json.Arr(var given)) {
      volumes.addAll(given);
    }
    volumes.add(Json.of("name", name).with("projected", PROJECTED));
    spec.put("volumes", Json.of(volumes));
  }

  private static Json.Obj mounted(Json.Obj container, Json.Obj mount) {
    var mounts = new ArrayList<>(container.items("volumeMounts"));
    var isTaken =
        mounts.stream().anyMatch(each -> ((Json.Obj) each).text("mountPath").equals(PATH));
    if (!isTaken) {
      mounts.add(mount);
    }
    return container.with("volumeMounts", Json.of(mounts));
  }
}
