package dev.ordinal.ship.train;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.model.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;

/// The set of a training, and the requests of its user.
final class TrainingSet implements AutoCloseable {
  private static final String SETS = "/apis/apps.kruise.io/v1beta1/namespaces/default/statefulsets";
  private static final String MERGE = "application/merge-patch+json";
  private static final String MANIFEST =
      """
      {"apiVersion": "apps.kruise.io/v1beta1", "kind": "StatefulSet", "metadata": {"name": "web"},
       "spec": {
         "replicas": 2, "serviceName": "web", "selector": {"matchLabels": {"app": "web"}},
         "template": {
           "metadata": {"labels": {"app": "web"}},
           "spec": {"readinessGates": [{"conditionType": "InPlaceUpdateReady"}],
                    "containers": [{"name": "app", "image": "app:1",
                                    "volumeMounts": [{"name": "data", "mountPath": "/data"}]}]}},
         "volumeClaimTemplates": [
           {"metadata": {"name": "data"},
            "spec": {"accessModes": ["ReadWriteOnce"],
                     "resources": {"requests": {"storage": "1Gi"}}}}]}}
      """;

  private final HttpClient client = HttpClient.newHttpClient();
  private final String server;

  TrainingSet(String server) {
    this.server = server;
  }

  void create() throws IOException, InterruptedException {
    send("POST", SETS, "application/json", MANIFEST);
  }

  void merge(String patch) throws IOException, InterruptedException {
    send("PATCH", SETS + "/web", MERGE, patch);
  }

  void image(String image) throws IOException, InterruptedException {
    send(
        "PATCH",
        SETS + "/web",
        "application/json-patch+json",
        """
        [{"op": "replace", "path": "/spec/template/spec/containers/0/image", "value": "%s"}]
        """
            .formatted(image));
  }

  /// Everything as the newest spec wants it, and said so.
  boolean isReady() throws IOException, InterruptedException {
    var set = read();
    return set.object("status")
            .find("observedGeneration")
            .equals(set.object("metadata").find("generation"))
        && set.object("status")
            .find("updatedReadyReplicas")
            .equals(set.object("spec").find("replicas"))
        && set.object("status").find("replicas").equals(set.object("spec").find("replicas"))
        && ready(set).text("status").equals("True");
  }

  boolean isBroken() throws IOException, InterruptedException {
    return ready(read()).text("message").contains("is broken");
  }

  private static Json.Obj ready(Json.Obj set) {
    return set.object("status").items("conditions").stream()
        .map(Json.Obj.class::cast)
        .filter(condition -> condition.text("type").equals("Ready"))
        .findFirst()
        .orElse(Json.EMPTY);
  }

  private Json.Obj read() throws IOException, InterruptedException {
    return send("GET", SETS + "/web", "application/json", "");
  }

  private Json.Obj send(String method, String path, String mediaType, String body)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create(server + path))
            .header("Accept", "application/json")
            .header("Content-Type", mediaType)
            .method(method, BodyPublishers.ofString(body));
    var reply = client.send(request.build(), BodyHandlers.ofByteArray());
    if (reply.statusCode() >= 300) {
      throw new IOException(
          "%s %s: %s".formatted(method, path, new String(reply.body(), StandardCharsets.UTF_8)));
    }
    return JsonBytes.readObject(reply.body());
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
