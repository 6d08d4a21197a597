package dev.ordinal.bench.peers;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Api;
import dev.ordinal.rig.Await;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/// A namespace with the sets of one form, and what happens in it.
final class Stage implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(15);

  private final Manifest manifest;
  private final Api api;
  private final String namespace;
  private final String path;
  private final Witness witness;

  private Stage(Contender contender, Manifest manifest, boolean isOfPods) {
    this.manifest = manifest;
    this.api = contender.rig().api();
    this.namespace = contender.rig().enter("bench").namespace();
    this.path = contender.peer().path(namespace);
    this.witness = Witness.of(api, namespace, path, isOfPods);
  }

  static Stage open(Contender contender, Manifest manifest) {
    return new Stage(contender, manifest, true);
  }

  /// Without a watch of its pods, of which there will be many.
  static Stage openCrowded(Contender contender, Manifest manifest) {
    return new Stage(contender, manifest, false);
  }

  Api api() {
    return api;
  }

  String namespace() {
    return namespace;
  }

  Witness witness() {
    return witness;
  }

  int replicas() {
    return (int) Witness.number(manifest.spec(), "replicas");
  }

  void post(String name) {
    Api.required(api.create(path, manifest.named(name)), "creating " + name);
  }

  void image(String name, String image) {
    patch(name, manifest.image(image));
  }

  void scale(String name, int replicas) {
    patch(name, Json.of("spec", Json.of("replicas", Json.of(replicas))));
  }

  private void patch(String name, Json.Obj change) {
    var reply = api.patch(path + "/" + name, Api.Merge.PLAIN, change);
    var meta = Api.required(reply, "changing " + name).object("metadata");
    witness.require(name, Witness.number(meta, "generation"));
  }

  /// The pods that are there, as the server lists them.
  List<Json.Obj> pods() {
    var list = "/api/v1/namespaces/" + namespace + "/pods";
    return Api.required(api.fetch(list), list).items("items").stream()
        .map(Json.Obj.class::cast)
        .toList();
  }

  void awaitDone(int sets) {
    await(sets + " sets that are done", () -> witness.done() >= sets);
  }

  void awaitNoPods() {
    await("no pods", () -> witness.pods() == 0);
  }

  void await(String what, BooleanSupplier condition) {
    Await.until(what + " in " + namespace, PATIENCE, condition);
  }

  /// The next step finds a quiet cluster.
  void remove() {
    Api.required(api.delete(path, Json.EMPTY), "deleting the sets");
    await("no pods", () -> pods().isEmpty());
    close();
  }

  @Override
  public void close() {
    witness.close();
  }
}
