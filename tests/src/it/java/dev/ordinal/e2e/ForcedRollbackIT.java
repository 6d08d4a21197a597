package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.OnCluster;
import java.nio.file.Path;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A bad template in an ordered set is repaired by applying a better one, without deleting a pod.
@OnCluster
class ForcedRollbackIT {
  private final Cluster cluster;
  @TempDir private Path folder;
  private Realm realm;

  ForcedRollbackIT(Cluster cluster) {
    this.cluster = cluster;
  }

  @BeforeEach
  void open() {
    realm = Realm.open(cluster, folder);
  }

  @AfterEach
  void close() {
    realm.close();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "missing, cannot be pulled",
    "crash, crashes again and again",
    "flap, is ready now and then",
    "never-ready, never becomes ready"
  })
  void badTemplateIsOvertakenByABetterOne(String tag, String why) {
    var name = "bad-" + tag;
    apply(name, "app:1");
    realm.awaitReady(name);
    var before = realm.pods(name);

    apply(name, "app:" + tag);
    realm.await("the last pod with the bad image", () -> image(name + "-2").equals("app:" + tag));
    apply(name, "app:2");
    realm.await(
        "the better image everywhere (the other one " + why + ")",
        () ->
            image(name + "-0").equals("app:2")
                && image(name + "-1").equals("app:2")
                && image(name + "-2").equals("app:2"));
    realm.awaitReady(name);

    var after = new TreeMap<>(realm.pods(name));
    assertThat(after.keySet()).isEqualTo(before.keySet());
    after.values().retainAll(before.values());
    assertThat(after).isEmpty();
  }

  @Test
  void firstTemplateThatCannotStartIsOvertakenToo() {
    apply("stillborn", "app:missing");
    realm.await("a first pod", () -> cluster.findPod("stillborn-0").isPresent());

    apply("stillborn", "app:2");
    realm.awaitReady("stillborn");

    assertThat(image("stillborn-0")).isEqualTo("app:2");
  }

  /// A pod of the current revision that is merely slow is waited for, as natively.
  @Test
  void slowPodIsNotTakenForABrokenOne() {
    apply("slow", "app:1");
    realm.awaitReady("slow");
    realm.kubectl("delete", "pod", "slow-0");
    realm.kubectl("annotate", "pod", "slow-1", "sim.ordinal.dev/ready=false");
    realm.await("a pod that is not ready", () -> !cluster.isReady("slow-1"));
    var uid = realm.pods("slow").get("slow-1");

    apply("slow", "app:2");
    realm.await("the set to have seen it", () -> realm.hasSeenNewestSpec("slow"));
    realm.await(
        "a wait for slow-1",
        () ->
            realm
                .condition("slow", "Ready")
                .filter(ready -> ready.text("message").contains("slow-1 is not ready"))
                .isPresent());
    assertThat(realm.pods("slow")).containsEntry("slow-1", uid);

    realm.kubectl("annotate", "pod", "slow-1", "sim.ordinal.dev/ready-");
    realm.awaitReady("slow");
    assertThat(image("slow-1")).isEqualTo("app:2");
  }

  private String image(String pod) {
    return cluster
        .findPod(pod)
        .map(found -> realm.kubectl("get", "pod", pod, "--ignore-not-found", "-o", IMAGE))
        .orElse("");
  }

  private static final String IMAGE = "jsonpath={.spec.containers[0].image}";

  private void apply(String name, String image) {
    var pod = "{containers: [{name: app, image: \"%s\"}]}".formatted(image);
    cluster.apply(Realm.manifest(name, 3, "", pod));
  }
}
