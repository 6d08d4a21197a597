package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.ControllerProcess;
import dev.ordinal.rig.OnCluster;
import dev.ordinal.rig.User;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The log as programs read it, and what must not be in it.
@OnCluster
class LogIT {
  private static final String SECRET = "hunter2-3f9c";

  private final Cluster cluster;
  private final Path folder;

  LogIT(Cluster cluster, @TempDir Path folder) {
    this.cluster = cluster;
    this.folder = folder;
  }

  private ControllerProcess start(String... flags) {
    var all = new java.util.ArrayList<>(List.of(flags));
    all.add("--kubeconfig=" + cluster.kubeconfig(User.ORDINAL));
    all.add("--namespace=" + cluster.namespace());
    return ControllerProcess.start(folder.resolve("log"), all.toArray(String[]::new));
  }

  private static String secretive(String name, int replicas, String image) {
    return """
        apiVersion: apps.kruise.io/v1beta1
        kind: StatefulSet
        metadata: {name: %1$s, annotations: {example.com/note: "%4$s"}}
        spec:
          replicas: %2$d
          serviceName: %1$s
          selector: {matchLabels: {app: %1$s}}
          podManagementPolicy: Parallel
          updateStrategy: {rollingUpdate: {podUpdatePolicy: InPlaceIfPossible}}
          volumeClaimTemplates:
          - metadata: {name: disk, annotations: {example.com/note: "%4$s"}}
            spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
          template:
            metadata: {labels: {app: %1$s}, annotations: {example.com/note: "%4$s"}}
            spec:
              readinessGates: [{conditionType: InPlaceUpdateReady}]
              containers:
              - name: app
                image: "%3$s"
                imagePullPolicy: Always
                command: [run, "--password=%4$s"]
                args: ["%4$s"]
                env: [{name: PASSWORD, value: "%4$s"}]
        """
        .formatted(name, replicas, image, SECRET);
  }

  private void awaitText(ControllerProcess controller, String text) {
    try {
      cluster.await(text, Duration.ofMinutes(1), () -> controller.log().contains(text));
    } catch (AssertionError e) {
      throw new AssertionError(controller.log(), e);
    }
  }

  private List<Json.Obj> lines(ControllerProcess controller) {
    return controller.log().lines().map(LogIT::object).toList();
  }

  private static Json.Obj object(String line) {
    try {
      return JsonBytes.readObject(line.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("not JSON: " + line, e);
    }
  }

  @Test
  void jsonHasOneObjectForEachLineWithFieldsAndNoSecret() {
    try (var controller = start("--log-format=json", "--log-level=debug")) {
      cluster.apply(secretive("web", 2, "app:1"));
      cluster.kubectl("wait", "asts/web", "--for=condition=Ready", "--timeout=240s");
      cluster.apply(secretive("web", 2, "app:2"));
      awaitText(controller, " wrote the new template to pod web-0");
      cluster.kubectl("wait", "asts/web", "--for=condition=Ready", "--timeout=240s");
      cluster.apply(secretive("web", 2, "app:never-ready").replace("1Gi", "2Gi"));
      awaitText(controller, "\"hold\":\"PodNotAvailable\"");
      // Refused by the dry run of its template.
      cluster.apply(secretive("web", 1, "app:4").replace("Always", "Sometimes"));
      awaitText(controller, "\"reason\":\"TemplateRefused\"");
      assertThat(controller.stop()).isZero();

      assertThat(lines(controller))
          .allSatisfy(
              line -> {
                assertThat(line.text("time")).matches("2\\d{3}-.*T.*Z");
                assertThat(line.text("level")).matches("error|warn|info|debug");
                assertThat(line.text("msg")).isNotEmpty();
              });
      var created = line(controller, "created pod web-0 ");
      assertThat(created.text("namespace")).isEqualTo(cluster.namespace());
      assertThat(created.text("set")).isEqualTo("web");
      assertThat(created.text("pod")).isEqualTo("web-0");
      assertThat(created.find("ordinal")).isEqualTo(Optional.of(Json.of(0)));
      assertThat(created.text("revision")).startsWith("web-");
      assertThat(controller.log()).contains("plan:").doesNotContain(SECRET).doesNotContain("token");
    }
  }

  private Json.Obj line(ControllerProcess controller, String text) {
    return lines(controller).stream()
        .filter(line -> line.text("msg").contains(text))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no line with " + text));
  }

  @Test
  void levelFollowsAFileWhileTheControllerRuns() throws IOException {
    var level = Files.writeString(folder.resolve("level"), "warn\n");
    try (var controller = start("--log-level-file=" + level)) {
      cluster.apply(Realm.manifest("quiet", 1, ""));
      cluster.await("a pod", () -> cluster.isReady("quiet-0"));
      assertThat(controller.log()).doesNotContain("INFO");
      Files.writeString(level, "debug\n");
      cluster.await("the level", () -> controller.log().contains("The log level is debug now"));
      cluster.kubectl("scale", "asts", "quiet", "--replicas=2");
      cluster.await("a plan", () -> controller.log().contains("DEBUG"));
      Files.writeString(level, "loud\n");

      cluster.await("a remark", () -> controller.log().contains("The log level loud in " + level));
    }
  }
}
