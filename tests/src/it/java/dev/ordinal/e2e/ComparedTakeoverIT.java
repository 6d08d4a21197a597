package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.OnRealCluster;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A takeover that only the API server can tell to be without a change.
@OnRealCluster("the native controller is what is taken over from")
class ComparedTakeoverIT {
  /// For native sets the server stores an empty name as no name, which no table of defaults knows.
  private static final String STATED =
      NativeTakeoverIT.SPEC
          .replace("      containers:\n", "      subdomain: ''\n      containers:\n")
          .replace(
              "args: []",
              "terminationMessagePath: /dev/termination-log\n"
                  + "        terminationMessagePolicy: File");

  private final Cluster cluster;
  @TempDir private Path first;
  @TempDir private Path second;

  ComparedTakeoverIT(Cluster cluster) {
    this.cluster = cluster;
  }

  /// The server fills in both templates, once: a controller that starts later finds the answer in
  /// the status.
  @Test
  void serverComparesOnceAndNothingRestarts() {
    NativeTakeoverIT.createAndOrphan(cluster, STATED);
    cluster.apply("apiVersion: apps.kruise.io/v1beta1\nkind: StatefulSet\n" + STATED);

    var before = takeOver();
    assertThat(cluster.audit().of("podtemplates").entries())
        .hasSize(2)
        .allMatch(each -> each.isDryRun() && each.code() == 201);

    assertThat(healAfterRestart(before))
        .hasSize(3)
        .contains(entry("web-0", before.get("web-0")), entry("web-1", before.get("web-1")));
    assertThat(cluster.audit().of("podtemplates").entries()).hasSize(2);
    assertThat(cluster.list("apis/apps/v1", "controllerrevisions")).hasSize(1);
  }

  private Map<String, String> takeOver() {
    try (var realm = Realm.open(cluster, first)) {
      var before = realm.pods("web");
      realm.awaitUpdated("web", 3);
      realm.awaitReady("web");
      assertThat(realm.pods("web")).isEqualTo(before);
      return before;
    }
  }

  /// A lost pod shows that the new controller has taken its turn.
  private Map<String, String> healAfterRestart(Map<String, String> before) {
    try (var realm = Realm.open(cluster, second)) {
      realm.kubectl("delete", "pod", "web-2", "--wait=false");
      realm.await(
          "another web-2",
          () -> {
            var uid = realm.pods("web").get("web-2");
            return uid != null && !uid.equals(before.get("web-2"));
          });
      realm.awaitReady("web");
      return realm.pods("web");
    }
  }
}
