package dev.ordinal.e2e;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.local.LocalCluster;
import dev.ordinal.local.LocalOptions;
import dev.ordinal.local.http.HttpReply;
import dev.ordinal.local.http.HttpRequest;
import dev.ordinal.local.serve.YamlText;
import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Await;
import dev.ordinal.rig.ControllerProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How long a set of three pods takes beside others that keep the API server or a webhook busy. The
/// controller is a process of its own, on a simulated cluster of its own. No webhook runs: the
/// answers to pod creations in namespaces named `slow…` come late, as with a webhook that takes so
/// long.
class SlowNamespaceIT {
  private static final Duration WEBHOOK = Duration.ofSeconds(3);
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final String SETS = "/apis/apps.kruise.io/v1beta1/namespaces/%s/statefulsets";
  private static final String PARALLEL = "podManagementPolicy: Parallel";

  @TempDir private Path folder;

  private final HttpClient client = HttpClient.newHttpClient();
  private final AtomicInteger lateAnswers = new AtomicInteger();
  private LocalCluster cluster;
  private ControllerProcess controller;

  @BeforeEach
  void start() {
    cluster =
        LocalCluster.start(
            LocalOptions.usual().unlimited().kubeconfig(folder.resolve("kubeconfig")),
            server -> request -> answer(server, request));
    controller =
        ControllerProcess.start(
            folder.resolve("controller.log"), "--kubeconfig=" + cluster.kubeconfig());
    // The start of the controller is not what is measured.
    timeToReady("warm");
  }

  @AfterEach
  void stop() {
    controller.close();
    cluster.close();
    client.shutdownNow();
  }

  private HttpReply answer(HttpReply.Handler server, HttpRequest request) {
    var isLate =
        request.method().equals("POST")
            && request.path().matches("/api/v1/namespaces/slow[^/]*/pods");
    if (!isLate) {
      return server.answer(request);
    }
    return CompletableFuture.supplyAsync(
            () -> {
              lateAnswers.incrementAndGet();
              return server.answer(request);
            },
            CompletableFuture.delayedExecutor(WEBHOOK.toMillis(), MILLISECONDS))
        .join();
  }

  @Test
  void smallSetIsReadyBesideASlowNamespace() {
    var alone = timeToReady("first");
    namespace("slow");
    for (var i = 0; i < 40; i++) {
      create("slow", Realm.manifest("web" + i, 10, PARALLEL));
    }
    Await.until("late answers", PATIENCE, () -> lateAnswers.get() > 10);
    var beside = timeToReady("shop");

    report("40 sets of 10 pods in a slow namespace", alone, beside);
  }

  @Test
  void smallSetIsReadyBesideManySlowNamespaces() {
    var alone = timeToReady("first");
    for (var i = 0; i < 40; i++) {
      namespace("slow" + i);
      create("slow" + i, Realm.manifest("web", 10, PARALLEL));
    }
    Await.until("late answers", PATIENCE, () -> lateAnswers.get() > 10);
    var beside = timeToReady("shop");

    report("40 slow namespaces", alone, beside);
  }

  @Test
  void smallSetIsReadyBesideAHugeOneOfItsNamespace() {
    var alone = timeToReady("first");
    create("first", Realm.manifest("huge", 2000, PARALLEL));
    Await.until("pods of the huge set", PATIENCE, () -> hasPod("first", "huge-100"));
    var beside = timeToReady("first", "small");
    var load = hasPod("first", "huge-1999") ? "a set of 2,000 pods" : "2,000 pods on their way";

    report(load + " in the same namespace", alone, beside);
  }

  /// Three pods in order, in a namespace of which the controller knows nothing.
  private Duration timeToReady(String namespace) {
    namespace(namespace);
    return timeToReady(namespace, "web");
  }

  private Duration timeToReady(String namespace, String set) {
    var begin = System.nanoTime();
    create(namespace, Realm.manifest(set, 3, ""));
    Await.until("three ready pods", PATIENCE, () -> isReady(namespace, set));
    return Duration.ofNanos(System.nanoTime() - begin);
  }

  private static void report(String load, Duration alone, Duration beside) {
    System.out.printf(
        "three pods in order are ready after %d ms, beside %s after %d ms%n",
        alone.toMillis(), load, beside.toMillis());
    // A busy machine may take longer; before there were fair turns it took minutes.
    assertThat(beside).as("beside %s", load).isLessThan(alone.multipliedBy(3).plusSeconds(10));
  }

  private boolean isReady(String namespace, String set) {
    return send("GET", SETS.formatted(namespace) + "/" + set, "")
        .object("status")
        .items("conditions")
        .stream()
        .map(Json.Obj.class::cast)
        .anyMatch(each -> each.text("type").equals("Ready") && each.text("status").equals("True"));
  }

  private boolean hasPod(String namespace, String pod) {
    var path = "/api/v1/namespaces/%s/pods/%s".formatted(namespace, pod);
    return send("GET", path, "").text("kind").equals("Pod");
  }

  /// Without its ServiceAccount the API server refuses every pod.
  private void namespace(String name) {
    send("POST", "/api/v1/namespaces", "{\"metadata\":{\"name\":\"%s\"}}".formatted(name));
    var account = "/api/v1/namespaces/%s/serviceaccounts/default".formatted(name);
    Await.until(
        "the ServiceAccount of " + name,
        PATIENCE,
        () -> send("GET", account, "").text("kind").equals("ServiceAccount"));
  }

  private void create(String namespace, String manifest) {
    var reply = send("POST", SETS.formatted(namespace), YamlText.toJson(manifest));
    assertThat(reply.text("kind")).isEqualTo("StatefulSet");
  }

  private Json.Obj send(String method, String path, String body) {
    var request =
        java.net.http.HttpRequest.newBuilder(URI.create(cluster.address() + path))
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body))
            .build();
    try {
      var reply = client.send(request, BodyHandlers.ofString(StandardCharsets.UTF_8));
      return JsonBytes.readObject(reply.body().getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
  }
}
