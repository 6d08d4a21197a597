package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.OnRealCluster;
import dev.ordinal.rig.User;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The commands of the runbooks run as they are written, while there is something to look at.
@OnRealCluster("the simulated cluster has neither webhooks nor permissions to ask for")
class RunbookIT {
  private static final Pattern BLOCK = Pattern.compile("```sh\\n(.*?)```", Pattern.DOTALL);

  private final Cluster cluster;
  private final Path folder;

  RunbookIT(Cluster cluster, @TempDir Path folder) {
    this.cluster = cluster;
    this.folder = folder;
  }

  private static List<String> commands() throws IOException {
    return BLOCK
        .matcher(Files.readString(Path.of("docs/operations/alerts.md")))
        .results()
        .flatMap(block -> block.group(1).lines())
        .filter(line -> line.startsWith("kubectl "))
        .distinct()
        .toList();
  }

  @Test
  void commandsOfTheRunbooksRun() throws IOException, InterruptedException {
    try (var realm = Realm.open(cluster, folder)) {
      cluster.apply(
          Realm.manifest(
              "web",
              1,
              "progressDeadlineSeconds: 3",
              "{containers: [{name: a, image: missing:1}]}"));
      realm.await(
          "a stalled set",
          () ->
              realm
                  .condition("web", "Stalled")
                  .filter(found -> Realm.isStatus(found, "True"))
                  .isPresent());

      assertThat(commands()).hasSizeGreaterThan(12);
      for (var command : commands()) {
        var said = run(command);
        assertThat(said).as(command).startsWith("exit 0\n");
      }
      assertThat(
              run(
                  commands().stream()
                      .filter(line -> line.contains("holds"))
                      .findFirst()
                      .orElseThrow()))
          .contains("web-0\t", "PodNotAvailable");
    }
  }

  /// The exit code and all output of a command.
  private String run(String command) throws IOException, InterruptedException {
    var wrapper = folder.resolve("kubectl");
    Files.writeString(
        wrapper,
        "#!/bin/sh\nexec %s --kubeconfig=%s \"$@\"\n"
            .formatted(cluster.rig().plane().kubectl(), cluster.kubeconfig(User.ADMIN)));
    assertThat(wrapper.toFile().setExecutable(true)).isTrue();
    var builder = new ProcessBuilder("bash", "-c", command).redirectErrorStream(true);
    var environment = builder.environment();
    environment.put("PATH", folder + ":" + environment.get("PATH"));
    environment.put("NAMESPACE", cluster.namespace());
    environment.put("SET", "web");
    var process = builder.start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return "exit " + process.waitFor() + "\n" + said;
  }
}
