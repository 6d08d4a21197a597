package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.OnCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Replays the guides: each block that begins with `$ kubectl`. What is printed must be what the
/// guide shows; a `get` is repeated until it is.
@OnCluster
@TestInstance(Lifecycle.PER_CLASS)
class TranscriptIT {
  private static final Path GUIDES = Path.of("docs/guide");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```\\n(\\$ kubectl .*?)^```$");
  private static final Pattern WORD = Pattern.compile("(?:'[^']*'|[^ '])+");

  private final Cluster cluster;
  private final Realm realm;

  TranscriptIT(Cluster cluster, @TempDir Path folder) {
    this.cluster = cluster;
    this.realm =
        Realm.open(cluster, folder, "--feature-gates=PreDownloadImageForInPlaceUpdate=true");
  }

  @AfterAll
  void stopController() {
    realm.close();
  }

  /// A command and what it prints.
  private record Step(String command, String output) {
    static List<Step> of(String block) {
      var found = new ArrayList<Step>();
      for (var part : block.split("(?m)^\\$ ")) {
        if (!part.isEmpty()) {
          var end = part.indexOf('\n');
          found.add(new Step(part.substring(0, end), part.substring(end + 1).strip()));
        }
      }
      return found;
    }

    String[] words() {
      return WORD.matcher(command)
          .results()
          .map(word -> word.group().replace("'", ""))
          .skip(1)
          .toArray(String[]::new);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "in-place-update",
        "hooks",
        "canary",
        "max-unavailable",
        "priorities",
        "pre-download",
        "image-pull",
        "scale-and-delete"
      })
  void guideShowsWhatHappens(String guide) throws IOException {
    var steps =
        BLOCK
            .matcher(Files.readString(GUIDES.resolve(guide + ".md")))
            .results()
            .flatMap(block -> Step.of(block.group(1)).stream())
            .toList();
    assertThat(steps).isNotEmpty();
    steps.forEach(this::replay);
    cluster.await(
        "the pods of " + guide + " to go", () -> cluster.list("api/v1", "pods").isEmpty());
  }

  /// The lines of `docs/guide/other-tools.md`.
  @Test
  void waitingEndsWhenTheRolloutHasEndedAndNotBefore() {
    cluster.apply(Realm.manifest("waited", 2, ""));
    realm.awaitReady("waited");
    cluster.apply(Realm.manifest("waited", 2, "").replace("app:1", "app:2"));

    var generation =
        realm.kubectl("get", "asts", "waited", "-o", "jsonpath={.metadata.generation}");
    var seen = "--for=jsonpath={.status.observedGeneration}=" + generation;
    realm.kubectl("wait", "asts", "waited", seen, "--timeout=4m");
    realm.kubectl("wait", "asts", "waited", "--for=condition=Ready", "--timeout=4m");

    assertThat(realm.status("waited", "updatedAvailableReplicas")).isEqualTo("2");
    assertThat(realm.status("waited", "currentRevision"))
        .isEqualTo(realm.status("waited", "updateRevision"));
    realm.kubectl("wait", "asts", "waited", "--for=condition=Stalled=false", "--timeout=1s");
    realm.kubectl("delete", "asts", "waited");
    realm.await("its pods to go", () -> realm.pods("waited").isEmpty());
  }

  private void replay(Step step) {
    var expected = plain(step.output());
    if (!step.command().startsWith("kubectl get ")) {
      assertThat(plain(realm.kubectl(step.words()))).as(step.command()).isEqualTo(expected);
      return;
    }
    cluster.await(
        step.command() + "\nto show\n" + expected,
        () -> plain(realm.kubectl(step.words())).equals(expected));
  }

  /// Without what differs from run to run: hashes, the namespace, and the number of nodes.
  private static String plain(String output) {
    return output
        .strip()
        .replaceAll("(?m)[ \\t]+$", "")
        .replaceAll("from \\S+ namespace", "from the namespace")
        .replaceAll("(\\d+) of \\1 nodes have the image.*", "all nodes have the image")
        .replaceAll("-[bcdfghjklmnpqrstvwxz2456789]{6,10}\\b", "-hash");
  }
}
