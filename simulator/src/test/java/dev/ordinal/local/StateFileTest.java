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
        var visitor = new Visitor(cluster)) {
      var made = visitor.create(MAPS, "{\"metadata\": {\"name\": \"kept\"}}").object("metadata");
      first = made.text("resourceVersion");
      uid = made.text("uid");
    }
    try (var cluster = start();
        var visitor = new Visitor(cluster)) {
      var kept = visitor.get(MAPS + "/kept").object("metadata");
      assertThat(kept.text("uid")).isEqualTo(uid);
      assertThat(kept.text("resourceVersion")).isEqualTo(first);

      var next = visitor.create(MAPS, "{\"metadata\": {\"name\": \"new\"}}").object("metadata");
      assertThat(Long.parseLong(next.text("resourceVersion"))).isGreaterThan(Long.parseLong(first));
      assertThat(next.text("uid")).isNotEqualTo(uid);
    }
  }

  @Test
  void appliedFieldsAreKeptToo() {
    var path = MAPS + "/owned?fieldManager=me&force=true";
    try (var cluster = start();
        var visitor = new Visitor(cluster)) {
      apply(visitor, path, "{\"a\": \"1\", \"b\": \"2\"}");
    }
    try (var cluster = start();
        var visitor = new Visitor(cluster)) {
      apply(visitor, path, "{\"a\": \"1\"}");
      assertThat(visitor.get(MAPS + "/owned").object("data").members()).containsOnlyKeys("a");
    }
  }

  private static void apply(Visitor visitor, String path, String entries) {
    var body =
        "{\"apiVersion\": \"v1\", \"kind\": \"ConfigMap\", \"metadata\": {\"name\": \"owned\"}, \"data\": %s}"
            .formatted(entries);
    var reply =
        visitor.send(
            visitor
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
        var visitor = new Visitor(cluster)) {
      visitor.create(MAPS, "{\"metadata\": {\"name\": \"kept\"}}");
    }
    try (var cluster = LocalCluster.start(LocalOptions.usual());
        var visitor = new Visitor(cluster)) {
      assertThat(visitor.get(MAPS + "/kept").text("reason")).isEqualTo("NotFound");
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
        .message()
        .startsWith("The state in ")
        .contains("cannot be read: Unrecognized token 'garbage'")
        .doesNotContain("\n")
        .doesNotContain("REDACTED");
  }

  @Test
  void aFolderThatIsAFileIsRefusedInWords() throws IOException {
    var file = Files.writeString(folder.resolve("file"), "");
    assertThatThrownBy(() -> LocalCluster.start(LocalOptions.usual().folder(file)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "The state cannot be kept in %s: there is a file of this name, not a folder", file);
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
