package dev.ordinal.sim.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.json.Json;
import dev.ordinal.sim.api.ApiServer;
import dev.ordinal.sim.api.Request;
import dev.ordinal.sim.api.Request.Form;
import dev.ordinal.sim.kind.Registry;
import dev.ordinal.sim.patch.MergePatch;
import dev.ordinal.sim.reply.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Some pods of the set, or all, would have a longer name than a host can have.
class LongSetNameTest {
  private static final String LONGER = "w".repeat(62);

  private final Simulation simulation = new Simulation(1);

  private void set(int replicas, int start) {
    var more =
        ("{metadata: {name: %s}, spec: {replicas: %d, ordinals: {start: %d},"
                + " volumeClaimTemplates: [{metadata: {name: data}, spec: {accessModes: [ReadWriteOnce],"
                + " resources: {requests: {storage: 1Gi}}}}]}}")
            .formatted("w".repeat(61), replicas, start);
    simulation.post(
        "apps.kruise.io/v1beta1",
        "statefulsets",
        "shop",
        MergePatch.apply(RandomSpecs.plain(), Yaml.read(more)));
    simulation.run(Duration.ofMinutes(3));
  }

  @Test
  void neitherPodsNorClaimsAreCreatedWhereNoPodIsPossible() {
    set(1, 10);

    assertThat(simulation.ready("reason")).isEqualTo("InvalidSpec");
    assertThat(simulation.list("v1", "pods")).isEmpty();
    assertThat(simulation.list("v1", "persistentvolumeclaims")).isEmpty();
  }

  /// Its schema allowed the name when it was stored.
  @Test
  void storedSetWithALongerNameCanStillBeEdited() throws IOException {
    var schema = Files.readString(Path.of("deploy/crd/apps.kruise.io_statefulsets.yaml"));
    var registry = Registry.natives();
    registry.define(Yaml.read(schema.replace("size(self.metadata.name) <= 61", "true")));
    var server = new ApiServer(registry, new Random(1));
    var name = Yaml.read("{metadata: {name: " + LONGER + "}}");
    var stored = MergePatch.apply(RandomSpecs.plain(), name);
    var shop = Yaml.read("{apiVersion: v1, kind: Namespace, metadata: {name: shop}}");
    send(server, Request.create(server.target("v1", "namespaces", "", ""), shop));
    assertThat(send(server, create(server, stored)).isOk()).isTrue();
    var target = server.target("apps.kruise.io/v1beta1", "statefulsets", "shop", LONGER);
    var seen = Yaml.read("{status: {observedGeneration: 1}}");
    send(server, Request.patch(target.part("status"), Form.MERGE_PATCH, seen));

    registry.define(Yaml.read(schema));
    var edit = Request.patch(target, Form.MERGE_PATCH, Yaml.read("{spec: {replicas: 5}}"));
    assertThat(send(server, edit).isOk()).isTrue();
    var another = MergePatch.apply(stored, Yaml.read("{metadata: {name: x" + LONGER + "}}"));
    assertThat(send(server, create(server, another)).body().text("message"))
        .contains("use at most 61 characters");
  }

  private static Reply send(ApiServer server, Request request) {
    return server.handle(request, Simulation.START);
  }

  private static Request create(ApiServer server, Json.Obj set) {
    var target = server.target("apps.kruise.io/v1beta1", "statefulsets", "shop", "");
    return Request.create(target, set);
  }

  @Test
  void possiblePodsRunAndNoRequestIsRefused() {
    set(11, 0);

    assertThat(simulation.ready("reason")).isEqualTo("InvalidSpec");
    assertThat(simulation.list("v1", "pods")).hasSize(10);
    assertThat(simulation.trace).noneMatch(line -> line.endsWith(" Refused"));

    simulation.patch(
        "apps.kruise.io/v1beta1",
        "statefulsets",
        "w".repeat(61),
        Yaml.read("{spec: {replicas: 10}}"));
    simulation.run(Duration.ofMinutes(1));
    assertThat(simulation.ready("reason")).isEqualTo("Ready");
  }
}
