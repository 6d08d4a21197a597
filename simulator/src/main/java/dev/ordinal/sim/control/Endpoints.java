package dev.ordinal.sim.control;

import dev.ordinal.model.json.Json;
import java.util.ArrayList;
import java.util.List;

/// Builds an endpoint slice of a Service for some of its pods.
final class Endpoints {
  private static final String PREFIX = "endpointslice.kubernetes.io/";

  private Endpoints() {}

  static Json.Obj of(Json.Obj service, List<Json.Obj> pods) {
    var endpoints = pods.stream().filter(Endpoints::hasAddress).map(pod -> one(service, pod));
    return Json.of("metadata", metadata(service))
        .with("addressType", Json.of("IPv4"))
        .with("endpoints", Json.of(endpoints.toList()))
        .with("ports", Json.of(ports(service, pods)));
  }

  private static boolean hasAddress(Json.Obj pod) {
    var phase = pod.object("status").text("phase");
    return !pod.object("status").text("podIP").isEmpty()
        && !phase.equals("Failed")
        && !phase.equals("Succeeded");
  }

  private static Json.Obj metadata(Json.Obj service) {
    var name = service.object("metadata").text("name");
    var isHeadless = service.object("spec").text("clusterIP").equals("None");
    var labels =
        Json.of("kubernetes.io/service-name", Json.of(name))
            .with(PREFIX + "managed-by", Json.of("endpointslice-controller.k8s.io"));
    var owner =
        Json.of("apiVersion", Json.of("v1"))
            .with("kind", Json.of("Service"))
            .with("name", Json.of(name))
            .with("uid", Json.of(service.object("metadata").text("uid")))
            .with("controller", Json.of(true))
            .with("blockOwnerDeletion", Json.of(true));
    return Json.of("generateName", Json.of(name + "-"))
        .with("namespace", Json.of(service.object("metadata").text("namespace")))
        .with(
            "labels",
            isHeadless ? labels.with("service.kubernetes.io/headless", Json.of("")) : labels)
        .with("ownerReferences", Json.of(List.of(owner)));
  }

  private static Json.Obj one(Json.Obj service, Json.Obj pod) {
    var metadata = pod.object("metadata");
    var spec = pod.object("spec");
    var isReady = SelectedPods.isReady(pod);
    var isTerminating = metadata.find("deletionTimestamp").isPresent();
    var isAlways =
        service
            .object("spec")
            .find("publishNotReadyAddresses")
            .filter(Json.of(true)::equals)
            .isPresent();
    var endpoint =
        Json.of("addresses", Json.of(List.of(Json.of(pod.object("status").text("podIP")))))
            .with(
                "conditions",
                Json.of("ready", Json.of(isAlways || (isReady && !isTerminating)))
                    .with("serving", Json.of(isReady))
                    .with("terminating", Json.of(isTerminating)))
            .with("nodeName", Json.of(spec.text("nodeName")))
            .with(
                "targetRef",
                Json.of("kind", Json.of("Pod"))
                    .with("namespace", Json.of(metadata.text("namespace")))
                    .with("name", Json.of(metadata.text("name")))
                    .with("uid", Json.of(metadata.text("uid"))));
    var isNamed =
        !spec.text("hostname").isEmpty()
            && spec.text("subdomain").equals(service.object("metadata").text("name"));
    return isNamed ? endpoint.with("hostname", Json.of(spec.text("hostname"))) : endpoint;
  }

  private static List<Json.Obj> ports(Json.Obj service, List<Json.Obj> pods) {
    var ports = new ArrayList<Json.Obj>();
    for (var each : service.object("spec").items("ports")) {
      var port = (Json.Obj) each;
      var number = port.find("targetPort").orElse(Json.of(0));
      var resolved = number instanceof Json.Str(var name) ? named(name, pods) : number;
      if (!resolved.equals(Json.of(0))) {
        ports.add(
            Json.of("name", Json.of(port.text("name")))
                .with("protocol", Json.of(port.text("protocol")))
                .with("port", resolved));
      }
    }
    return ports;
  }

  /// The number of a port that the containers name.
  private static Json named(String name, List<Json.Obj> pods) {
    return pods.stream()
        .flatMap(pod -> pod.object("spec").items("containers").stream())
        .flatMap(container -> ((Json.Obj) container).items("ports").stream())
        .map(Json.Obj.class::cast)
        .filter(port -> port.text("name").equals(name))
        .flatMap(port -> port.find("containerPort").stream())
        .findFirst()
        .orElse(Json.of(0));
  }
}
