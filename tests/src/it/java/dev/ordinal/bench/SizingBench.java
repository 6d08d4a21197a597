package dev.ordinal.bench;

import dev.ordinal.rig.Await;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.ClusterKind;
import dev.ordinal.rig.ControllerProcess;
import dev.ordinal.rig.Rig;
import dev.ordinal.rig.User;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// `make bench-sizing`: memory and CPU of the controller by the number of pods, on the simulated
/// cluster, which costs a machine least. Sets of ten pods are created, settled and updated.
public final class SizingBench {
  private static final Pattern PORT = Pattern.compile("metrics are served on (\\S+)");
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final int PODS_OF_A_SET = 10;

  private final Cluster cluster;
  private final String metrics;

  private SizingBench(Cluster cluster, String metrics) {
    this.cluster = cluster;
    this.metrics = metrics;
  }

  /// The arguments are numbers of pods in rising order.
  public static void main(String[] arguments) throws IOException, InterruptedException {
    var sizes = arguments.length == 0 ? new String[] {"10", "100", "1000"} : arguments;
    var folder = Files.createTempDirectory("ordinal-sizing-");
    var rig = Rig.start(ClusterKind.SIM, _ -> {});
    var cluster = rig.enter("sizing");
    var log = folder.resolve("log");
    try (var controller = ControllerProcess.startCommand(log, command(cluster))) {
      Await.until("the port", PATIENCE, () -> PORT.matcher(controller.log()).find());
      var found = PORT.matcher(controller.log());
      if (!found.find()) {
        throw new IllegalStateException(controller.log());
      }
      System.out.println(
          "| pods | sets | resident | heap in use | CPU to create | CPU to update |");
      var bench = new SizingBench(cluster, found.group(1) + "/metrics");
      var have = 0;
      for (var size : sizes) {
        have = bench.measure(have, Integer.parseInt(size) / PODS_OF_A_SET);
      }
    }
    System.exit(0);
  }

  /// As in the image, but for its cache, in a pod with the chart's limit of memory.
  private static List<String> command(Cluster cluster) {
    return List.of(
        ProcessHandle.current().info().command().orElse("java"),
        "@controller/jvm.options",
        "-XX:MaxRAM=512m",
        "-jar",
        "controller/target/ordinal-controller.jar",
        "--kubeconfig=" + cluster.kubeconfig(User.ORDINAL),
        "--metrics-bind-address=127.0.0.1:0");
  }

  private int measure(int from, int to) {
    var begin = cpu();
    apply(from, to, "app:1");
    awaitUpdated(to);
    var created = cpu();
    apply(0, to, "app:" + (to + 1));
    awaitUpdated(to);
    var updated = cpu();
    System.out.printf(
        Locale.ROOT,
        "| %,d | %,d | %.0f MB | %.0f MB | %.1f s for %,d pods | %.1f s for %,d pods |%n",
        to * PODS_OF_A_SET,
        to,
        metric("process_resident_memory_bytes ") / 1e6,
        metric("jvm_memory_used_bytes{area=\"heap\"} ") / 1e6,
        created - begin,
        (to - from) * PODS_OF_A_SET,
        updated - created,
        to * PODS_OF_A_SET);
    return to;
  }

  private double cpu() {
    return metric("process_cpu_seconds_total ");
  }

  private void apply(int from, int to, String image) {
    var text = new StringBuilder();
    for (var number = from; number < to; number++) {
      text.append(
          """
          ---
          apiVersion: apps.kruise.io/v1beta1
          kind: StatefulSet
          metadata: {name: set-%1$d}
          spec:
            replicas: %2$d
            podManagementPolicy: Parallel
            updateStrategy: {rollingUpdate: {maxUnavailable: 50%%}}
            selector: {matchLabels: {app: set-%1$d}}
            template:
              metadata: {labels: {app: set-%1$d}}
              spec: {containers: [{name: app, image: "%3$s"}]}
          """
              .formatted(number, PODS_OF_A_SET, image));
    }
    cluster.kubectlWith(text.toString(), "apply", "--server-side", "-f", "-");
  }

  private void awaitUpdated(int sets) {
    Await.until(
        sets + " sets that are updated",
        PATIENCE,
        () ->
            cluster.list("apis/apps.kruise.io/v1beta1", "statefulsets").stream()
                    .filter(
                        set ->
                            set.object("status")
                                    .find("observedGeneration")
                                    .equals(set.object("metadata").find("generation"))
                                && Cluster.isTrue(set, "Ready"))
                    .count()
                == sets);
  }

  private double metric(String name) {
    var request = HttpRequest.newBuilder(URI.create(metrics)).build();
    try (var client = HttpClient.newHttpClient()) {
      return client
          .send(request, BodyHandlers.ofString())
          .body()
          .lines()
          .filter(line -> line.startsWith(name))
          .mapToDouble(line -> Double.parseDouble(line.substring(name.length())))
          .sum();
    } catch (IOException e) {
      throw new IllegalStateException(metrics, e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
