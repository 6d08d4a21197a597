package dev.ordinal.bench.peers;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Api;
import dev.ordinal.rig.JsonSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.IntConsumer;

/// Many ready pods at once, without a controller or a kubelet: they are on a node that no kubelet
/// serves, and their status is written for them.
record Crowd(Api api, String namespace) {
  static final String NODE = "ghost";
  private static final int AT_ONCE = 8;
  private static final int BATCH = 500;

  private static final String READY =
      """
      {"status": {"phase": "Running", "conditions": [{"type": "Ready", "status": "True"}],
        "containerStatuses": [{"name": "app", "image": "app:1", "imageID": "app@sha256:1",
          "ready": true, "restartCount": 0}]}}
      """;

  /// The pods' node has to exist, or its pods are collected.
  Crowd open() {
    if (api.find("/api/v1/nodes/" + NODE).isEmpty()) {
      var body = Json.of("metadata", Json.of("name", Json.of(NODE)));
      Api.required(api.create("/api/v1/nodes", body), "the node of the crowd");
    }
    return this;
  }

  private String pods() {
    return "/api/v1/namespaces/" + namespace + "/pods";
  }

  void bringForeign(int count) {
    var status = JsonSource.readObject(READY);
    each(
        count,
        number -> {
          bring(JsonSource.readObject(foreign(number)), status);
        });
  }

  private static String foreign(int number) {
    return """
      {"metadata": {"name": "guest-%1$d", "labels": {"app": "guest", "batch": "b%2$d"}},
       "spec": {"nodeName": "%3$s", "terminationGracePeriodSeconds": 0,
         "containers": [{"name": "app", "image": "app:1"}]}}
      """
        .formatted(number, number / BATCH, NODE);
  }

  void removeForeign(int count) {
    var options = Json.of("gracePeriodSeconds", Json.of(0));
    for (var batch = 0; batch * BATCH < count; batch++) {
      var selected = pods() + "?labelSelector=batch%3Db" + batch;
      Api.required(api.delete(selected, options), "removing the crowd");
    }
  }

  /// Copies of the first pod of a set, for all its other ordinals.
  void bringCopies(Json.Obj first, String set, int replicas) {
    var status = Json.of("status", first.object("status"));
    each(replicas - 1, number -> bring(copy(first, set + "-" + (number + 1)), status));
  }

  private static Json.Obj copy(Json.Obj first, String name) {
    var meta = first.object("metadata");
    var ordinal = name.substring(name.lastIndexOf('-') + 1);
    var labels =
        meta.object("labels")
            .with("apps.kubernetes.io/pod-index", Json.of(ordinal))
            .with("statefulset.kubernetes.io/pod-name", Json.of(name));
    var kept =
        Json.of("name", Json.of(name))
            .with("labels", labels)
            .with("annotations", meta.object("annotations"))
            .with("ownerReferences", Json.of(meta.items("ownerReferences")));
    var spec = first.object("spec").with("hostname", Json.of(name)).with("nodeName", Json.of(NODE));
    return Json.of("metadata", kept).with("spec", spec);
  }

  private void bring(Json.Obj pod, Json.Obj status) {
    var name = pod.object("metadata").text("name");
    Api.required(api.create(pods(), pod), "creating " + name);
    var path = pods() + "/" + name + "/status";
    Api.required(api.patch(path, Api.Merge.PLAIN, status), "the status of " + name);
  }

  private static void each(int count, IntConsumer act) {
    var turns = new Semaphore(AT_ONCE);
    var all = new ArrayList<Future<?>>();
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var number = 0; number < count; number++) {
        var mine = number;
        turns.acquire();
        all.add(
            executor.submit(
                () -> {
                  try {
                    act.accept(mine);
                  } finally {
                    turns.release();
                  }
                }));
      }
      requireAll(all);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void requireAll(List<Future<?>> all) throws InterruptedException {
    for (var each : all) {
      try {
        each.get();
      } catch (ExecutionException e) {
        throw new IllegalStateException("the crowd is not complete", e);
      }
    }
  }
}
