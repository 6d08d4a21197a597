package dev.ordinal.bench.fair;

import dev.ordinal.bench.fair.SmallSets.Sample;
import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Api;
import dev.ordinal.rig.Await;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.ClusterKind;
import dev.ordinal.rig.ControllerProcess;
import dev.ordinal.rig.Gateway;
import dev.ordinal.rig.Rig;
import dev.ordinal.rig.User;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// How long a set of three pods waits beside others that keep the controller busy: `make
/// bench-fairness`. The arguments are the number of samples and of pods of the huge set, and `sim`
/// for the simulated cluster, which has neither the native controller nor admission.
public final class FairnessBench {
  private static final Duration PATIENCE = Duration.ofMinutes(15);
  private static final int AT_A_TIME = 4;

  private final Rig rig;
  private final Path folder;
  private final int enough;
  private final List<String> rows = new ArrayList<>();

  private FairnessBench(Rig rig, Path folder, int enough) {
    this.rig = rig;
    this.folder = folder;
    this.enough = enough;
  }

  public static void main(String[] arguments) throws IOException {
    var enough = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 100;
    var pods = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5000;
    var kind = arguments.length > 2 ? ClusterKind.SIM : ClusterKind.REAL;
    try (var rig = Rig.start(kind, line -> {})) {
      var bench = new FairnessBench(rig, Files.createTempDirectory("ordinal-fairness"), enough);
      try (var _ = bench.controller(rig.plane().kubeconfig(User.ORDINAL))) {
        bench.warmUp();
        bench.alone();
        if (kind == ClusterKind.REAL) {
          bench.besideFailingSet();
          bench.besideSlowWebhook();
        }
        bench.besideChurn();
        bench.besideHugeSet(pods);
      }
      bench.withSlowServer();
      bench.print();
    }
  }

  private ControllerProcess controller(Path kubeconfig) {
    return ControllerProcess.start(folder.resolve("controller.log"), "--kubeconfig=" + kubeconfig);
  }

  /// A new process is slow; that is not what is measured.
  private void warmUp() {
    var small = small();
    for (var i = 0; i < 5; i++) {
      small.takeOurs(AT_A_TIME);
    }
  }

  private SmallSets small() {
    return new SmallSets(rig.enter("shop"));
  }

  private void alone() {
    var small = small();
    row("alone", small, small.take(enough, AT_A_TIME, () -> true));
  }

  /// In the namespace of the small sets.
  private void besideFailingSet() {
    var small = small();
    var path = Owner.OURS.path(small.cluster().namespace());
    try (var _ = WriteBan.on(rig, "failing")) {
      create(path, "failing", 50);
      awaitRefusals(small.cluster());
      row("a set whose every write fails", small, small.take(enough, AT_A_TIME, () -> true));
      delete(path, "failing");
    }
  }

  private void awaitRefusals(Cluster cluster) {
    Await.until(
        "refused writes",
        PATIENCE,
        () ->
            cluster.audit().by(User.ORDINAL).writes().entries().stream()
                .anyMatch(entry -> entry.name().startsWith("failing") && entry.code() >= 400));
  }

  private void besideSlowWebhook() {
    var slow = rig.enter("slow").namespace();
    try (var webhook = SlowWebhook.start(rig, slow, Duration.ofSeconds(3))) {
      for (var i = 0; i < 40; i++) {
        create(Owner.OURS.path(slow), "web" + i, 50);
      }
      Await.until("late answers", PATIENCE, () -> webhook.asked() > 10);
      var small = small();
      var before = webhook.asked();
      var samples = small.take(enough, AT_A_TIME, () -> true);
      row(
          "40 sets of 50 pods in a namespace whose webhook takes 3 s (%d late answers)"
              .formatted(webhook.asked() - before),
          small,
          samples);
    }
    removeNamespace(slow);
  }

