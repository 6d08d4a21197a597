package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.OnCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/// The commands that show a set and change it, typed one after the other.
@OnCluster
@TestInstance(Lifecycle.PER_CLASS)
class CommandsIT {
  private static final String WAIT = " --timeout 4m";

  private final Cluster cluster;
  private final Path folder;
  private final Realm realm;

  CommandsIT(Cluster cluster, @TempDir Path folder) {
    this.cluster = cluster;
    this.folder = folder;
    this.realm = Realm.open(cluster, folder);
  }

  @AfterAll
  void stopController() {
    realm.close();
  }

  private TypedCommand type(String words) {
    return TypedCommand.type(cluster, words);
  }

  private void create(String name, int replicas, String more) {
    cluster.apply(Realm.manifest(name, replicas, more));
    type("status " + name + WAIT).ends(0, "Ready: ");
  }

  /// The pods of a set that are not those they were.
  private Set<String> replaced(String set, SortedMap<String, String> before) {
    var found = new TreeSet<String>();
    realm.pods(set).entrySet().stream()
        .filter(pod -> !pod.getValue().equals(before.get(pod.getKey())))
        .forEach(pod -> found.add(pod.getKey()));
    return found;
  }

  @Test
  void badImageIsExplainedAndUndone() {
    create("shop", 3, "");
    var before = realm.pods("shop");
    type("why shop").ends(0, "shop waits for nothing");
    type("set-image shop app=app:missing --yes")
        .ends(0, "image of app: app:1 becomes app:missing", "order: shop-2, shop-1, shop-0");
    realm.await(
        "the image to be missed", () -> type("why shop").output().contains("ImagePullBackOff"));

    var why = type("why shop").ends(1, "run: ordinal set-image shop app=IMAGE", "Because of that:");
    assertThat(why).startsWith("shop-2 is broken (ImagePullBackOff in container app");
    type("why shop -o json").ends(1, "\"root\": \"shop-2\"", "\"waits\": [");
    type("get").ends(0, "shop", "Updating", "shop-2 is broken");
    type("get shop").ends(0, "✖ broken", "✔ available", "(update) app:missing", "(current) app:1");
    type("status shop --timeout 0s").ends(124, "Updating: shop-2 is broken");
    type("history shop").ends(0, "2 *", "app:missing", "app:1");
    type("diff shop").ends(1, "spec.containers[app].image: app:1 becomes app:missing");
    type("diff shop 2 2").ends(0, "The templates are the same.");

    type("undo shop --dry-run").ends(0, "updated in this order: shop-2\n", "Nothing was changed");
    type("undo shop --yes").ends(0, "the template of revision 1 comes back", "Done.");
    type("status shop" + WAIT).ends(0, "Ready: ");
    assertThat(replaced("shop", before)).containsExactly("shop-2");
    type("why shop").ends(0, "shop waits for nothing");
  }

  @Test
  void pausedUpdateWaitsWhileTheSetIsScaled() {
    create("calm", 2, "podManagementPolicy: Parallel");
    type("pause calm --yes").ends(0, "rollingUpdate.paused becomes true", "Done.");
    type("pause calm --yes").ends(0, "The update is paused already.");
    var before = realm.pods("calm");
    type("set-image calm app=app:2 --yes").ends(0, "when the update is resumed");
    realm.await("the pause", () -> type("why calm").output().contains("calm-1 is not updated"));
    type("get calm").ends(0, "Paused", "paused, at most 1 down");
    type("status calm --timeout 0s").ends(124, "Paused: ");

    type("scale calm --replicas 3 --yes").ends(0, "replicas: 2 becomes 3", "1 more pod is created");
    realm.awaitAvailable("calm", 3);
    assertThat(replaced("calm", before)).containsExactly("calm-2");
    type("why calm").ends(1, "run: ordinal resume calm");

    type("resume calm --yes").ends(0, "updated in this order: calm-1, calm-0");
    type("status calm" + WAIT).ends(0, "Ready: ");
    type("resume calm --yes").ends(0, "The update is not paused.");
    assertThat(replaced("calm", before)).containsExactly("calm-0", "calm-1", "calm-2");
    type("scale calm --replicas 1 --yes").ends(0, "deleted in this order: calm-2, calm-1");
    type("status calm" + WAIT).ends(0, "Ready: ");

    type("reserve calm 0 5-7 --yes").ends(0, "deleted: calm-0", "created: calm-1", "Done.");
    type("status calm" + WAIT).ends(0, "Ready: ");
    assertThat(realm.pods("calm")).containsOnlyKeys("calm-1");
    type("unreserve calm 6 --yes").ends(0, "0, 5-7 becomes 0, 5, 7", "no pod is created");
    type("unreserve calm 3 --yes").ends(0, "Not reserved: 3.");
  }

