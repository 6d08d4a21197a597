package dev.ordinal.cli;

import dev.ordinal.command.ShutdownHook;
import dev.ordinal.command.Version;
import dev.ordinal.kube.http.Connection;
import dev.ordinal.model.common.PlainText;
import dev.ordinal.web.Dashboard;
import dev.ordinal.web.DashboardOptions;
import dev.ordinal.web.act.Faults;
import dev.ordinal.web.live.ClusterClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `ordinal dashboard`
@Command(
    name = "dashboard",
    description = "Show the sets of a cluster live in the browser, until Ctrl-C.")
final class DashboardCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger("ordinal");

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description = "The kubeconfig of the cluster. Default: KUBECONFIG or ~/.kube/config.")
  private @Nullable Path kubeconfig;

  @Option(
      names = "--context",
      paramLabel = "NAME",
      description = "The context of the kubeconfig. Default: its current one.")
  private @Nullable String context;

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAME",
      description = "Show the sets of this namespace only. Default: of all namespaces.")
  private @Nullable String namespace;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      converter = Numbers.Port.class,
      description = "The port to listen on. Default: any free one.")
  private int port;

  @Option(
      names = "--listen",
      paramLabel = "ADDRESS",
      description = "The address to listen on. Default: loopback only.")
  private @Nullable String listen;

  @Option(
      names = "--origin",
      paramLabel = "URL",
      description =
          "Where browsers reach it besides the address it listens on:"
              + " https://ordinal.example.com. May be given several times.")
  private List<String> origins = List.of();

  @Option(
      names = "--user-tokens",
      description =
          "Users sign in with a token of the cluster, and have its rights. For use in a cluster;"
              + " read-only unless --allow-changes is given. Default: a link that works once, with"
              + " the rights of the kubeconfig.")
  private boolean isForTokens;

  @Option(names = "--read-only", description = "Refuse all changes.")
  private boolean isReadOnly;

  @Option(
      names = "--allow-changes",
      description = "With --user-tokens: let users make the changes that their rights allow.")
  private boolean allowsChanges;

  @Option(names = "--until-input-ends", hidden = true, description = "End with the parent.")
  private boolean endsWithInput;

  @Override
  public Integer call() throws InterruptedException {
    var stop = new CountDownLatch(1);
    var stopped = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> ShutdownHook.awaitStop(stop, stopped)));
    try (var connection = Connection.open(connection(), Version.number());
        var clock = ClusterClock.of(new Faults(connection.api())::offer);
        var dashboard = start(connection, clock)) {
      if (isForTokens) {
        tell("The dashboard listens on port %d.".formatted(dashboard.port()));
      }
      if (endsWithInput) {
        Thread.ofVirtual().start(() -> awaitEnd(stop));
      }
      stop.await();
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "Port %d cannot be used (%s): choose another with --port."
              .formatted(port, e.getMessage()),
          e);
    } finally {
      stopped.countDown();
    }
    return 0;
  }

  private Dashboard start(Connection connection, ClusterClock clock) throws IOException {
    var options = options();
    var serving = new Dashboard.Serving(options, Version.number(), clock);
    if (isForTokens) {
      return Dashboard.byToken(serving, connection::withToken);
    }
    if (!options.address().isLoopbackAddress()) {
      LOG.warn(
          "The dashboard listens on {} without encryption: its link can be read on the way.",
          options.address().getHostAddress());
    }
    return Dashboard.byLink(connection, serving, this::showLink);
  }

  private void showLink(String link) {
    tell(link);
  }

  private void tell(String line) {
    spec.commandLine().getOut().println(line);
    spec.commandLine().getOut().flush();
  }

  private static void awaitEnd(CountDownLatch stop) {
    try (var in = System.in) {
      while (in.read() >= 0) {
        // The parent writes nothing.
      }
    } catch (IOException _) {
      // Ended as well.
    }
    stop.countDown();
  }

  private DashboardOptions options() {
    if (isReadOnly && allowsChanges) {
      throw new IllegalArgumentException("Give --read-only or --allow-changes, not both.");
    }
    for (var origin : origins) {
      if (!origin.matches("https?://[\\w.:\\[\\]-]+")) {
        throw new IllegalArgumentException(
            "--origin %s is not an address such as https://ordinal.example.com."
                .formatted(PlainText.of(origin)));
      }
    }
    return new DashboardOptions(
        address(),
        port,
        origins,
        Optional.ofNullable(namespace),
        isReadOnly || (isForTokens && !allowsChanges));
  }

  private InetAddress address() {
    try {
      return listen == null ? InetAddress.getLoopbackAddress() : InetAddress.getByName(listen);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(
          "--listen needs an address of this machine, which %s is not.".formatted(listen), e);
    }
  }

  private Connection.Options connection() {
    return new Connection.Options(
        Optional.ofNullable(kubeconfig), Optional.ofNullable(context), Optional.empty());
  }
}
