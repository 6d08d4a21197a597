package dev.ordinal.e2e;

import dev.ordinal.model.json.Json;
import dev.ordinal.plan.proof.KruiseState;
import dev.ordinal.rig.Api;
import dev.ordinal.rig.Api.Merge;
import dev.ordinal.rig.Cluster;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Puts a set with everything it owns into a cluster as kruise-manager would have left it: written
/// through the API, run by the kubelet, and only then brought to where Kruise stopped.
final class Inheritance {
  private static final List<String> GATES = List.of("KruisePodReady", "InPlaceUpdateReady");

  /// What the API server fills in by itself.
  private static final List<String> SERVERS =
      List.of("uid", "resourceVersion", "namespace", "generation", "creationTimestamp");

  private final Cluster cluster;
  private final KruiseState state;
  private final KruiseState before = KruiseState.load("settled");
  private String owner = "";

  private Inheritance(Cluster cluster, KruiseState state) {
    this.cluster = cluster;
    this.state = state;
  }

  static void leave(Cluster cluster, KruiseState state) {
    var inheritance = new Inheritance(cluster, state);
    inheritance.leaveSet();
    state.all("ControllerRevision").forEach(each -> inheritance.create("apis/apps/v1", each));
    state.all("PersistentVolumeClaim").forEach(each -> inheritance.create("api/v1", each));
    state.all("Pod").forEach(inheritance::runPod);
    state.all("Pod").forEach(inheritance::stopHalfWay);
  }

  private void leaveSet() {
    var set = create(state.set().text("apiVersion").replaceFirst("^", "apis/"), state.set());
    owner = set.object("metadata").text("uid");
    var status = state.set().object("status").with("observedGeneration", Json.of(1));
    patch("apis/apps.kruise.io/v1beta1", state.set(), Merge.PLAIN, Json.of("status", status));
  }

  private Json.Obj create(String version, Json.Obj object) {
    var metadata = object.object("metadata");
    for (var field : SERVERS) {
      metadata = metadata.without(field);
    }
    var owners = new ArrayList<Json>();
    for (var reference : metadata.items("ownerReferences")) {
      owners.add(((Json.Obj) reference).with("uid", Json.of(owner)));
    }
    metadata = metadata.with("ownerReferences", Json.of(owners));
    var body = object.with("metadata", metadata).without("status");
    var path = "/%s/namespaces/%s/%s".formatted(version, cluster.namespace(), plural(object));
    return Api.required(cluster.api().create(path, body), "creating " + name(object));
  }

  private void patch(String version, Json.Obj object, Merge merge, Json.Obj body) {
    var path =
        "/%s/namespaces/%s/%s/%s"
            .formatted(version, cluster.namespace(), plural(object), name(object));
    var part = body.find("status").isPresent() ? "/status" : "";
    Api.required(cluster.api().patch(path + part, merge, body), "patching " + name(object));
  }

  private static String plural(Json.Obj object) {
    return switch (object.text("kind")) {
      case "StatefulSet" -> "statefulsets";
      case "ControllerRevision" -> "controllerrevisions";
      case "PersistentVolumeClaim" -> "persistentvolumeclaims";
      case "ConfigMap" -> "configmaps";
      default -> "pods";
    };
  }

  private static String name(Json.Obj object) {
    return object.object("metadata").text("name");
  }

  /// With the images that it had before, and both gates open.
  private void runPod(Json.Obj pod) {
    var old = before.find("Pod", name(pod)).orElseThrow();
    leaveBarrier(name(pod));
    create("api/v1", pod.with("spec", old.object("spec")));
    var open = new ArrayList<Json.Obj>();
    for (var gate : GATES) {
      open.add(Json.of("type", Json.of(gate)).with("status", Json.of("True")));
    }
    patch("api/v1", pod, Merge.STRATEGIC, conditions(open));
    cluster.await(name(pod) + " to run", () -> cluster.isReady(name(pod)));
  }

  /// What Kruise makes for the launch priorities; the containers do not start without it.
  private void leaveBarrier(String pod) {
    var data = Json.of("p_0", Json.of("true")).with("p_10", Json.of("true"));
    create(
        "api/v1",
        Json.of("kind", Json.of("ConfigMap"))
            .with("metadata", Json.of("name", Json.of(pod + "-barrier")))
            .with("data", data));
  }

  private static Json.Obj conditions(List<Json.Obj> conditions) {
    return Json.of("status", Json.of("conditions", Json.of(conditions)));
  }

  /// The gates as Kruise left them, and then the images, so that both become visible together.
  private void stopHalfWay(Json.Obj pod) {
    var gates =
        pod.object("status").items("conditions").stream()
            .map(Json.Obj.class::cast)
            .filter(condition -> GATES.contains(condition.text("type")))
            .map(condition -> condition.without("lastProbeTime").without("lastTransitionTime"))
            .toList();
    patch("api/v1", pod, Merge.STRATEGIC, conditions(gates));
    var images =
        pod.object("spec").items("containers").stream()
            .map(Json.Obj.class::cast)
            .map(each -> Json.of("name", Json.of(each.text("name"))).with("image", image(each)))
            .toList();
    patch("api/v1", pod, Merge.STRATEGIC, Json.of("spec", Json.of("containers", Json.of(images))));
  }

  private static Json image(Json.Obj container) {
    return Json.of(container.text("image"));
  }

  /// How often each container was restarted, those that never were left out.
  static SortedMap<String, String> restarts(Cluster cluster) {
    var restarts = new TreeMap<String, String>();
    for (var pod : cluster.list("api/v1", "pods")) {
      for (var item : pod.object("status").items("containerStatuses")) {
        var container = (Json.Obj) item;
        if (container.find("restartCount").orElseThrow() instanceof Json.Num(var count)
            && !count.equals("0")) {
          restarts.put(name(pod) + "/" + container.text("name"), count);
        }
      }
    }
    return restarts;
  }
}