  @Test
  void partitionIsPromotedStepByStep() throws IOException {
    var partition = "updateStrategy: {rollingUpdate: {partition: 2}}";
    create("step", 2, partition);
    var before = realm.pods("step");
    type("plan step --set-image app=app:2 --partition 0").ends(1, "replace", "2 pods restart;");
    var file = folder.resolve("step.yaml");
    Files.writeString(file, Realm.manifest("step", 3, partition));
    type("plan -f " + file).ends(0, "step-2", "create", "no pod restarts");
    assertThat(replaced("step", before)).isEmpty();
    assertThat(realm.status("step", "replicas")).isEqualTo("2");

    type("set-image step app=app:2 --yes").ends(0, "no pod is updated by this");
    type("status step" + WAIT).ends(0);
    assertThat(replaced("step", before)).isEmpty();
    type("promote step --yes").ends(0, "rollingUpdate.partition: 2 becomes 1", "order: step-1\n");
    type("status step" + WAIT).ends(0, "Partitioned: ");
    assertThat(replaced("step", before)).containsExactly("step-1");
    type("promote step --full --yes").ends(0, "updated in this order: step-0\n");
    type("status step" + WAIT).ends(0, "Ready: ");
    type("promote step --yes").ends(0, "The partition is 0 already.");
    assertThat(replaced("step", before)).containsExactly("step-0", "step-1");
  }

  @Test
  void podsAreReplacedOneByOneOrAll() {
    create(
        "data",
        2,
        "volumeClaimTemplates: [{metadata: {name: disk}, spec: {accessModes: [ReadWriteOnce],"
            + " resources: {requests: {storage: 1Gi}}}}]");
    var first = realm.pods("data");
    type("claims data").ends(0, "disk-data-0", "disk-data-1", "Bound", "1Gi");
    type("hooks data").ends(0, "No pod is held by a hook.");
    type("delete-pod data 0 --yes").ends(0, "data-0 is deleted and created again");
    realm.await("another data-0", () -> replaced("data", first).equals(Set.of("data-0")));
    type("status data" + WAIT).ends(0);

    var second = realm.pods("data");
    type("restart data --dry-run").ends(0, "Nothing was changed");
    assertThat(replaced("data", second)).isEmpty();
    type("restart data --yes").ends(0, "restartedAt", "order: data-1, data-0");
    type("status data" + WAIT).ends(0);
    assertThat(replaced("data", second)).containsExactly("data-0", "data-1");
    type("diff data").ends(1, "restartedAt: added");
    type("claims data -o name").ends(0, "disk-data-0\ndisk-data-1\n");
  }

  @Test
  void mistakesAreToldAndChangeNothing() {
    create("sole", 1, "");
    var before = realm.set("sole").object("metadata").find("generation");
    for (var words : new String[] {"get", "why", "status", "undo", "pause", "history", "claims"}) {
      type(words + " nosuch").ends(2, "There is no StatefulSet.apps.kruise.io nosuch");
    }
    type("scale sole --replicas 2").ends(2, "replicas: 1 becomes 2", "Add --yes to change it");
    type("scale sole --replicas -1 --yes").ends(2, "--replicas must be 0 or more.");
    type("set-image sole main=app:2 --yes").ends(2, "sole has no container main.");
    type("set-image sole app --yes").ends(2, "'app' is not CONTAINER=IMAGE");
    type("reserve sole sole-0 --yes").ends(2, "'sole-0' is no ordinal");
    type("delete-pod sole 5 --yes").ends(2, "sole has no pod 5.");
    type("undo sole --yes").ends(2, "sole has no earlier revision.");
    type("undo sole --to-revision 9 --yes").ends(2, "sole has no revision 9");
    type("promote sole --to 3 --yes").ends(2, "The partition is 0");
    type("plan sole").ends(2, "Say what changes");
    type("plan sole --replicas -3").ends(2, "The API server would refuse the change");
    type("get sole -w -o json").ends(2, "-w goes with");
    assertThat(realm.set("sole").object("metadata").find("generation")).isEqualTo(before);
  }

  @Test
  void wordsOfOthersColourNothing() {
    create("loud", 1, "");
    var red = "\u001b[31mred";
    var revision = realm.status("loud", "updateRevision");
    realm.kubectl("annotate", "controllerrevision", revision, "kubernetes.io/change-cause=" + red);
    realm.await("the cause", () -> type("history loud").ends(0).contains("\\u001b[31mred"));
    type("set-image loud app=" + red + " --yes").ends(0, "app:1 becomes \\u001b[31mred");
    realm.await("the image", () -> !type("why loud").ends(1).contains("dry run"));
    for (var words : new String[] {"get", "get -o wide", "get loud -o wide", "why", "diff"}) {
      var name = words.startsWith("get") ? "" : " loud";
      assertThat(type(words + name).output()).doesNotContain("\u001b");
    }
    type("get loud -o json").ends(0, "\\u001b[31mred");
    type("undo loud --yes").ends(0, "\\u001b[31mred becomes app:1");
    type("status loud" + WAIT).ends(0);
  }
}
