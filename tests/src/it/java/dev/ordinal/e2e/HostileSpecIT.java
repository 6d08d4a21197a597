package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.local.serve.YamlText;
import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Api;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.JsonSource;
import dev.ordinal.rig.OnCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Sets that ask for more than anybody has, all in one namespace: each does what is possible and
/// says what is not, and a calm set beside them is not delayed.
@OnCluster
class HostileSpecIT {
  private static final String ESCAPE = "\u001b[31m";
  private static final String NEVER_READY = "sim.ordinal.dev/ready: \"false\"";
  private static final String LONG_NAME = "w".repeat(63);

  private final Cluster cluster;

  HostileSpecIT(Cluster cluster) {
    this.cluster = cluster;
  }

  @Test
  void hostileSetsHarmNobody(@TempDir Path folder) {
    try (var realm = Realm.open(cluster, folder)) {
      timeToReady(realm, "warm");
      var alone = timeToReady(realm, "alone");
      createAll();

      realm.await("one of two billion", () -> reason(realm, "endless").equals("PodNotAvailable"));
      realm.await("two of two billion", () -> realm.pods("flood").size() == 2);
      realm.await("what is not reserved", () -> realm.pods("ranges").size() == 2);
      assertThat(realm.pods("ranges").keySet()).containsExactly("ranges-2", "ranges-5");
      realm.awaitReady("heavy");
      realm.awaitReady("claims");
      realm.await("the wild image", () -> !reason(realm, "wild").equals("Scaling"));
      realm.awaitReady("grab");
      var beside = timeToReady(realm, "calm");

      assertThat(realm.claims()).hasSize(64);
      assertThat(realm.pods("endless")).hasSize(1);
      assertThat(realm.pods("alone")).hasSize(3);
      assertThat(cluster.findPod("loose")).hasValueSatisfying(HostileSpecIT::isNobodys);
      for (var set : cluster.list("apis/apps.kruise.io/v1beta1", "statefulsets")) {
        assertThat(set.object("status").toString()).doesNotContain("\u001b");
      }
      assertThat(realm.controller().log()).doesNotContain("\u001b");
      System.out.printf(
          "three pods are ready after %d ms, beside hostile sets after %d ms%n",
          alone.toMillis(), beside.toMillis());
      assertThat(beside).isLessThan(alone.multipliedBy(3).plusSeconds(10));
    }
  }

  private static void isNobodys(Json.Obj pod) {
    assertThat(pod.object("metadata").items("ownerReferences")).isEmpty();
  }

  private void createAll() {
    create(manifest("endless", Integer.MAX_VALUE, "{}", NEVER_READY));
    create(
        manifest(
            "flood",
            Integer.MAX_VALUE,
            "{podManagementPolicy: Parallel, scaleStrategy: {maxUnavailable: 2}}",
            NEVER_READY));
    var ranges =
        IntStream.range(0, 10_000)
            .mapToObj(i -> "\"%d-%d\"".formatted(3 * i, 3 * i + 1))
            .collect(Collectors.joining(", "));
    create(manifest("ranges", 2, "{reserveOrdinals: [%s]}".formatted(ranges), ""));
    create(withEnvironment(manifest("heavy", 2, "{}", ""), "x".repeat(1_000_000)));
    var claims =
        IntStream.range(0, 64)
            .mapToObj(
                i ->
                    ("{metadata: {name: data%d}, spec: {accessModes: [ReadWriteOnce],"
                            + " resources: {requests: {storage: 1Gi}}}}")
                        .formatted(i))
            .collect(Collectors.joining(", "));
    create(manifest("claims", 1, "{volumeClaimTemplates: [%s]}".formatted(claims), ""));
    assertThat(post(manifest(LONG_NAME, 1, "{}", "")).body().text("message"))
        .contains("use at most 61 characters");
    create(withImage(manifest("wild", 1, "{}", ""), "app" + ESCAPE + ":1"));
    cluster.apply(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: loose, labels: {app: alone}}
        spec: {containers: [{name: app, image: "app:1"}]}
        """);
    create(labelled(manifest("grab", 1, "{}", ""), "alone"));
  }

  private static Json.Obj manifest(String name, int replicas, String more, String annotation) {
    var whole =
        JsonSource.readObject(
            YamlText.toJson(
                """
                apiVersion: apps.kruise.io/v1beta1
                kind: StatefulSet
                metadata: {name: %1$s}
                spec:
                  replicas: %2$d
                  serviceName: web
                  selector: {matchLabels: {app: %1$s}}
                  template:
                    metadata: {labels: {app: %1$s}, annotations: {%3$s}}
                    spec: {containers: [{name: app, image: "app:1"}]}
                """
                    .formatted(name, replicas, annotation)));
    var spec = whole.object("spec");
    // Text that begins with a brace would be taken for JSON.
    for (var field : JsonSource.readObject(YamlText.toJson("---\n" + more)).members().entrySet()) {
      spec = spec.with(field.getKey(), field.getValue());
    }
    return whole.with("spec", spec);
  }

  private static Json.Obj withImage(Json.Obj set, String image) {
    return withContainer(set, container(set).with("image", Json.of(image)));
  }

  private static Json.Obj withEnvironment(Json.Obj set, String value) {
    var env = Json.of("name", Json.of("A")).with("value", Json.of(value));
    return withContainer(set, container(set).with("env", Json.of(List.of(env))));
  }

  private static Json.Obj container(Json.Obj set) {
    var pod = set.object("spec").object("template").object("spec");
    return (Json.Obj) pod.items("containers").getFirst();
  }

  private static Json.Obj withContainer(Json.Obj set, Json.Obj container) {
    var spec = set.object("spec");
    var pod = Json.of("containers", Json.of(List.of(container)));
    return set.with("spec", spec.with("template", spec.object("template").with("spec", pod)));
  }

  /// The selector and the labels of another set.
  private static Json.Obj labelled(Json.Obj set, String app) {
    var labels = Json.of("app", Json.of(app));
    var spec = set.object("spec");
    var template = spec.object("template").with("metadata", Json.of("labels", labels));
    var selector = Json.of("matchLabels", labels);
    return set.with("spec", spec.with("template", template).with("selector", selector));
  }

  private void create(Json.Obj set) {
    Api.required(post(set), "creating " + set.object("metadata").text("name"));
  }

  private Api.Reply post(Json.Obj set) {
    var path =
        "/apis/apps.kruise.io/v1beta1/namespaces/%s/statefulsets".formatted(cluster.namespace());
    return cluster.api().create(path, set);
  }

  private Duration timeToReady(Realm realm, String set) {
    var begin = System.nanoTime();
    create(manifest(set, 3, "{}", ""));
    realm.awaitReady(set);
    return Duration.ofNanos(System.nanoTime() - begin);
  }

  private static String reason(Realm realm, String set) {
    return realm.condition(set, "Ready").map(ready -> ready.text("reason")).orElse("Scaling");
  }
}
