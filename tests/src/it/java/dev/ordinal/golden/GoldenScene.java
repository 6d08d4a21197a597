package dev.ordinal.golden;

import dev.ordinal.rig.Cluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The golden sets in a namespace of a real control plane, with what their templates name.
public final class GoldenScene {
  private static final Path SETS = Path.of("tests/src/test/resources/golden/sets.yaml");

  private static final String AROUND =
      """
      {apiVersion: v1, kind: ServiceAccount, metadata: {name: runner}}
      ---
      {apiVersion: v1, kind: ConfigMap, metadata: {name: config}, data: {a: a}}
      ---
      {apiVersion: v1, kind: Secret, metadata: {name: secret}, stringData: {a: a, b: b}}
      """;

  private GoldenScene() {}

  /// Creates all of them, with the label `part: golden`, as sets of this API group and version.
  public static void create(Cluster place, String apiVersion) {
    place.apply(AROUND);
    pullEverywhere(place);
    place.apply(sets(apiVersion));
    claimScratch(place);
  }

  /// One of the templates pulls no image: it runs where another pod has pulled it before.
  private static void pullEverywhere(Cluster place) {
    var nodes = List.of("node-0", "node-1", "node-2", "node-3");
    for (var node : nodes) {
      place.apply(
          """
          apiVersion: v1
          kind: Pod
          metadata: {name: pull-%1$s, labels: {part: pull}}
          spec: {nodeName: %1$s, containers: [{name: app, image: "app:1"}]}
          """
              .formatted(node));
    }
    place.await("the image", () -> nodes.stream().allMatch(node -> place.isReady("pull-" + node)));
    place.kubectl("delete", "pods", "-l", "part=pull", "--force", "--grace-period=0");
  }

  private static String sets(String apiVersion) {
    try {
      var sets = new ArrayList<String>();
      for (var set : Files.readString(SETS).split("(?m)^---$")) {
        var labelled =
            set.replaceFirst("(?m)^metadata: \\{", "metadata: {labels: {part: golden}, ");
        sets.add("apiVersion: " + apiVersion + "\nkind: StatefulSet\n" + labelled);
      }
      return String.join("\n---\n", sets);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// As the controller of ephemeral volumes does, which the control plane of the tests leaves out.
  private static void claimScratch(Cluster place) {
    place.await("ephemeral-0", () -> place.findPod("ephemeral-0").isPresent());
    place.apply(
        """
        apiVersion: v1
        kind: PersistentVolumeClaim
        metadata:
          name: ephemeral-0-scratch
          ownerReferences:
          - {apiVersion: v1, kind: Pod, name: ephemeral-0, uid: %s, controller: true, blockOwnerDeletion: true}
        spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
        """
            .formatted(place.pod("ephemeral-0").object("metadata").text("uid")));
  }
}
