package dev.ordinal.sim.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.codec.ClaimReader;
import dev.ordinal.codec.PodReader;
import dev.ordinal.codec.RevisionReader;
import dev.ordinal.model.Json;
import dev.ordinal.model.JsonText;
import dev.ordinal.model.Meta;
import dev.ordinal.model.PodView;
import dev.ordinal.sim.api.Request;
import dev.ordinal.sim.api.Request.Query;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// The simulation decodes objects as the controller's own readers do.
class ViewsTest {
  @Test
  void treesAndBytesGiveTheSameViews() throws IOException {
    var simulation = new Simulation(3);
    simulation.post(
        "apps.kruise.io/v1beta1", "statefulsets", "shop", SimulationTest.set("Parallel"));
    simulation.run(Duration.ofSeconds(20));

    for (var pod : all(simulation, "v1", "pods")) {
      assertThat(plain(Views.pod(pod))).isEqualTo(plain(new PodReader().read(bytes(pod))));
    }
    for (var claim : all(simulation, "v1", "persistentvolumeclaims")) {
      assertThat(Views.claim(claim).capacity()).isEqualTo("1Gi");
      var read = new ClaimReader().read(bytes(claim));
      assertThat(Views.claim(claim).requested()).isEqualTo(read.requested());
      assertThat(Views.claim(claim).conditions()).isEqualTo(read.conditions());
    }
    for (var revision : all(simulation, "apps/v1", "controllerrevisions")) {
      var read = new RevisionReader().read(bytes(revision));
      assertThat(Views.revision(revision).payload()).isEqualTo(read.payload());
      assertThat(Views.revision(revision).number()).isEqualTo(read.number());
    }
  }

  /// The readers skip annotations that no decision uses.
  private static PodView plain(PodView pod) {
    var meta = pod.meta();
    return new PodView(
        new Meta(
            meta.namespace(),
            meta.name(),
            meta.uid(),
            meta.version(),
            meta.generation(),
            meta.labels(),
            new TreeMap<>(),
            meta.owners(),
            meta.finalizers(),
            meta.createdAt(),
            meta.deletedAt()),
        pod.phase(),
        pod.node(),
        pod.conditions(),
        pod.containers(),
        pod.initContainers(),
        pod.readinessGates(),
        pod.claims(),
        pod.inPlace(),
        pod.marks());
  }

  private static List<Json.Obj> all(Simulation simulation, String version, String plural) {
    var target = simulation.server.target(version, plural, "shop", "");
    var items =
        simulation
            .server
            .handle(Request.list(target, Query.NONE), simulation.time.now())
            .body()
            .items("items");
    assertThat(items).as(plural).isNotEmpty();
    return items.stream().map(Json.Obj.class::cast).toList();
  }

  private static byte[] bytes(Json.Obj object) {
    return JsonText.write(object).getBytes(StandardCharsets.UTF_8);
  }
}
