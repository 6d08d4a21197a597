package dev.ordinal.cli.bundle;

import dev.ordinal.command.Version;
import dev.ordinal.kube.http.Connection;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `ordinal bundle`
@Command(
    name = "bundle",
    description = "Collect what a bug report needs in one archive, without secrets.")
public final class BundleCommand implements Callable<Integer> {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

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
      description = "The namespace of the sets. Default: that of the context.")
  private @Nullable String namespace;

  @Option(
      names = {"-A", "--all-namespaces"},
      description = "The sets of all namespaces.")
  private boolean isForAll;

  @Option(
      names = "--metrics",
      paramLabel = "URL",
      description =
          "The controller's metrics, where they can be reached: http://localhost:8080/metrics.")
  private @Nullable URI metrics;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "The archive to write. Default: ordinal-bundle-<time>.zip, here.")
  private @Nullable Path output;

  @Override
  public Integer call() {
    if (isForAll && namespace != null) {
      throw new IllegalArgumentException(
          "Give --namespace or --all-namespaces, not both: the first is one of the second.");
    }
    var options =
        new Connection.Options(
            Optional.ofNullable(kubeconfig),
            Optional.ofNullable(context),
            Optional.ofNullable(namespace));
    try (var connection = Connection.open(options, Version.number())) {
      var place = isForAll ? Optional.<String>empty() : Optional.of(connection.namespace());
      var now = Instant.now();
      var bundle = new Bundle(connection.api(), place, now);
      var found = bundle.collect();
      bundle.addVersions(Version.number());
      var unread = new ArrayList<>(found.unread());
      Optional.ofNullable(metrics).ifPresent(address -> addMetrics(address, bundle, unread));
      var file = Optional.ofNullable(output).orElseGet(() -> usualName(now));
      write(bundle.finished(unread), file);
      report(file, found, unread);
    }
    return 0;
  }

  private static Path usualName(Instant now) {
    return Path.of("ordinal-bundle-" + STAMP.format(now) + ".zip");
  }

  private static void addMetrics(URI address, Bundle bundle, List<String> unread) {
    try (var client = HttpClient.newBuilder().connectTimeout(TIMEOUT).build()) {
      var request = HttpRequest.newBuilder(address).timeout(TIMEOUT).build();
      var reply = client.send(request, BodyHandlers.ofString());
      if (reply.statusCode() == 200) {
        bundle.add("metrics.txt", reply.body());
      } else {
        unread.add("metrics: %s answered %d".formatted(address, reply.statusCode()));
      }
    } catch (IOException | IllegalArgumentException e) {
      unread.add("metrics: %s cannot be read: %s".formatted(address, e.getMessage()));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      unread.add("metrics: interrupted");
    }
  }

  private static void write(Archive archive, Path file) {
    try {
      archive.write(file);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "%s cannot be written (%s): give another --output.".formatted(file, e.getMessage()), e);
    }
  }

  private void report(Path file, Bundle.Summary found, List<String> unread) {
    var out = spec.commandLine().getOut();
    unread.forEach(line -> out.println("Could not read " + line));
    out.printf(
        "Wrote %s: sets %d, jobs %d. Its README.txt lists what was left out; read it before you send"
            + " it.%n",
        file, found.sets(), found.jobs());
  }
}
