package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.OnCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every manifest of `examples`: the pods it brings, and what a new image does to them.
@OnCluster
@TestInstance(Lifecycle.PER_CLASS)
class ExamplesIT {
  private static final Path FOLDER = Path.of("examples");
  private static final String JOB = "image-pull-job.yaml";

  private final Cluster cluster;
  private final Realm realm;

  ExamplesIT(Cluster cluster, @TempDir Path folder) {
    this.cluster = cluster;
    this.realm =
        Realm.open(cluster, folder, "--feature-gates=PreDownloadImageForInPlaceUpdate=true");
  }

  @AfterAll
  void close() {
    realm.close();
  }

  /// What becomes of the pods when the image changes.
  enum Fate {
    REPLACED,
    PATCHED,
    LEFT_ALONE
  }

  record Example(String file, String set, List<Integer> ordinals, Fate fate) {
    @Override
    public String toString() {
      return file;
    }

    List<String> pods() {
      return ordinals.stream().map(ordinal -> set + "-" + ordinal).sorted().toList();
    }
  }

  static List<Example> examples() {
    return List.of(
        new Example("grace-period.yaml", "gateway", List.of(0, 1), Fate.PATCHED),
        new Example("hooks.yaml", "queue", List.of(0, 1, 2), Fate.LEFT_ALONE),
        new Example("in-place.yaml", "store", List.of(0, 1, 2), Fate.PATCHED),
        new Example(
            "max-unavailable.yaml", "search", List.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9), Fate.REPLACED),
        new Example("parallel.yaml", "cache", List.of(0, 1, 2, 3, 4, 5), Fate.REPLACED),
        new Example("paused.yaml", "ledger", List.of(0, 1, 2), Fate.LEFT_ALONE),
        new Example("pre-download.yaml", "depot", List.of(0, 1, 2, 3, 4), Fate.PATCHED),
        new Example("priority-by-order.yaml", "shard", List.of(0, 1, 2), Fate.REPLACED),
        new Example("priority-by-weight.yaml", "db", List.of(0, 1, 2), Fate.REPLACED),
        new Example("reserved-ordinals.yaml", "broker", List.of(0, 2, 3, 4), Fate.REPLACED),
        new Example("retention.yaml", "scratch", List.of(0, 1), Fate.REPLACED),
        new Example("start-ordinal.yaml", "node", List.of(5, 6, 7), Fate.REPLACED),
        new Example(
            "streaming-scale-up.yaml",
            "worker",
            Stream.iterate(0, ordinal -> ordinal + 1).limit(20).toList(),
            Fate.REPLACED),
        new Example("tour.yaml", "tour", List.of(0, 1, 2), Fate.REPLACED),
        new Example("volume-growth.yaml", "archive", List.of(0, 1, 2), Fate.REPLACED),
        new Example("web.yaml", "web", List.of(0, 1, 2), Fate.REPLACED));
  }

  @Test
  void everyExampleIsTried() throws IOException {
    try (var files = Files.list(FOLDER)) {
      assertThat(files.map(file -> file.getFileName().toString()).filter(file -> !file.equals(JOB)))
          .containsExactlyInAnyOrderElementsOf(examples().stream().map(Example::file).toList());
    }
  }

  @Test
  void imageComesToEveryNode() {
    cluster.kubectl("apply", "-f", FOLDER.resolve(JOB).toString());
    realm.await(
        "the job to end",
        () ->
            cluster
                .kubectl("get", "imagepulljob", "preload", "-o", "jsonpath={.status.message}")
                .startsWith("done: "));

    assertThat(
            cluster.kubectl(
                "get", "imagepulljob", "preload", "-o", "jsonpath={.status.succeededNodes}"))
        .contains("node-0", "node-1", "node-2", "node-3");
  }

  /// The update waits, so that what is pulled is pulled ahead of it.
  @Test
  void newImageIsPulledAheadOfTheUpdate() {
    cluster.kubectl("apply", "-f", FOLDER.resolve("pre-download.yaml").toString());
    realm.awaitReady("depot");
    var paused = "{\"spec\": {\"updateStrategy\": {\"rollingUpdate\": {\"paused\": true}}}}";
    cluster.kubectl("patch", "asts", "depot", "--type=merge", "-p=" + paused);
    var patch =
        """
        [{"op": "replace", "path": "/spec/template/spec/containers/0/image", "value": "ahead:2"}]""";
    cluster.kubectl("patch", "asts", "depot", "--type=json", "-p=" + patch);

    realm.await("the job of the set to end", () -> job("{.status.message}").startsWith("done: "));
    assertThat(job("{.spec.image} {.spec.parallelism}")).isEqualTo("ahead:2 2");
    assertThat(cluster.kubectl("get", "pods", "-l=app=depot", "-o=jsonpath={..image}"))
        .doesNotContain("ahead:2");
    cluster.kubectl("delete", "asts", "depot");
  }

  /// Of the one job that the set has made; empty as long as there is none.
  private String job(String path) {
    var names =
        cluster
            .kubectl("get", "imagepulljobs", "-o=name")
            .lines()
            .filter(name -> name.contains("/depot-"))
            .toList();
    return names.isEmpty() ? "" : cluster.kubectl("get", names.getFirst(), "-o=jsonpath=" + path);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("examples")
  void exampleDoesWhatItSays(Example example) {
    cluster.kubectl("apply", "-f", FOLDER.resolve(example.file()).toString());
    realm.awaitReady(example.set());
    var before = realm.pods(example.set());
    assertThat(before.keySet()).containsExactlyElementsOf(example.pods());

    var patch =
        """
        [{"op": "replace", "path": "/spec/template/spec/containers/0/image", "value": "new:2"}]""";
    cluster.kubectl("patch", "asts", example.set(), "--type=json", "-p=" + patch);
    switch (example.fate()) {
      case REPLACED -> {
        realm.awaitReady(example.set());
        assertThat(realm.pods(example.set()).values()).doesNotContainAnyElementsOf(before.values());
        assertThat(images(example)).containsExactly("new:2");
      }
      case PATCHED -> {
        realm.awaitReady(example.set());
        assertThat(realm.pods(example.set())).isEqualTo(before);
        assertThat(images(example)).containsExactly("new:2");
      }
      case LEFT_ALONE -> {
        realm.await("a reason to wait", () -> isWaiting(example.set()));
        assertThat(realm.pods(example.set())).isEqualTo(before);
        assertThat(images(example)).doesNotContain("new:2");
      }
    }
  }

  /// A set that is paused is ready all the same, and says for what it waits.
  private boolean isWaiting(String set) {
    return realm.hasSeenNewestSpec(set)
        && realm
            .condition(set, "Ready")
            .filter(ready -> !ready.text("reason").equals("Ready"))
            .isPresent();
  }

  private Set<String> images(Example example) {
    return Set.of(
        cluster
            .kubectl(
                "get",
                "pods",
                "-o",
                "jsonpath={range .items[*]}{.metadata.name} {.spec.containers[0].image}{\"\\n\"}"
                    + "{end}")
            .lines()
            .filter(line -> line.matches(example.set() + "-\\d+ .*"))
            .map(line -> line.substring(line.indexOf(' ') + 1))
            .distinct()
            .toArray(String[]::new));
  }
}
