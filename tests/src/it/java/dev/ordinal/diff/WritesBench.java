package dev.ordinal.diff;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Api;
import dev.ordinal.rig.Audit;
import dev.ordinal.rig.Await;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.ControllerProcess;
import dev.ordinal.rig.Rig;
import dev.ordinal.rig.User;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Counts the writes that each controller needs for one pod, from the audit log of the same API
/// server: `make bench-writes`. Ends with 1 when ours needs more than it may.
public final class WritesBench {
  private static final Duration PATIENCE = Duration.ofMinutes(8);
  private static final String DELAY = "200ms";

  private final Rig rig;
  private final List<String> rows = new ArrayList<>();
  private final List<String> details = new ArrayList<>();
  private boolean isWithinLimits = true;

  private WritesBench(Rig rig) {
    this.rig = rig;
  }

  /// What one half wrote while the pods were created, and then while they were updated.
  private record WriteCounts(Audit create, Audit update) {}

  /// What both halves wrote for the same thing.
  private record Pair(Audit peer, Audit ours, int pods) {
    double peerPerPod() {
      return peer.entries().size() / (double) pods;
    }

    double oursPerPod() {
      return ours.entries().size() / (double) pods;
    }
  }

  /// Writes per pod that ours may need.
  private record Limits(double create, double update) {}

  /// The number of pods in order and side by side; 30 and 500 when not given.
  public static void main(String[] arguments) throws IOException {
    var ordered = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 30;
    var parallel = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 500;
    var log = Files.createTempFile("ordinal-bench", ".log");
    try (var rig = Rig.start(line -> {});
        var _ =
            ControllerProcess.start(log, "--kubeconfig=" + rig.plane().kubeconfig(User.ORDINAL))) {
      var bench = new WritesBench(rig);
      Collector.awaitAwake(rig);
      bench.measure(ordered + " pods in order", SetForm.ordered(ordered), new Limits(1.5, 2.6));
      bench.measure(
          parallel + " pods in parallel",
          SetForm.parallel(parallel).maxUnavailable("10%"),
          new Limits(1.05, 2.1));
      bench.print();
      if (!bench.isWithinLimits) {
        System.exit(1);
      }
    }
  }

  private void measure(String what, SetForm form, Limits limits) {
    var slow = form.wanted("start-delay", DELAY).wanted("stop-delay", DELAY);
    var peer = counts(Half.NATIVE, slow);
    var ours = counts(Half.OURS, slow);
    var pods = (int) Facts.number(form.spec(), "replicas");
    row(what + ", create", new Pair(peer.create(), ours.create(), pods), limits.create());
    row(what + ", update", new Pair(peer.update(), ours.update(), pods), limits.update());
  }

  private WriteCounts counts(Half half, SetForm form) {
    var cluster = rig.enter("writes");
    var sets = half.path(cluster.namespace());
    var path = sets + "/" + SetForm.NAME;
    var begin = Instant.now();
    Api.required(rig.api().create(sets, form.body(half)), "creating the set");
    awaitDone(path);
    var middle = Instant.now();
    var template = Json.of("template", form.image("app:2").spec().object("template"));
    Api.required(
        rig.api().patch(path, Api.Merge.PLAIN, Json.of("spec", template)), "updating the set");
    awaitDone(path);
    System.err.printf(
        "%s: created in %d s, updated in %d s%n",
        half,
        Duration.between(begin, middle).toSeconds(),
        Duration.between(middle, Instant.now()).toSeconds());
    var writes = writes(half, cluster);
    remove(path, cluster.namespace());
    return new WriteCounts(
        writes.where(entry -> entry.at().isBefore(middle)),
        writes.where(entry -> !entry.at().isBefore(middle)));
  }

  private void awaitDone(String path) {
    Await.until(
        "all pods of " + path,
        PATIENCE,
        () -> rig.api().find(path).filter(WritesBench::isDone).isPresent());
  }

  private static boolean isDone(Json.Obj set) {
    var status = set.object("status");
    var replicas = Facts.number(set.object("spec"), "replicas");
    return Facts.number(status, "observedGeneration")
            == Facts.number(set.object("metadata"), "generation")
        && Facts.number(status, "availableReplicas") == replicas
        && Facts.number(status, "updatedReplicas") == replicas
        && status.text("currentRevision").equals(status.text("updateRevision"));
  }

  /// Events, leases and dry runs do not count, nor what the other controllers in the same process
  /// write: they go by their own agents.
  private static Audit writes(Half half, Cluster cluster) {
    var all =
        cluster
            .audit()
            .writes()
            .where(entry -> !List.of("events", "leases").contains(entry.resource()));
    return switch (half) {
      case NATIVE ->
          all.by(User.CONTROLLER_MANAGER)
              .where(entry -> entry.agent().contains("statefulset-controller"));
      case KRUISE -> all.by(User.KRUISE);
      case OURS -> all.by(User.ORDINAL);
    };
  }

  /// The next measurement finds a quiet cluster.
  private void remove(String path, String namespace) {
    Api.required(rig.api().delete(path, Json.EMPTY), "deleting the set");
    var pods = "/api/v1/namespaces/" + namespace + "/pods";
    Await.until(
        "no pods in " + namespace,
        PATIENCE,
        () -> Api.required(rig.api().fetch(pods), pods).items("items").isEmpty());
  }

  private void row(String what, Pair pair, double limit) {
    isWithinLimits &= pair.oursPerPod() <= limit;
    rows.add(
        String.format(
            Locale.ROOT,
            "| %s | %.2f | %.2f | %.2f |",
            what,
            pair.peerPerPod(),
            pair.oursPerPod(),
            limit));
    details.add(
        "- %s. Native: %s. Ours: %s.".formatted(what, kinds(pair.peer()), kinds(pair.ours())));
  }

  private static String kinds(Audit writes) {
    Map<String, Long> counts =
        writes.entries().stream()
            .collect(Collectors.groupingBy(WritesBench::kind, TreeMap::new, Collectors.counting()));
    return counts.entrySet().stream()
        .map(each -> each.getKey() + " " + each.getValue())
        .collect(Collectors.joining(", "));
  }

  private static String kind(Audit.Entry entry) {
    var status = entry.subresource().isEmpty() ? "" : "/" + entry.subresource();
    return entry.verb() + " " + entry.resource() + status;
  }

  private void print() {
    System.out.println("| writes per pod | native | ours | ours at most |\n|---|---|---|---|");
    rows.forEach(System.out::println);
    System.out.println();
    details.forEach(System.out::println);
  }
}
