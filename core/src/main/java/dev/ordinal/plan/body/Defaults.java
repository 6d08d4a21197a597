package dev.ordinal.plan.body;

import dev.ordinal.model.json.Json;
import java.util.ArrayList;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// What the API server fills into a part of a pod template: `values` where a field is absent, and
/// the same for the objects, and lists of objects, below it. What depends on another field, as the
/// pull policy on the image, is not here. `isChoice`: exactly one member is given, and even an
/// empty one tells which.
record Defaults(Map<String, Json> values, Map<String, Defaults> parts, boolean isChoice) {
  private static final Json FALSE = Json.of(false);
  private static final Json ZERO = Json.of(0);
  private static final Json NO_TEXT = Json.of("");

  /// Empty, these select everything, and absent nothing, or no other namespace.
  private static final Set<String> SELECTORS =
      Set.of("labelSelector", "namespaceSelector", "selector");

  private static final Defaults NONE = new Defaults(Map.of(), Map.of());
  private static final Defaults READ_ONLY = of(Map.of("readOnly", FALSE));

  private static final Defaults FIELD =
      parts(
          Map.of(
              "fieldRef",
              of(Map.of("apiVersion", Json.of("v1"))),
              "resourceFieldRef",
              of(Map.of("divisor", Json.of("0")))));
  private static final Defaults ITEMS = parts(Map.of("items", FIELD));
  private static final Defaults MODE =
      new Defaults(Map.of("defaultMode", Json.of(420)), ITEMS.parts());

  private static final Defaults HTTP = of(Map.of("path", Json.of("/"), "scheme", Json.of("HTTP")));
  private static final Defaults HANDLER = parts(Map.of("httpGet", HTTP));
  private static final Defaults PROBE =
      new Defaults(
          Map.of(
              "initialDelaySeconds", ZERO,
              "timeoutSeconds", Json.of(1),
              "periodSeconds", Json.of(10),
              "successThreshold", Json.of(1),
              "failureThreshold", Json.of(3)),
          Map.of("httpGet", HTTP, "grpc", of(Map.of("service", NO_TEXT))));

  private static final Defaults CONTAINER =
      new Defaults(
          Map.of(
              "terminationMessagePath", Json.of("/dev/termination-log"),
              "terminationMessagePolicy", Json.of("File"),
              "stdin", FALSE,
              "stdinOnce", FALSE,
              "tty", FALSE),
          Map.of(
              "env",
              new Defaults(Map.of("value", NO_TEXT), Map.of("valueFrom", FIELD)),
              "ports",
              of(Map.of("protocol", Json.of("TCP"), "hostPort", ZERO)),
              "volumeMounts",
              READ_ONLY,
              "livenessProbe",
              PROBE,
              "readinessProbe",
              PROBE,
              "startupProbe",
              PROBE,
              "lifecycle",
              parts(Map.of("postStart", HANDLER, "preStop", HANDLER))));

  private static final Defaults TOKEN = of(Map.of("expirationSeconds", Json.of(3600)));
  private static final Defaults PROJECTED =
      new Defaults(
          MODE.values(),
          Map.of(
              "sources",
              choice(Map.of(), Map.of("serviceAccountToken", TOKEN, "downwardAPI", ITEMS))));
  private static final Defaults EPHEMERAL =
      parts(
          Map.of(
              "volumeClaimTemplate",
              parts(Map.of("spec", of(Map.of("volumeMode", Json.of("Filesystem")))))));
  private static final Defaults RBD =
      of(
          Map.of(
              "pool", Json.of("rbd"),
              "user", Json.of("admin"),
              "keyring", Json.of("/etc/ceph/keyring"),
              "readOnly", FALSE));
  private static final Defaults VOLUME =
      choice(
          Map.of("emptyDir", Json.EMPTY),
          Map.of(
              "secret", MODE,
              "configMap", MODE,
              "downwardAPI", MODE,
              "projected", PROJECTED,
              "ephemeral", EPHEMERAL,
              "hostPath", of(Map.of("type", NO_TEXT)),
              "persistentVolumeClaim", READ_ONLY,
              "nfs", READ_ONLY,
              "rbd", RBD,
              "iscsi", of(Map.of("iscsiInterface", Json.of("default"), "readOnly", FALSE))));

  private static final Defaults SPEC =
      new Defaults(
          Map.of(
              "dnsPolicy",
              Json.of("ClusterFirst"),
              "restartPolicy",
              Json.of("Always"),
              "schedulerName",
              Json.of("default-scheduler"),
              "terminationGracePeriodSeconds",
              Json.of(30),
              "priorityClassName",
              NO_TEXT,
              "hostNetwork",
              FALSE,
              "hostPID",
              FALSE,
              "hostIPC",
              FALSE),
          Map.of("containers", CONTAINER, "initContainers", CONTAINER, "volumes", VOLUME));

  static final Defaults TEMPLATE = parts(Map.of("spec", SPEC));

  private Defaults(Map<String, Json> values, Map<String, Defaults> parts) {
    this(values, parts, false);
  }

  private static Defaults choice(Map<String, Json> values, Map<String, Defaults> parts) {
    return new Defaults(values, parts, true);
  }

  private static Defaults of(Map<String, Json> values) {
    return new Defaults(values, Map.of());
  }

  private static Defaults parts(Map<String, Defaults> parts) {
    return new Defaults(Map.of(), parts);
  }

  /// The value without nulls, empty objects, empty lists, and members that have their default.
  /// Empty selectors stay, and empty members of a choice.
  Json remove(Json value) {
    return switch (value) {
      case Json.Obj(var members) -> {
        var kept = new TreeMap<String, Json>();
        members.forEach(
            (name, member) -> {
              var rest = parts.getOrDefault(name, NONE).remove(member);
              var isMeant = (isChoice || SELECTORS.contains(name)) && rest.equals(Json.EMPTY);
              if ((isMeant || !isEmpty(rest)) && !rest.equals(values.get(name))) {
                kept.put(name, rest);
              }
            });
        yield new Json.Obj(kept);
      }
      case Json.Arr(var items) -> {
        var kept = new ArrayList<Json>();
        items.forEach(item -> kept.add(remove(item)));
        yield new Json.Arr(kept);
      }
      case Json.Str _, Json.Num _, Json.Bool _, Json.Null _ -> value;
    };
  }

  private static boolean isEmpty(Json value) {
    return value instanceof Json.Null
        || value.equals(Json.EMPTY)
        || (value instanceof Json.Arr(var items) && items.isEmpty());
  }
}
