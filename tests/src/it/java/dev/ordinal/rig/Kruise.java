package dev.ordinal.rig;

import dev.ordinal.model.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The real kruise-manager beside a real control plane, installed from its own manifests, with its
/// webhooks. Nothing else of the manifests runs: the Deployment has no controller here.
public final class Kruise implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final String HOME = "kruise-system";

  private final Rig rig;
  private final Path binary;
  private final Path certificates;
  private final List<String> more;
  private Component process;

  private Kruise(Rig rig, Path binary, List<String> more) {
    this.rig = rig;
    this.binary = binary;
    this.more = more;
    this.certificates = rig.plane().folder().resolve("kruise-certificates");
    this.process = launch();
  }

  /// Applies its manifests, as an administrator does, and returns when it serves. `more` are flags
  /// beside those that the rig needs.
  public static Kruise install(Rig rig, String... more) {
    var folder = Binaries.kruise();
    var kubectl = rig.kubectl(User.ADMIN, HOME);
    var manifests =
        kubectl.require("", List.of("kustomize", folder.resolve("config/default").toString()));
    kubectl.require(manifests, List.of("create", "-f", "-"));
    return new Kruise(rig, folder.resolve("kruise-manager"), List.of(more));
  }

  /// Runs it, for the first time or after [#stop].
  private Component launch() {
    var command =
        new ArrayList<>(
            List.of(
                "/usr/bin/env",
                "WEBHOOK_HOST=localhost",
                "WEBHOOK_PORT=" + port(),
                "WEBHOOK_CERT_DIR=" + certificates,
                "KUBECONFIG=" + rig.plane().kubeconfig(User.KRUISE),
                binary.toString(),
                "--enable-leader-election=false",
                "--enable-pprof=false",
                "--metrics-addr=127.0.0.1:" + port(),
                "--health-probe-addr=127.0.0.1:" + port()));
    command.addAll(more);
    var started = Component.start("kruise-manager", rig.plane().folder(), command);
    awaitWebhooks(started);
    return started;
  }

  private static int port() {
    try (var free = ControlPlane.freePort()) {
      return free.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException("no port for kruise-manager", e);
    }
  }

  public long pid() {
    return process.process().pid();
  }

  public void startAgain() {
    process = launch();
  }

  /// It serves when its webhook changes a set.
  private void awaitWebhooks(Component started) {
    var kubectl = rig.kubectl(User.ADMIN, "default");
    Await.until(
        "the webhooks of kruise-manager",
        PATIENCE,
        () -> {
          started.requireAlive();
          return kubectl
              .run(PROBE, List.of("create", "--dry-run=server", "-o", "yaml", "-f", "-"))
              .out()
              .contains("terminationMessagePath");
        });
  }

  private static final String PROBE =
      """
      apiVersion: apps.kruise.io/v1beta1
      kind: StatefulSet
      metadata: {name: probe}
      spec:
        selector: {matchLabels: {app: probe}}
        template:
          metadata: {labels: {app: probe}}
          spec: {containers: [{name: app, image: "app:1"}]}
      """;

  /// Ends the process alone: its webhooks stay registered without a server.
  public void stop() {
    process.terminate();
    process.awaitEnd(Duration.ofSeconds(20));
  }

  /// SIGKILL: what it had begun stays as it is.
  public void kill() {
    process.process().destroyForcibly();
    process.awaitEnd(Duration.ofSeconds(20));
  }

  /// Lets requests pass that its webhooks would answer if it ran. It takes this back when it starts
  /// again.
  public void releaseWebhooks() {
    for (var kind : List.of("mutating", "validating")) {
      var path =
          "/apis/admissionregistration.k8s.io/v1/%swebhookconfigurations/kruise-%s-webhook-configuration"
              .formatted(kind, kind);
      var webhooks =
          rig.api().find(path).orElseThrow().items("webhooks").stream()
              .map(each -> ((Json.Obj) each).with("failurePolicy", Json.of("Ignore")))
              .toList();
      Api.required(
          rig.api().patch(path, Api.Merge.PLAIN, Json.of("webhooks", Json.of(webhooks))), path);
    }
  }

  @Override
  public void close() {
    stop();
  }
}
