package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.golden.GoldenScene;
import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.OnRealCluster;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The golden templates, with every field that the API server fills in, as native sets that run:
/// adopted all at once and released again.
@OnRealCluster("the native controller is the other one")
class GoldenHandoverIT {
  private static final String NATIVE = "apis/apps/v1";
  private static final String LABEL = "part=golden";

  private final Cluster cluster;
  private final Realm realm;

  GoldenHandoverIT(Cluster cluster, @TempDir Path folder) {
    this.cluster = cluster;
    this.realm = Realm.open(cluster, folder);
  }

  @AfterEach
  void close() {
    realm.close();
  }

  @Test
  void everyGoldenSetGoesThereAndBackAndItsPodsNoticeNothing() {
    GoldenScene.create(cluster, "apps/v1");
    realm.await("the golden pods to be ready", () -> readySince().size() == 20);
    var pods = uids("api/v1", "pods");
    var since = readySince();
    var revisions = uids(NATIVE, "controllerrevisions");

    var there = CommandRun.of(cluster, "adopt", "-l", LABEL, "--yes");
    assertThat(there.output()).endsWith("20 found, 20 adopted, 0 refused\n");
    pods.keySet().forEach(pod -> realm.awaitReady(pod.replace("-0", "")));
    assertThat(cluster.list(NATIVE, "statefulsets")).isEmpty();
    assertThat(uids("api/v1", "pods")).isEqualTo(pods).hasSize(20);

    var back = CommandRun.of(cluster, "release", "-l", LABEL, "--yes");
    assertThat(back.output()).endsWith("20 found, 20 released, 0 refused\n");
    realm.await("the native controller to have all at rest", () -> atRest().size() == 20);
    assertThat(uids("api/v1", "pods")).isEqualTo(pods);
    assertThat(readySince()).isEqualTo(since);
    assertThat(uids(NATIVE, "controllerrevisions")).isEqualTo(revisions).hasSize(20);
    assertThat(Inheritance.restarts(cluster)).isEmpty();
  }

  private SortedMap<String, String> uids(String group, String resource) {
    var found = new TreeMap<String, String>();
    for (var each : cluster.list(group, resource)) {
      found.put(name(each), each.object("metadata").text("uid"));
    }
    return found;
  }

  private SortedMap<String, String> readySince() {
    var found = new TreeMap<String, String>();
    for (var pod : cluster.list("api/v1", "pods")) {
      pod.object("status").items("conditions").stream()
          .map(Json.Obj.class::cast)
          .filter(each -> each.text("type").equals("Ready") && each.text("status").equals("True"))
          .forEach(ready -> found.put(name(pod), ready.text("lastTransitionTime")));
    }
    return found;
  }

  /// The native sets that the native controller has looked at and has nothing to do for.
  private List<String> atRest() {
    return cluster.list(NATIVE, "statefulsets").stream()
        .filter(
            set -> {
              var status = set.object("status");
              return status
                      .find("observedGeneration")
                      .equals(set.object("metadata").find("generation"))
                  && status.find("availableReplicas").equals(status.find("updatedReplicas"))
                  && status.find("availableReplicas").equals(set.object("spec").find("replicas"))
                  && status.find("currentRevision").equals(status.find("updateRevision"));
            })
        .map(GoldenHandoverIT::name)
        .toList();
  }

  private static String name(Json.Obj object) {
    return object.object("metadata").text("name");
  }
}
