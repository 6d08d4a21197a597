package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.metrics.Exposition;
import dev.ordinal.metrics.KeyPairFiles;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.OnCluster;
import dev.ordinal.rig.OnRealCluster;
import dev.ordinal.rig.Tls;
import dev.ordinal.rig.User;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Health and metrics of the controller as users run it.
@OnCluster
class MetricsIT {
  private static final Pattern PORT = Pattern.compile("metrics are served on (\\S+)");
  private static final String LOOPBACK = "--metrics-bind-address=127.0.0.1:0";

  private final Cluster cluster;
  private final Path folder;

  MetricsIT(Cluster cluster, @TempDir Path folder) {
    this.cluster = cluster;
    this.folder = folder;
  }

  @AfterEach
  void removeSets() {
    cluster.kubectl("delete", "asts", "--all");
  }

  private String url(Realm realm) {
    realm.await("the port", () -> PORT.matcher(realm.controller().log()).find());
    var found = PORT.matcher(realm.controller().log());
    assertThat(found.find()).isTrue();
    return found.group(1);
  }

  private static HttpResponse<String> get(HttpClient client, String url, Optional<String> token) {
    var request = HttpRequest.newBuilder(URI.create(url));
    token.ifPresent(found -> request.header("Authorization", "Bearer " + found));
    try {
      return client.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new AssertionError(url, e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Exposition scrape(HttpClient client, String url) {
    return Exposition.parse(get(client, url + "/metrics", Optional.empty()).body());
  }

  /// What it shows has to be what users see.
  private static String page() {
    try {
      return Files.readString(Path.of("docs/reference/metrics.md"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static double ofSet(Exposition found, String metric, String... labels) {
    return found.find(metric, labels).orElse(-1.0);
  }

  @Test
  void rolloutIsSeenAndDeletedSetsVanish() {
    try (var realm = Realm.open(cluster, folder, LOOPBACK);
        var client = HttpClient.newHttpClient()) {
      var url = url(realm);
      realm.await(
          "ready", () -> get(client, url + "/readyz", Optional.empty()).body().equals("ok"));
      assertThat(page()).contains(get(client, url + "/readyz?verbose", Optional.empty()).body());
      cluster.apply(Realm.manifest("web", 3, "podManagementPolicy: Parallel"));
      realm.awaitReady("web");
      realm.await(
          "three available pods",
          () ->
              ofSet(
                      scrape(client, url),
                      "ordinal_statefulset_replicas",
                      "statefulset",
                      "web",
                      "state",
                      "available")
                  == 3);

      cluster.apply(
          Realm.manifest("web", 3, "", "{containers: [{name: app, image: \"app:2\"}]}")
              .replace("serviceName: web", "serviceName: web\n  podManagementPolicy: Parallel"));
      realm.awaitUpdated("web", 3);
      realm.await(
          "the end of the rollout",
          () ->
              ofSet(scrape(client, url), "ordinal_statefulset_rollout_duration_seconds_count")
                  == 1);
      assertCounted(scrape(client, url));

      realm.kubectl("delete", "asts", "web");
      realm.await(
          "no series of the set",
          () -> scrape(client, url).all("ordinal_statefulset_replicas").isEmpty());
    }
  }

  private static void assertCounted(Exposition found) {
    assertThat(ofSet(found, "ordinal_pods_changed_total", "change", "delete", "cause", "update"))
        .isEqualTo(3);
    assertThat(ofSet(found, "ordinal_pods_changed_total", "change", "create")).isEqualTo(6);
    assertThat(ofSet(found, "rest_client_requests_total", "code", "201", "method", "POST"))
        .isGreaterThanOrEqualTo(6);
    assertThat(
            ofSet(
                found,
                "controller_runtime_reconcile_total",
                "controller",
                "statefulset",
                "result",
                "requeue"))
        .isPositive();
    assertThat(ofSet(found, "workqueue_adds_total", "name", "statefulset")).isPositive();
    assertThat(ofSet(found, "ordinal_synced")).isEqualTo(1);
    assertThat(ofSet(found, "ordinal_reader_silence_seconds", "resource", "pods"))
        .isBetween(0.0, 60.0);
  }

  @Test
  void setsBeyondTheLimitShareTheirSeries() {
    try (var realm = Realm.open(cluster, folder, LOOPBACK, "--metrics-max-sets=1");
        var client = HttpClient.newHttpClient()) {
      var url = url(realm);
      for (var name : List.of("one", "two", "three")) {
        cluster.apply(Realm.manifest(name, 1, ""));
        realm.awaitReady(name);
      }
      realm.await(
          "two sets together",
          () -> ofSet(scrape(client, url), "ordinal_statefulsets_aggregated") == 2);
      assertThat(scrape(client, url).all("ordinal_statefulset_stalled"))
          .extracting(sample -> sample.labels().get("statefulset"))
          .containsExactlyInAnyOrder("one", "_others");
    }
  }

  @OnRealCluster("the simulated cluster reviews no tokens")
  @Test
  void tokensAreReviewedOverTls() throws Exception {
    var files = KeyPairFiles.create(folder, KeyPairFiles.Form.RSA);
    allow("ordinal-metrics-auth", "--user=" + User.ORDINAL.login());
    for (var account : List.of("prometheus", "visitor")) {
      cluster.kubectl("create", "serviceaccount", account);
    }
    allow("ordinal-metrics-reader", "--serviceaccount=" + cluster.namespace() + ":prometheus");
    try (var realm =
            Realm.open(
                cluster,
                folder,
                LOOPBACK,
                "--metrics-auth",
                "--tls-cert-file=" + files.certificate(),
                "--tls-private-key-file=" + files.key());
        var client =
            HttpClient.newBuilder().sslContext(Tls.trusting(files.certificate())).build()) {
      var url = url(realm);
      assertThat(url).startsWith("https://127.0.0.1:");
      assertThat(get(client, url + "/livez", Optional.empty()).body()).isEqualTo("ok");
      var metrics = url + "/metrics";
      assertThat(get(client, metrics, Optional.empty()).statusCode()).isEqualTo(401);
      assertThat(get(client, metrics, Optional.of("invented")).statusCode()).isEqualTo(401);
      assertThat(get(client, metrics, Optional.of(token("visitor"))).statusCode()).isEqualTo(403);
      var scraped = get(client, metrics, Optional.of(token("prometheus")));
      assertThat(scraped.statusCode()).isEqualTo(200);
      assertThat(Exposition.parse(scraped.body()).find("ordinal_build_info")).hasValue(1.0);
    }
  }

  private String token(String account) {
    return cluster.kubectl("create", "token", account).strip();
  }

  private void allow(String role, String subject) {
    cluster.kubectl("apply", "-f", "deploy/metrics-auth.yaml");
    cluster.kubectl(
        "create",
        "clusterrolebinding",
        cluster.namespace() + "-" + role,
        "--clusterrole=" + role,
        subject);
  }
}
