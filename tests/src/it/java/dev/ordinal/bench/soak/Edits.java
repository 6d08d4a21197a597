package dev.ordinal.bench.soak;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Api;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.JsonSource;
import java.util.List;
import java.util.Random;

/// Users who change their sets at random, and delete pods and sets.
final class Edits {
  private final Api api;
  private final String namespace;
  private final String sets;
  private final int count;
  private final Random chance;
  private int done;

  Edits(Cluster cluster, int count, Random chance) {
    this.api = cluster.api();
    this.namespace = cluster.namespace();
    this.sets = "/apis/apps.kruise.io/v1beta1/namespaces/%s/statefulsets".formatted(namespace);
    this.count = count;
    this.chance = chance;
  }

  String path() {
    return sets;
  }

  int done() {
    return done;
  }

  void createAll() {
    for (var number = 0; number < count; number++) {
      create(number);
    }
  }

  private void create(int number) {
    var name = "set" + number;
    Api.required(api.create(sets, JsonSource.readObject(manifest(number))), "creating " + name);
  }

  /// Four kinds: in order, in parallel, in place, and with claims.
  private static String manifest(int number) {
    var strategies =
        List.of(
            "\"podManagementPolicy\": \"OrderedReady\"",
            "\"podManagementPolicy\": \"Parallel\", \"updateStrategy\": {\"rollingUpdate\": {\"maxUnavailable\": \"50%\"}}",
            "\"podManagementPolicy\": \"Parallel\", \"updateStrategy\": {\"rollingUpdate\": {\"podUpdatePolicy\": \"InPlaceIfPossible\"}}",
            "\"volumeClaimTemplates\": [{\"metadata\": {\"name\": \"data\"}, \"spec\": {\"accessModes\": [\"ReadWriteOnce\"],"
                + " \"resources\": {\"requests\": {\"storage\": \"1Gi\"}}}}]");
    return """
        {"apiVersion": "apps.kruise.io/v1beta1", "kind": "StatefulSet", "metadata": {"name": "set%1$d"},
         "spec": {"replicas": 3, "serviceName": "set%1$d", %2$s,
           "selector": {"matchLabels": {"app": "set%1$d"}},
           "template": {"metadata": {"labels": {"app": "set%1$d"}},
             "spec": {"readinessGates": [{"conditionType": "InPlaceUpdateReady"}],
               "containers": [{"name": "app", "image": "app:1"}]}}}}
        """
        .formatted(number, strategies.get(number % strategies.size()));
  }

  /// One change of one set.
  void makeOne() {
    done++;
    var number = chance.nextInt(count);
    switch (chance.nextInt(10)) {
      case 0, 1, 2 -> image(number, "app:" + done);
      case 3 -> image(number, "app:missing");
      case 4, 5 -> patch(number, "\"replicas\": " + chance.nextInt(6));
      case 6 -> rolling(number, "\"paused\": " + chance.nextBoolean());
      case 7 -> rolling(number, "\"partition\": " + chance.nextInt(3));
      case 8 -> deletePod(number);
      default -> recreate(number);
    }
  }

  /// Lets every rollout end: nothing is paused, kept back or broken.
  void settle() {
    for (var number = 0; number < count; number++) {
      if (chance.nextInt(4) == 0) {
        image(number, "app:" + ++done);
      }
      rolling(number, "\"paused\": false, \"partition\": 0");
      var found = api.find(sets + "/set" + number);
      if (found.isEmpty()) {
        create(number);
      } else if (found.get().toString().contains("app:missing")) {
        image(number, "app:" + done);
      }
    }
  }

  private void image(int number, String image) {
    patch(
        number,
        "\"template\": {\"spec\": {\"containers\": [{\"name\": \"app\", \"image\": \"%s\"}]}}"
            .formatted(image));
  }

  private void rolling(int number, String fields) {
    patch(number, "\"updateStrategy\": {\"rollingUpdate\": {%s}}".formatted(fields));
  }

  private void patch(int number, String spec) {
    accept(
        api.patch(
            sets + "/set" + number,
            Api.Merge.PLAIN,
            JsonSource.readObject("{\"spec\": {%s}}".formatted(spec))));
  }

  private void deletePod(int number) {
    var pod = "set%d-%d".formatted(number, chance.nextInt(3));
    accept(api.delete("/api/v1/namespaces/%s/pods/%s".formatted(namespace, pod), Json.EMPTY));
  }

  /// Pods first. The garbage collector overlooks a set that is gone and there again between two of
  /// its looks, as after a restart of the API server, and keeps its pods.
  private void recreate(int number) {
    accept(api.delete(sets + "/set" + number, Json.of("propagationPolicy", Json.of("Foreground"))));
    accept(api.create(sets, JsonSource.readObject(manifest(number))));
  }

  /// What is deleted is gone for a moment, and what is being deleted may not be created.
  private static void accept(Api.Reply reply) {
    if (reply.code() != 404 && reply.code() != 409) {
      Api.required(reply, "an edit");
    }
  }
}
