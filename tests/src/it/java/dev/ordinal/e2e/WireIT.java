package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.codec.ClaimReader;
import dev.ordinal.codec.ClassReader;
import dev.ordinal.codec.Decoder;
import dev.ordinal.codec.Events;
import dev.ordinal.codec.Frames;
import dev.ordinal.codec.Lines;
import dev.ordinal.codec.ListPage;
import dev.ordinal.codec.NodeReader;
import dev.ordinal.codec.PodReader;
import dev.ordinal.codec.RevisionReader;
import dev.ordinal.codec.StringPool;
import dev.ordinal.codec.WatchEvent;
import dev.ordinal.model.PodView;
import dev.ordinal.model.View;
import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Api;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.JsonSource;
import dev.ordinal.rig.OnRealCluster;
import dev.ordinal.rig.User;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The API server sends the kinds that are its own in JSON and in protobuf; our readers must make
/// the same of both. `WireReadersTest` has what it sent once.
@OnRealCluster("the simulated cluster sends JSON alone")
class WireIT {
  private static final String JSON = "application/json";
  private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";

  private final Cluster cluster;
  private final HttpClient client;

  WireIT(Cluster cluster) {
    this.cluster = cluster;
    this.client = cluster.rig().plane().client();
  }

  @AfterEach
  void close() {
    client.shutdownNow();
  }

  private <T> HttpResponse<T> fetch(String path, String form, BodyHandler<T> body)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create(cluster.rig().plane().server() + path))
            .header("Authorization", "Bearer " + User.ADMIN.token())
            .header("Accept", form)
            .build();
    var response = client.send(request, body);
    assertThat(response.statusCode()).as(path).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type").orElse("")).startsWith(form);
    return response;
  }

  private <V extends View> ListPage<V> list(String path, String form, Decoder<V> reader)
      throws IOException, InterruptedException {
    var body = new ByteArrayInputStream(fetch(path, form, BodyHandlers.ofByteArray()).body());
    return form.equals(JSON)
        ? ListPage.read(body, reader, new StringPool())
        : ListPage.readProtobuf(body, reader, new StringPool());
  }

  private String pods() {
    return "/api/v1/namespaces/" + cluster.namespace() + "/pods";
  }

  /// Every field that a reader asks for is in one of these objects.
  private void createObjects() throws IOException {
    cluster.apply(text("objects.yaml"));
    var status = JsonSource.readObject(text("status.json"));
    var pod = pods() + "/full-0/status";
    Api.required(cluster.api().patch(pod, Api.Merge.STRATEGIC, status.object("pod")), pod);
    var claim = pod.replace("/pods/", "/persistentvolumeclaims/data-");
    Api.required(cluster.api().patch(claim, Api.Merge.STRATEGIC, status.object("claim")), claim);
  }

  private static String text(String name) throws IOException {
    try (var in = WireIT.class.getResourceAsStream("/wire/" + name)) {
      assertThat(in).isNotNull();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /// Those of this test, and what the other tests have in the cluster at the moment.
  @Test
  void listsAreTheSameInBothForms() throws IOException, InterruptedException {
    createObjects();

    assertSame(pods(), new PodReader());
    assertSame("/api/v1/pods", new PodReader());
    assertSame("/api/v1/persistentvolumeclaims", new ClaimReader());
    assertSame("/apis/apps/v1/controllerrevisions", new RevisionReader());
    assertSame("/api/v1/nodes", new NodeReader());
    assertSame("/apis/storage.k8s.io/v1/storageclasses", new ClassReader());
  }

  private <V extends View> void assertSame(String kind, Decoder<V> reader)
      throws IOException, InterruptedException {
    var json = list(kind + "?limit=500", JSON, reader);
    var then = kind + "?limit=500&resourceVersionMatch=Exact&resourceVersion=" + json.version();

    assertThat(list(then, PROTOBUF, reader).views()).isNotEmpty().isEqualTo(json.views());
  }

  @Test
  void eventsAreTheSameInBothForms() throws IOException, InterruptedException {
    var begin = list(pods() + "?limit=1", PROTOBUF, new PodReader()).version();
    createObjects();
    cluster.kubectl("label", "pod", "full-1", "zone=b");
    cluster.kubectl("delete", "pod", "full-1", "--wait=false", "--grace-period=0");
    var whole = Json.of("metadata", Json.of("finalizers", new Json.Null()));
    cluster.api().patch(pods() + "/full-1", Api.Merge.PLAIN, whole);
    var watch = pods() + "?watch=1&timeoutSeconds=200&resourceVersion=" + begin;

    try (var json = fetch(watch, JSON, BodyHandlers.ofInputStream()).body();
        var protobuf = fetch(watch, PROTOBUF, BodyHandlers.ofInputStream()).body()) {
      assertThat(untilDeleted(new Frames(protobuf)))
          .hasSizeGreaterThan(2)
          .isEqualTo(untilDeleted(new Lines(json)));
    }
  }

  private static List<WatchEvent<PodView>> untilDeleted(Events events) throws IOException {
    var seen = new ArrayList<WatchEvent<PodView>>();
    while (events.next()) {
      seen.add(WatchEvent.read(events, new PodReader(), new StringPool()));
      if (seen.getLast() instanceof WatchEvent.Deleted) {
        return seen;
      }
    }
    throw new AssertionError("the watch ended after " + seen);
  }
}
