package dev.ordinal.command;

import dev.ordinal.api.FeatureGates;
import dev.ordinal.command.log.LogOptions;
import dev.ordinal.command.memory.FullCollections;
import dev.ordinal.kube.Controller;
import dev.ordinal.kube.beside.KruiseGuard;
import dev.ordinal.kube.beside.KruiseSigns;
import dev.ordinal.kube.http.Api;
import dev.ordinal.kube.http.Connection;
import dev.ordinal.kube.lead.Candidate;
import dev.ordinal.kube.lead.Presence;
import dev.ordinal.kube.metrics.Metrics;
import dev.ordinal.kube.serve.StatusServer;
import dev.ordinal.kube.watch.Reflector;
import dev.ordinal.run.lead.LeaderElection;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `ordinal controller`
@Command(name = "controller", description = "Run the controller until it is stopped.")
public final class ControllerCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger("ordinal");

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description = "The kubeconfig to use. Default: KUBECONFIG, ~/.kube/config, or in-cluster.")
  private @Nullable Path kubeconfig;

  @Option(
      names = "--context",
      paramLabel = "NAME",
      description = "The context of the kubeconfig. Default: its current one.")
  private @Nullable String context;

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAME",
      description = "Manage the sets and jobs of this namespace only. Default: the whole cluster.")
  private @Nullable String namespace;

  @Option(
      names = "--feature-gates",
      paramLabel = "NAME=true|false",
      description =
          "Switch features on or off for all sets and jobs: NAME=true,OTHER=false. Names as in"
              + " OpenKruise.")
  private List<String> featureGates = List.of();

  @Option(
      names = "--beside-kruise",
      description =
          "Act although kruise-manager runs in this cluster. Only where the two look after"
              + " different namespaces.")
  private boolean isBesideKruise;

  @Mixin private final ElectionOptions election = new ElectionOptions();

  @Mixin private final StatusOptions status = new StatusOptions();

  @Mixin private final WebhookOptions webhook = new WebhookOptions();

  @Mixin private final LogOptions log = new LogOptions();

  @Override
  public Integer call() throws InterruptedException {
    try (var _ = log.apply()) {
      return run();
    }
  }

  private int run() throws InterruptedException {
    var gates = FeatureGates.parse(featureGates);
    gates.remarks().forEach(LOG::warn);
    var options =
        new Connection.Options(
            Optional.ofNullable(kubeconfig),
            Optional.ofNullable(context),
            Optional.ofNullable(namespace));
    var metrics = status.metrics();
    webhook.check();
    var stop = new CountDownLatch(1);
    var stopped = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> ShutdownHook.awaitStop(stop, stopped)));
    var settings = Reflector.Settings.defaults(new ReadFaultLog(LOG::error, LOG::info));
    try (var _ = FullCollections.start();
        var connection = Connection.open(options, Version.number());
        var guard =
            new KruiseGuard(new KruiseSigns(connection.api()), metrics.beside(), isBesideKruise)) {
      Candidate.Maker maker =
          (api, mayAct) ->
              new Controller(
                  api,
                  new Controller.Scope(
                      options.namespace(),
                      gates.on(),
                      () -> guard.mayAct() && mayAct.getAsBoolean()),
                  settings,
                  metrics);
      var scope = new WebhookOptions.Scope(options.namespace(), gates.on());
      var process = new ControllerRun(connection, maker, metrics, guard, stop, scope);
      if (election.isElected(connection)) {
        lead(process);
      } else {
        runAlone(process);
      }
    } finally {
      stopped.countDown();
    }
    return 0;
  }

  /// What both ways to run a controller need.
  private record ControllerRun(
      Connection connection,
      Candidate.Maker maker,
      Metrics metrics,
      KruiseGuard guard,
      CountDownLatch stop,
      WebhookOptions.Scope scope) {}

  private void lead(ControllerRun run) throws InterruptedException {
    var connection = run.connection();
    try (var own = connection.another(election.requestTimeout());
        var candidate =
            new Candidate(
                connection.api(),
                new Candidate.Seat(
                    election.lease(connection, own, managed()),
                    new LeaderElection(ElectionOptions.identity(), election.settings())),
                run.metrics().leader(),
                run.maker());
        var admission = admission(run, candidate.controller());
        var port =
            status
                .serve(connection, candidate.controller(), run.metrics(), admission)
                .orElse(null)) {
      candidate.start();
      run.guard().start(candidate.controller());
      await(run, port);
      // The next leader need not wait for the last scrape.
      candidate.handOver();
    }
  }

  private void runAlone(ControllerRun run) throws InterruptedException {
    var connection = run.connection();
    try (var own = connection.another(election.requestTimeout());
        var controller = run.maker().make(connection.api(), () -> true);
        var admission = admission(run, controller);
        var port = status.serve(connection, controller, run.metrics(), admission).orElse(null);
        var presence =
            new Presence(
                election.presence(connection, own, managed()), ElectionOptions.identity())) {
      controller.start();
      run.guard().start(controller);
      presence.start();
      await(run, port);
    }
  }

  private WebhookOptions.@Nullable Running admission(ControllerRun run, Controller controller) {
    return webhook.serve(run.connection(), controller, run.metrics(), run.scope()).orElse(null);
  }

  private void await(ControllerRun run, @Nullable StatusServer port) throws InterruptedException {
    var api = run.connection().api();
    LOG.info("ordinal {} watches {}", Version.number(), watched(api.peer().server()));
    StatusOptions.log(port);
    findMissing(api).ifPresent(LOG::warn);
    run.stop().await();
    LOG.info("stopping");
  }

  private Optional<String> managed() {
    return Optional.ofNullable(namespace);
  }

  private String watched(String server) {
    return namespace == null
        ? "all namespaces of " + server
        : "namespace %s of %s".formatted(namespace, server);
  }

  private Optional<String> findMissing(Api api) {
    return namespace == null ? Optional.empty() : findMissing(api, namespace);
  }

  /// A namespace that may not be read, or not now, may well exist.
  static Optional<String> findMissing(Api api, String namespace) {
    var path = "/api/v1/namespaces/" + URLEncoder.encode(namespace, StandardCharsets.UTF_8);
    try {
      return api.send(Api.Request.get(path)).code() == 404
          ? Optional.of(
              "There is no namespace %s: the controller has nothing to do until it is created."
                  .formatted(namespace))
          : Optional.empty();
    } catch (Api.Unreachable _) {
      return Optional.empty();
    }
  }
}
