package dev.ordinal.command;

import dev.ordinal.api.FeatureGates;
import dev.ordinal.command.log.LogOptions;
import dev.ordinal.kube.Controller;
import dev.ordinal.kube.http.Api;
import dev.ordinal.kube.http.Connection;
import dev.ordinal.kube.watch.Reflector;
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

  @Mixin private LogOptions log = new LogOptions();

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
    var stop = new CountDownLatch(1);
    var stopped = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> ShutdownHook.awaitStop(stop, stopped)));
    try (var connection = Connection.open(options, Version.number());
        var controller =
            new Controller(
                connection.api(),
                options.namespace(),
                gates.on(),
                Reflector.Settings.defaults(new ReadFaultLog(LOG::error, LOG::info)))) {
      controller.start();
      var server = connection.api().peer().server();
      LOG.info("ordinal {} watches {}", Version.number(), watched(server));
      findMissing(connection.api()).ifPresent(LOG::warn);
      stop.await();
      LOG.info("stopping");
    } finally {
      stopped.countDown();
    }
    return 0;
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