  private void besideChurn() {
    var busy = rig.enter("busy").namespace();
    var small = small();
    try (var churn = Churn.start(rig.api(), busy, 1000)) {
      Await.until("sets that are gone again", PATIENCE, () -> churn.deleted() > 50);
      var samples = small.take(enough, AT_A_TIME, () -> true);
      row("sets that come and go (" + churn.rate() + ")", small, samples);
    }
    removeNamespace(busy);
  }

  /// In the namespace of the small sets.
  private void besideHugeSet(int pods) {
    var small = small();
    var sets = Owner.OURS.path(small.cluster().namespace());
    create(sets, "huge", pods);
    BooleanSupplier isBusy = () -> !isDone(sets + "/huge");
    var creation = small.take(enough, AT_A_TIME, isBusy);
    row("the creation of %,d pods".formatted(pods), small, creation);
    Await.until("the huge set", PATIENCE, () -> isDone(sets + "/huge"));
    Api.required(
        rig.api().patch(sets + "/huge", Api.Merge.PLAIN, Owner.change("huge", "app:2")),
        "changing the huge set");
    var rollout = small.take(enough, AT_A_TIME, isBusy);
    row("the rollout of %,d pods".formatted(pods), small, rollout);
    removeNamespace(small.cluster().namespace());
  }

  /// Few samples, all at once: each takes half a minute or more.
  private void withSlowServer() throws IOException {
    var few = Math.max(AT_A_TIME, enough / 10);
    for (var seconds : List.of(0, 5)) {
      try (var gateway = Gateway.open(rig.plane(), (_, uri) -> passLate(uri, seconds));
          var _ =
              controller(
                  gateway.kubeconfig(
                      rig.plane().kubeconfig(User.ORDINAL), folder.resolve("late.kubeconfig")))) {
        var small = small();
        small.takeOurs(1);
        row(
            "nothing, each answer takes %d s (through a proxy)".formatted(seconds),
            small,
            small.take(few, few, () -> true));
        var others = rig.enter("others").namespace();
        for (var i = 0; i < 40; i++) {
          create(Owner.OURS.path(others), "web" + i, 10);
        }
        row(
            "the creation of 40 sets of 10 pods, each answer takes %d s".formatted(seconds),
            small,
            small.take(few, few, () -> true));
        removeNamespace(others);
      }
    }
  }

  private static boolean passLate(String uri, int seconds) {
    if (!uri.contains("watch=")) {
      var late = CompletableFuture.delayedExecutor(seconds, TimeUnit.SECONDS);
      CompletableFuture.runAsync(() -> {}, late).join();
    }
    return true;
  }

  private void create(String sets, String name, int pods) {
    Api.required(
        rig.api().create(sets, Owner.OURS.set(name, pods, "Parallel")), "creating " + name);
  }

  private void delete(String sets, String name) {
    Api.required(rig.api().delete(sets + "/" + name, Json.EMPTY), "deleting " + name);
  }

  private boolean isDone(String path) {
    return rig.api().find(path).filter(SmallSets::isDone).isPresent();
  }

  /// The next measurement finds a quiet cluster.
  private void removeNamespace(String name) {
    var path = "/api/v1/namespaces/" + name;
    Api.required(rig.api().delete(path, Json.EMPTY), "deleting namespace " + name);
    Await.until("the end of " + name, PATIENCE, () -> rig.api().find(path).isEmpty());
  }

  private void row(String beside, SmallSets small, List<Sample> samples) {
    var audit = small.cluster().audit();
    for (var owner : Owner.values()) {
      var latencies = Latencies.of(samples, owner, audit);
      if (latencies.size() > 0) {
        var row =
            "| %s | %s | %d | %s |"
                .formatted(
                    beside,
                    owner == Owner.OURS ? "ours" : "native",
                    latencies.size(),
                    String.join(" | ", latencies.cells()));
        rows.add(row);
        System.err.println(row);
      }
    }
  }

  private void print() {
    System.out.println(
        """
        | beside | controller | samples | created | changed | first write | reaction |
        |---|---|---|---|---|---|---|""");
    rows.forEach(System.out::println);
  }
}
