package dev.ordinal.metrics;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Await;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.ClusterKind;
import dev.ordinal.rig.ControllerProcess;
import dev.ordinal.rig.Gateway;
import dev.ordinal.rig.Rig;
import dev.ordinal.rig.User;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// `make verify-metrics`: promtool checks the metrics and the rules, and a real Prometheus scrapes
/// the controller on the simulated cluster until each alert fires, caused by its reason. Only the
/// times that an alert waits are shortened. All alerts fire on made-up series as well.
public final class VerifyMain {
  private static final Path DEPLOY = Path.of("deploy/observability");
  private static final Pattern PORT = Pattern.compile("metrics are served on http://(\\S+)");
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private VerifyMain() {}

  public static void main(String[] unused) throws IOException, InterruptedException {
    var binaries = Prometheus.binaries();
    var folder = Files.createTempDirectory("ordinal-metrics-");
    var rules = rules();
    Files.writeString(folder.resolve("rules.yml"), rules);
    Files.copy(DEPLOY.resolve("rules-test.yaml"), folder.resolve("rules-test.yaml"));
    System.out.print(Prometheus.promtool(binaries, folder, "", "check", "rules", "rules.yml"));
    System.out.print(Prometheus.promtool(binaries, folder, "", "test", "rules", "rules-test.yaml"));
    Files.writeString(folder.resolve("rules.yml"), impatient(rules));
    verify(binaries, folder);
    var second = Files.createDirectory(folder.resolve("second"));
    Files.writeString(second.resolve("rules.yml"), impatient(rules));
    verifyOnTheWay(binaries, second);
    System.exit(0);
  }

