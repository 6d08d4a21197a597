package dev.ordinal.cli;

import dev.ordinal.api.FeatureGates;
import dev.ordinal.kube.Connection;
import dev.ordinal.kube.Controller;
import dev.ordinal.kube.Reflector;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `ordinal controller`
@Command(name = "controller", description = "Run the controller until it is stopped.")
final class ControllerCommand implements Callable<Integer> {
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

  @Override
  public Integer call() throws InterruptedException {
    var gates = FeatureGates.parse(featureGates);
    gates.remarks().forEach(LOG::warn);
    var options =
        new Connection.Options(
            Optional.ofNullable(kubeconfig),
            Optional.ofNullable(context),
            Optional.ofNullable(namespace));
    var stop = new CountDownLatch(1);
    var stopped = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> Farewell.say(stop, stopped)));
    try (var connection = Connection.open(options, VersionCommand.version());
        var controller =
            new Controller(
                connection.api(),
                options.namespace(),
                gates.on(),
                Reflector.Habits.usual(new ReadFaultLog(LOG::error, LOG::info)))) {
      controller.start();
      LOG.info("ordinal {} watches {}", VersionCommand.version(), connection.api().peer().server());
      stop.await();
      LOG.info("stopping");
    } finally {
      stopped.countDown();
    }
    return 0;
  }
}
