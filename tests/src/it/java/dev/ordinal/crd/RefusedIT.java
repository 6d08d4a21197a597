package dev.ordinal.crd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.OnCluster;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The rules of the custom resource, one manifest each, on the API server that enforces them.
@OnCluster
class RefusedIT {
  private static final String EXPECT = "expect: ";

  static List<Manifests> refused() {
    return Manifests.in("refused");
  }

  static List<Manifests> accepted() {
    return Manifests.in("accepted");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refused")
  void badSetIsRefusedInTheExpectedWords(Manifests manifests, Cluster cluster) {
    var documents = manifests.documents();
    documents.subList(0, documents.size() - 1).forEach(cluster::apply);

    assertThat(manifests.comment()).startsWith(EXPECT);
    assertThat(cluster.refusedApply(documents.getLast()))
        .contains(manifests.comment().substring(EXPECT.length()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("accepted")
  void oddButSoundSetIsAccepted(Manifests manifests, Cluster cluster) {
    assertThat(manifests.documents())
        .allSatisfy(
            document ->
                assertThat(cluster.apply(document)).contains("statefulset.apps.kruise.io/"));
  }

  @AfterEach
  void leaveNothing(Cluster cluster) {
    cluster.kubectl("delete", "asts", "--all");
  }
}
