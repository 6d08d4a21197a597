package dev.ordinal.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The state across restarts.
class StateFileTest {
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";

  @TempDir private Path folder;

  private LocalCluster start() {
    return LocalCluster.start(LocalOptions.usual().folder(folder));
  }

  @Test
  void objectsKeepTheirUidsAndVersionsAndTheCounterGoesOn() {
    var first = "";
    var uid = "";
    try (var cluster = start();
        var client = new LocalClient(cluster)) {
      var made = client.create(MAPS, "{\"metadata\": {\"name\": \"kept\"}}").object("metadata");
      first = made.text("resourceVersion");
      uid = made.text("uid");
    }
    try (var cluster = start();
        var client = new LocalClient(cluster)) {
      var kept = client.get(MAPS + "/kept").object("metadata");
      assertThat(kept.text("uid")).isEqualTo(uid);
      assertThat(kept.text("resourceVersion")).isEqualTo(first);

      var next = client.create(MAPS, "{\"metadata\": {\"name\": \"new\"}}").object("metadata");
      assertThat(Long.parseLong(next.text("resourceVersion"))).isGreaterThan(Long.parseLong(first));
      assertThat(next.text("uid")).isNotEqualTo(uid);
    }
  }

  @Test
  void appliedFieldsAreKeptToo() {
    var path = MAPS + "/owned?fieldManager=me&force=true";
    try (var cluster = start();
        var client = new LocalClient(cluster)) {
      apply(client, path, "{\"a\": \"1\", \"b\": \"2\"}");
    }
    try (var cluster = start();
        var client = new LocalClient(cluster)) {
      apply(client, path, "{\"a\": \"1\"}");
      assertThat(client.get(MAPS + "/owned").object("data").members()).containsOnlyKeys("a");
    }
  }

  private static void apply(LocalClient client, String path, String entries) {
    var body =
        "{\"apiVersion\": \"v1\", \"kind\": \"ConfigMap\", \"metadata\": {\"name\": \"owned\"}, \"data\": %s}"
            .formatted(entries);
    var reply =
        client.send(
            client
                .request(path)
                .header("Content-Type", "application/apply-patch+yaml")
                .method("PATCH", BodyPublishers.ofString(body)));
    assertThat(reply.statusCode()).isLessThan(300);
  }

  @Test
  void twoClustersDoNotShareAFolder() {
    try (var cluster = start()) {
      assertThat(cluster.address()).isNotEmpty();
      assertThatThrownBy(this::start)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "Another `ordinal up` keeps its state in %s: end it, or choose another folder with --data.",
              folder);
    }
    start().close();
  }

  @Test
  void withoutAFolderEverythingIsForgotten() {
    try (var cluster = LocalCluster.start(LocalOptions.usual());
        var client = new LocalClient(cluster)) {
      client.create(MAPS, "{\"metadata\": {\"name\": \"kept\"}}");
    }
    try (var cluster = LocalCluster.start(LocalOptions.usual());
        var client = new LocalClient(cluster)) {
      assertThat(client.get(MAPS + "/kept").text("reason")).isEqualTo("NotFound");
    }
  }

  @Test
  void aFileThatIsNoStateIsRefusedInWords() throws IOException {
    Files.writeString(folder.resolve("cluster.json"), "{}");
    assertThatThrownBy(this::start)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("is not the state of a simulated cluster.");
  }

  @Test
  void aFileThatIsNoJsonIsRefusedInOneLine() throws IOException {
    Files.writeString(folder.resolve("cluster.json"), "{\"format\": garbage}");
    assertThatThrownBy(this::start)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "The state in %s is damaged at line 1, column 12: remove the file to start anew, or choose another folder with --data.",
            folder.resolve("cluster.json"));
  }

  @Test
  void aFolderThatIsAFileIsRefusedInWords() throws IOException {
    var file = Files.writeString(folder.resolve("file"), "");
    assertThatThrownBy(() -> LocalCluster.start(LocalOptions.usual().folder(file)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "The state cannot be kept in %s (there is a file of this name, not a folder): choose another folder with --data.",
            file);
  }

  @Test
  void aKubeconfigThatCannotBeWrittenIsRefusedInWordsAndLeavesNothingRunning() throws IOException {
    var file = Files.writeString(folder.resolve("file"), "");
    var options = LocalOptions.usual().folder(folder.resolve("data"));
    var kubeconfig = file.resolve("kubeconfig");
    assertThatThrownBy(() -> LocalCluster.start(options.kubeconfig(kubeconfig)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("The kubeconfig cannot be written to " + kubeconfig + " (")
        .hasMessageEndingWith("): choose another file with --kubeconfig.");

    // The folder is free again.
    LocalCluster.start(options).close();
  }

  @Test
  void nodesAreThoseThatWereKept() {
    try (var cluster = start()) {
      assertThat(cluster.nodes()).isEqualTo(4);
    }
    var none = Optional.<Path>empty();
    var one = new LocalOptions(1, 1, 1, 0, Optional.empty(), none, Optional.of(folder));
    try (var cluster = LocalCluster.start(one)) {
      assertThat(cluster.nodes()).isEqualTo(4);
    }
  }
}