  /// What Prometheus reads, without the operator's resource around it.
  private static String rules() throws IOException {
    var text = Files.readString(DEPLOY.resolve("rules.yaml"));
    return text.substring(text.indexOf("spec:\n") + 6)
        .lines()
        .map(line -> line.replaceFirst("^ {2}", ""))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  /// Alerts within seconds instead of minutes.
  private static String impatient(String rules) {
    var hangs = "(workqueue_longest_running_processor_seconds) > ";
    if (!rules.contains(hangs + "600")) {
      throw new AssertionError("the rule of OrdinalTurnHangs has changed");
    }
    return rules.replaceAll("\\bfor: \\d+m\\b", "for: 1s").replace(hangs + "600", hangs + "5");
  }

  /// Alerts whose reasons lie between the controller and the API server: answers that come late,
  /// and a Lease that may not be written.
  private static void verifyOnTheWay(Path binaries, Path folder) throws IOException {
    var trouble = new Trouble();
    try (var rig = Rig.start(ClusterKind.SIM, _ -> {});
        var cluster = rig.enter("shop");
        var gateway = Gateway.open(rig.plane(), trouble);
        var controller =
            ControllerProcess.start(
                folder.resolve("elected.log"),
                "--kubeconfig="
                    + gateway.kubeconfig(
                        cluster.kubeconfig(User.ORDINAL), folder.resolve("gateway.kubeconfig")),
                "--leader-elect",
                "--leader-elect-resource-namespace=" + cluster.namespace(),
                "--metrics-bind-address=127.0.0.1:0");
        var prometheus = Prometheus.start(binaries, folder, port(controller))) {
      cluster.apply(set("slow", 1, "{containers: [{name: a, image: 'app:1'}]}"));
      await(prometheus, "OrdinalTurnHangs");
      trouble.isLeaseForbidden = true;
      await(prometheus, "OrdinalNoLeader");
    }
  }

  private static final class Trouble implements Gateway.Doorman {
    private volatile boolean isLeaseForbidden;

    /// The answers to creations of pods come after as long as a request may take.
    @Override
    public boolean pass(String method, String uri) {
      if (method.equals("POST") && uri.contains("/pods")) {
        var late = CompletableFuture.delayedExecutor(30, TimeUnit.SECONDS);
        CompletableFuture.runAsync(() -> {}, late).join();
      }
      return true;
    }

    @Override
    public int refusal(String method, String uri) {
      return isLeaseForbidden && uri.contains("/leases") ? 403 : 0;
    }
  }

  private static String port(ControllerProcess controller) {
    Await.until("the port", PATIENCE, () -> PORT.matcher(controller.log()).find());
    return PORT.matcher(controller.log()).results().toList().getFirst().group(1);
  }

  private static void verify(Path binaries, Path folder) throws IOException, InterruptedException {
    var rig = Rig.start(ClusterKind.SIM, _ -> {});
    var cluster = rig.enter("shop");
    try (var controller =
        ControllerProcess.start(
            folder.resolve("controller.log"),
            "--kubeconfig=" + cluster.kubeconfig(User.ORDINAL),
            "--metrics-max-sets=2",
            "--metrics-bind-address=127.0.0.1:0")) {
      var address = port(controller);
      try (var prometheus = Prometheus.start(binaries, folder, address)) {
        causeTrouble(cluster);
        await(prometheus, "OrdinalSetStalled", "OrdinalTemplateRefused", "OrdinalPodsUnavailable");
        await(prometheus, "OrdinalSetsAggregated", "OrdinalTurnsFail");
        var metrics = scrape("http://" + address + "/metrics");
        Exposition.parse(metrics);
        System.out.print(Prometheus.promtool(binaries, folder, metrics, "check", "metrics"));
        System.out.printf("promtool check metrics: %d lines%n", metrics.lines().count());
        verifyDashboard(prometheus);
        cluster.kubectl("delete", "crd", "statefulsets.apps.kruise.io", "--wait=false");
        await(prometheus, "OrdinalReadsFail");
        rig.close();
        await(prometheus, "OrdinalApiServerSilent");
        controller.kill();
        await(prometheus, "OrdinalAbsent");
      }
    }
  }

  private static void causeTrouble(Cluster cluster) {
    cluster.apply(set("stuck", 3, "{containers: [{name: a, image: 'missing:1'}]}"));
    cluster.apply(
        set("wrong", 1, "{containers: [{name: a, image: a, ports: [{containerPort: 99999}]}]}"));
    cluster.apply(
        """
        apiVersion: v1
        kind: ResourceQuota
        metadata: {name: few}
        spec: {hard: {pods: "3"}}
        """);
    for (var name : List.of("poor-1", "poor-2", "poor-3", "poor-4")) {
      cluster.apply(set(name, 1, "{containers: [{name: a, image: 'app:1'}]}"));
    }
  }

  private static String set(String name, int replicas, String podSpec) {
    return """
        apiVersion: apps.kruise.io/v1beta1
        kind: StatefulSet
        metadata: {name: %1$s}
        spec:
          replicas: %2$d
          podManagementPolicy: Parallel
          progressDeadlineSeconds: 3
          selector: {matchLabels: {app: %1$s}}
          template:
            metadata: {labels: {app: %1$s}}
            spec: %3$s
        """
        .formatted(name, replicas, podSpec);
  }

  /// Prometheus understands every query of the dashboard.
  private static void verifyDashboard(Prometheus prometheus)
      throws IOException, InterruptedException {
    var dashboard = JsonBytes.readObject(Files.readAllBytes(DEPLOY.resolve("dashboard.json")));
    var empty = new ArrayList<String>();
    for (var panel : dashboard.items("panels")) {
      for (var target : ((Json.Obj) panel).items("targets")) {
        var query = ((Json.Obj) target).text("expr").replaceAll("\\$(namespace|statefulset)", ".*");
        if (prometheus.query(query) == 0) {
          empty.add(((Json.Obj) panel).text("title"));
        }
      }
    }
    System.out.printf("the dashboard is understood; without data now: %s%n", empty);
  }

  private static String scrape(String url) throws IOException, InterruptedException {
    try (var client = HttpClient.newHttpClient()) {
      var request = HttpRequest.newBuilder(URI.create(url)).build();
      return client.send(request, BodyHandlers.ofString()).body();
    }
  }

  private static void await(Prometheus prometheus, String... alerts) {
    for (var alert : alerts) {
      var begin = System.nanoTime();
      Await.until(alert + " to fire", PATIENCE, () -> prometheus.firing().contains(alert));
      System.out.printf("%s fires, after %.0f s%n", alert, (System.nanoTime() - begin) / 1e9);
    }
  }
}
