package dev.ordinal.e2e;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Cluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// A set of Kruise's documentation, named `sample`, in a namespace and with a controller of its
/// own, and what a reader of the documentation does to it.
final class Guide implements AutoCloseable {
  static final String NEW_IMAGE = "nginx:1.27-alpine";

  private static final Path MANIFESTS = Path.of("tests/src/it/resources/kruise");
  private static final String SET = "sample";

  private final Cluster cluster;
  private final Realm realm;

  private Guide(Cluster cluster, Path folder) {
    this.cluster = cluster;
    this.realm = Realm.open(cluster, folder);
  }

  static Guide open(Cluster home, Path folder) {
    return new Guide(home.rig().enter("guide"), folder);
  }

  Cluster cluster() {
    return cluster;
  }

  Realm realm() {
    return realm;
  }

  static String read(String manifest) {
    try {
      return Files.readString(MANIFESTS.resolve(manifest));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Applies the manifest and waits until all is well.
  void bringUp(String manifest) {
    cluster.apply(read(manifest));
    realm.awaitReady(SET);
  }

  PodHistory scenario() {
    return PodHistory.start(cluster, SET);
  }

  String merge(String patch) {
    return cluster.kubectl("patch", "asts", SET, "--type=merge", "-p", patch);
  }

  void mergeRolling(String patch) {
    merge("{\"spec\":{\"updateStrategy\":{\"rollingUpdate\":%s}}}".formatted(patch));
  }

  void updateImage() {
    var patch =
        """
        [{"op": "replace", "path": "/spec/template/spec/containers/0/image", "value": "%s"}]
        """
            .formatted(NEW_IMAGE);
    cluster.kubectl("patch", "asts", SET, "--type=json", "-p=" + patch);
  }

  void label(String pod, String label) {
    cluster.kubectl("label", "pod", pod, label, "--overwrite");
  }

  void annotate(String pod, String annotation) {
    cluster.kubectl("annotate", "pod", pod, annotation, "--overwrite");
  }

  String label(Json.Obj pod, String name) {
    return pod.object("metadata").object("labels").text(name);
  }

  /// Absent means Normal.
  String state(String pod) {
    var state = label(cluster.pod(pod), "lifecycle.apps.kruise.io/state");
    return state.isEmpty() ? "Normal" : state;
  }

  void awaitState(String pod, String state) {
    realm.await(pod + " to be " + state, () -> state(pod).equals(state));
  }

  String image(String pod) {
    var container = (Json.Obj) cluster.pod(pod).object("spec").items("containers").getFirst();
    return container.text("image");
  }

  /// Pods by name, each with its uid.
  SortedMap<String, String> pods() {
    return realm.pods(SET);
  }

  /// Pods by name, each with its uid and its node: what a pod keeps that is updated in place.
  SortedMap<String, String> places() {
    var places = new TreeMap<String, String>();
    pods()
        .forEach(
            (name, uid) ->
                places.put(name, uid + " " + cluster.pod(name).object("spec").text("nodeName")));
    return places;
  }

  void awaitPods(String... names) {
    realm.await(
        "exactly " + String.join(", ", names),
        () ->
            pods().keySet().equals(Set.of(names))
                && pods().keySet().stream().allMatch(cluster::isReady));
  }

  @Override
  public void close() {
    realm.close();
    cluster.close();
  }
}
