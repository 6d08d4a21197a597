package dev.ordinal.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.model.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The cluster over real HTTP: discovery, reads and watches.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LocalClusterTest {
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";
  private LocalCluster cluster = LocalCluster.start(LocalOptions.usual());
  private LocalClient client = new LocalClient(cluster);

  @BeforeAll
  void furnish() {
    assertThat(client.get("/api/v1/namespaces/default").text("kind")).isEqualTo("Namespace");
  }

  @AfterAll
  void close() {
    client.close();
    cluster.close();
  }

  private static List<String> texts(Json.Obj parent, String list, String field) {
    return parent.items(list).stream().map(each -> ((Json.Obj) each).text(field)).toList();
  }

  @Test
  void olderClientsFindGroupsAndResourcesOneByOne() {
    assertThat(texts(client.get("/apis"), "groups", "name"))
        .contains("apps.kruise.io", "authorization.k8s.io", "storage.k8s.io");
    assertThat(texts(client.get("/api/v1"), "resources", "name"))
        .contains("pods", "pods/status", "nodes", "secrets")
        .doesNotContain("statefulsets");
    var ours = client.get("/apis/apps.kruise.io/v1beta1");
    assertThat(texts(ours, "resources", "name"))
        .containsExactly(
            "imagepulljobs",
            "imagepulljobs/status",
            "statefulsets",
            "statefulsets/scale",
            "statefulsets/status");
    assertThat(((Json.Obj) ours.items("resources").get(2)).items("shortNames"))
        .containsExactly(Json.of("asts"));
  }

  @Test
  void newerClientsFindEverythingAtOnce() {
    var form = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
    var reply = client.send(client.request("/apis").header("Accept", form).GET());

    assertThat(reply.headers().firstValue("Content-Type")).contains(form);
    var group =
        LocalClient.json(reply).items("items").stream()
            .map(Json.Obj.class::cast)
            .filter(each -> each.object("metadata").text("name").equals("apps.kruise.io"))
            .findFirst()
            .orElseThrow();
    assertThat(texts(group, "versions", "version")).containsExactly("v1beta1", "v1alpha1");
  }

  @Test
  void schemasTellOfOurKindAndOfStrictness() {
    var paths = client.get("/openapi/v3").object("paths");
    var address = paths.object("apis/apps.kruise.io/v1beta1").text("serverRelativeURL");
    var document = client.get(address);
    var patch =
        document
            .object("paths")
            .object("/apis/apps.kruise.io/v1beta1/namespaces/{namespace}/statefulsets/{name}")
            .object("patch");
    assertThat(texts(patch, "parameters", "name")).contains("fieldValidation");
    assertThat(
            document
                .object("components")
                .object("schemas")
                .object("apps.kruise.io.v1beta1.StatefulSet")
                .object("properties")
                .object("spec")
                .object("properties")
                .members())
        .containsKey("updateStrategy");
  }

  /// kubectl asks for it about kinds that it has not found elsewhere.
  @ParameterizedTest
  @ValueSource(strings = {"v2.v1.0", "v2@v1.0"})
  void olderSchemasAreEmptyInBothForms(String version) {
    var asked = "application/com.github.proto-openapi.spec.%s+protobuf".formatted(version);
    var protobuf = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";
    var reply = client.send(client.request("/openapi/v2").header("Accept", asked).GET());

    assertThat(reply.statusCode()).isEqualTo(200);
    assertThat(reply.headers().firstValue("Content-Type")).contains(protobuf);
    assertThat(reply.body()).isEmpty();
    assertThat(client.get("/openapi/v2").text("swagger")).isEqualTo("2.0");
  }

  @Test
  void everyClientIsTheAdministrator() {
    var review =
        client.create(
            "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
            "{\"spec\": {\"resourceAttributes\": {\"verb\": \"create\"}}}");
    assertThat(review.object("status").find("allowed")).contains(Json.of(true));
  }

  @Test
  void tablesHaveTheColumnsOfTheRealServer() {
    client.create(MAPS, "{\"metadata\": {\"name\": \"shown\"}, \"data\": {\"a\": \"1\"}}");
    var table = client.getTable(MAPS + "/shown");

    assertThat(texts(table, "columnDefinitions", "name")).containsExactly("Name", "Data", "Age");
    var row = (Json.Obj) table.items("rows").getFirst();
    assertThat(row.items("cells").subList(0, 2)).containsExactly(Json.of("shown"), Json.of(1));
    assertThat(row.object("object").text("kind")).isEqualTo("PartialObjectMetadata");
  }

  @Test
  void theTableOfOurKindIsThatOfItsDefinition() {
    var table = client.getTable("/apis/apps.kruise.io/v1beta1/statefulsets");
    assertThat(texts(table, "columnDefinitions", "name"))
        .containsExactly(
            "Name",
            "DESIRED",
            "CURRENT",
            "UPDATED",
            "READY",
            "AGE",
            "CONTAINERS",
            "IMAGES",
            "AVAILABLE",
            "STATUS");
  }

  @Test
  void watchesTellWhatHappensAndEndInTime() throws IOException {
    var from = client.get(MAPS).object("metadata").text("resourceVersion");
    var query = "?watch=1&timeoutSeconds=2&allowWatchBookmarks=true&resourceVersion=" + from;
    try (var lines = lines(client.open(MAPS + query, "application/json"))) {
      client.create(MAPS, "{\"metadata\": {\"name\": \"told\"}}");
      var seen = lines.map(LocalClusterTest::parsed).toList();

      assertThat(seen).extracting(event -> event.text("type")).containsExactly("ADDED", "BOOKMARK");
      assertThat(seen.getFirst().object("object").object("metadata").text("name"))
          .isEqualTo("told");
    }
  }

  @Test
  void onlyTheFirstTableOfAWatchHasHeads() throws IOException {
    client.create("/api/v1/namespaces", "{\"metadata\": {\"name\": \"heads\"}}");
    var path = "/api/v1/namespaces/heads/secrets";
    client.create(path, "{\"metadata\": {\"name\": \"one\"}}");
    client.create(path, "{\"metadata\": {\"name\": \"two\"}}");
    try (var lines = lines(client.open(path + "?watch=1&timeoutSeconds=1", LocalClient.TABLE))) {
      var tables = lines.map(line -> parsed(line).object("object")).toList();

      assertThat(tables).hasSize(2);
      assertThat(tables.getFirst().items("columnDefinitions")).hasSize(4);
      assertThat(tables.getLast().find("columnDefinitions")).contains(new Json.Null());
    }
  }

  @Test
  void historyThatIsForgottenIsGone() throws IOException {
    cluster
        .loop()
        .ask(
            _ -> {
              cluster.server().store().compact(Long.MAX_VALUE);
              return "";
            });
    try (var lines = lines(client.open(MAPS + "?watch=1&resourceVersion=1", "*/*"))) {
      var only = parsed(lines.findFirst().orElseThrow());
      assertThat(only.text("type")).isEqualTo("ERROR");
      assertThat(only.object("object").find("code")).contains(Json.of(410));
    }
  }

  @Test
  void aNewDefinitionIsServedAndAnEndedOneIsNot() throws IOException {
    client.create(
        "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
        """
        {"metadata": {"name": "cats.zoo.example"}, "spec": {"group": "zoo.example", "scope": "Namespaced",
         "names": {"kind": "Cat", "plural": "cats"}, "versions": [{"name": "v1", "served": true, "storage": true,
           "schema": {"openAPIV3Schema": {"type": "object",
             "properties": {"spec": {"type": "object", "properties": {"colour": {"type": "string"}}}}}}}]}}
        """);
    var cats = "/apis/zoo.example/v1/namespaces/default/cats";
    var tom =
        client.create(
            cats + "?fieldValidation=Strict",
            """
            {"apiVersion": "zoo.example/v1", "kind": "Cat", "metadata": {"name": "tom"}, "spec": {"colour": "grey"}}
            """);
    assertThat(tom.object("spec").text("colour")).isEqualTo("grey");

    try (var lines = lines(client.open(cats + "?watch=1&timeoutSeconds=10", "*/*"))) {
      client.send(
          client
              .request("/apis/apiextensions.k8s.io/v1/customresourcedefinitions/cats.zoo.example")
              .DELETE());
      assertThat(lines.map(line -> parsed(line).text("type")).limit(2))
          .containsExactly("ADDED", "DELETED");
    }
    assertThat(client.send(client.request(cats).GET()).statusCode()).isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource({"log, no log", "exec, no process to talk to", "portforward, no port to reach"})
  void containersAreSimulatedAndSaySo(String part, String words) {
    var pods = "/api/v1/namespaces/default/pods";
    client.create(
        pods,
        "{\"metadata\": {\"name\": \"quiet\"}, \"spec\": {\"containers\": [{\"name\": \"c\", \"image\": \"i\"}]}}");
    assertThat(client.get(pods + "/quiet/" + part).text("message"))
        .isEqualTo("containers are simulated: nothing runs in pod quiet, so there is " + words);
    assertThat(client.get(pods + "/nobody/" + part).text("message"))
        .isEqualTo("pods \"nobody\" not found");
  }

  /// After a refusal kubectl asks again for twenty seconds, and prints each answer.
  @Test
  void followedLogIsRefusedOnce() {
    var pods = "/api/v1/namespaces/default/pods";
    client.create(
        pods,
        "{\"metadata\": {\"name\": \"mute\"}, \"spec\": {\"containers\": [{\"name\": \"c\", \"image\": \"i\"}]}}");
    var reply = client.send(client.request(pods + "/mute/log?follow=true").GET());
    assertThat(reply.statusCode()).isEqualTo(200);
    assertThat(new String(reply.body(), StandardCharsets.UTF_8))
        .isEqualTo("containers are simulated: nothing runs in pod mute, so there is no log\n");
  }

  /// What `kubectl explain` says of the fields that every kind has.
  @Test
  void fieldsOfEveryKindHaveTexts() {
    var schema =
        client
            .get("/openapi/v3/apis/apps.kruise.io/v1beta1")
            .object("components")
            .object("schemas")
            .object("apps.kruise.io.v1beta1.ImagePullJob");
    assertThat(List.of("apiVersion", "kind", "metadata", "spec", "status"))
        .allSatisfy(
            field ->
                assertThat(schema.object("properties").object(field).text("description"))
                    .isNotEmpty());
  }

  /// What `kubectl describe node` looks for.
  @Test
  void nodesSayWhatTheyAreAndHaveALease() {
    var node = client.get("/api/v1/nodes/node-0");
    assertThat(node.object("status").object("nodeInfo").text("osImage")).isEqualTo("simulated");
    var lease = client.get("/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/node-0");
    assertThat(lease.object("spec").text("holderIdentity")).isEqualTo("node-0");
    assertThat(lease.object("spec").text("renewTime")).isNotEmpty();
    assertThat(
            ((Json.Obj) lease.object("metadata").items("ownerReferences").getFirst()).text("uid"))
        .isEqualTo(node.object("metadata").text("uid"));
  }

  @Test
  void timeGoesAsFastAsAskedFor() {
    try (var fast = LocalCluster.start(LocalOptions.usual().speed(1000));
        var guest = new LocalClient(fast)) {
      var real = Instant.now();
      var before = fast.pace().instant();
      guest.create(
          "/api/v1/namespaces/default/pods",
          """
          {"metadata": {"name": "slow", "annotations": {"sim.ordinal.dev/ready-delay": "5m"}},
           "spec": {"containers": [{"name": "c", "image": "i"}]}}
          """);
      while (!isReady(guest.get("/api/v1/namespaces/default/pods/slow"))) {
        Thread.onSpinWait();
      }
      assertThat(Duration.between(before, fast.pace().instant()).toMinutes())
          .isGreaterThanOrEqualTo(5);
      assertThat(Duration.between(real, Instant.now()).toMinutes()).isZero();
    }
  }

  private static boolean isReady(Json.Obj pod) {
    return pod.object("status").items("conditions").stream()
        .map(Json.Obj.class::cast)
        .anyMatch(each -> each.text("type").equals("Ready") && each.text("status").equals("True"));
  }

  private static Stream<String> lines(java.io.InputStream in) {
    var reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    return reader
        .lines()
        .onClose(
            () -> {
              try {
                reader.close();
              } catch (IOException _) {
                // The server may have closed it already.
              }
            });
  }

  private static Json.Obj parsed(String line) {
    try {
      return JsonBytes.readObject(line.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new AssertionError(line, e);
    }
  }
}
