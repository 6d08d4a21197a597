package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.OnCluster;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@OnCluster
class TakenNameIT {
  /// The controller keeps few of the pods that others own; one in its way is among them.
  @Test
  void podOfAnotherKindIsNamedAndLeftAlone(Cluster cluster, @TempDir Path folder) {
    try (var realm = Realm.open(cluster, folder)) {
      realm.kubectl("create", "configmap", "landlord");
      var uid = realm.kubectl("get", "configmap", "landlord", "-o", "jsonpath={.metadata.uid}");
      cluster.apply(
          """
          apiVersion: v1
          kind: Pod
          metadata:
            name: taken-0
            ownerReferences:
              - {apiVersion: v1, kind: ConfigMap, name: landlord, uid: %s, controller: true}
          spec: {containers: [{name: app, image: 'app:1'}]}
          """
              .formatted(uid.strip()));
      cluster.apply(Realm.manifest("taken", 1, ""));
      realm.await(
          "the name to be taken",
          () ->
              realm
                  .condition("taken", "Ready")
                  .filter(found -> found.text("reason").equals("NameTaken"))
                  .isPresent());
      assertThat(realm.condition("taken", "Ready").orElseThrow().text("message"))
          .contains("ConfigMap")
          .contains("landlord");

      realm.kubectl("delete", "pod", "taken-0");
      realm.awaitReady("taken");
    }
  }
}
