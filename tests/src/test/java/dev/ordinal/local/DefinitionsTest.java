package dev.ordinal.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.kube.Controller;
import dev.ordinal.kube.http.Connection;
import dev.ordinal.kube.watch.ReadFault;
import dev.ordinal.kube.watch.Reflector.Listener;
import dev.ordinal.kube.watch.Reflector.Settings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What a controller sees when the definition of its kind is deleted and created again.
class DefinitionsTest {
  private static final String CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

  private final LocalCluster cluster = LocalCluster.start(LocalOptions.usual());
  private final LocalClient client = new LocalClient(cluster);

  /// The messages of the readers, in order.
  private final BlockingQueue<String> told = new LinkedBlockingQueue<>();

  @AfterEach
  void close() {
    client.close();
    cluster.close();
  }

  private String next() throws InterruptedException {
    return Optional.ofNullable(told.poll(60, TimeUnit.SECONDS)).orElse("nothing in a minute");
  }

  @Test
  void definitionThatGoesIsToldWithinSecondsAndItsReturnToo() throws Exception {
    var listener =
        new Listener() {
          @Override
          public void failed(String reader, ReadFault fault) {
            told.add(fault.sentence());
          }

          @Override
          public void recovered(String reader) {
            told.add(reader + " is back");
          }
        };
    try (var connection = Connection.withoutCredentials(cluster.address(), Duration.ofSeconds(30));
        var controller =
            new Controller(
                connection.api(), Optional.empty(), Set.of(), Settings.defaults(listener))) {
      controller.start();
      while (cluster.watches() < 5) {
        assertThat(told).isEmpty();
      }
      client.send(client.request(CRDS + "/statefulsets.apps.kruise.io").DELETE());

      assertThat(next())
          .isEqualTo(
              "The resource statefulsets.apps.kruise.io does not exist (404): install it with"
                  + " `./ordinal crds | kubectl apply -f -`.");
      client.post(
          CRDS,
          "application/yaml",
          Files.readString(Path.of("deploy/crd/apps.kruise.io_statefulsets.yaml")));
      var said = next();
      while (said.startsWith("The resource")) {
        said = next();
      }
      assertThat(said).isEqualTo("statefulsets.apps.kruise.io is back");
    }
  }

  /// A rule that is silently skipped would accept what the real server refuses.
  @Test
  void ruleThatCannotBeReadIsRefusedWithItsDefinition() throws Exception {
    var reply =
        client.post(
            CRDS,
            "application/yaml",
            """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: {name: things.example.com}
            spec:
              group: example.com
              scope: Namespaced
              names: {plural: things, singular: thing, kind: Thing}
              versions:
              - name: v1
                served: true
                storage: true
                schema:
                  openAPIV3Schema:
                    type: object
                    properties:
                      size: {type: string}
                    x-kubernetes-validations:
                    - {rule: "quantity(self.size).isInteger()", message: whole}
            """);

    assertThat(reply.statusCode()).isEqualTo(400);
    assertThat(new String(reply.body(), StandardCharsets.UTF_8))
        .contains("the simulated cluster cannot serve this kind")
        .contains("quantity");
  }
}
