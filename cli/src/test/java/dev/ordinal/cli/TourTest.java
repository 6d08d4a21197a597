package dev.ordinal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.Yaml;
import dev.ordinal.cli.tour.Narrator;
import dev.ordinal.cli.tour.Tour;
import dev.ordinal.command.ReadFaultLog;
import dev.ordinal.kube.Controller;
import dev.ordinal.kube.http.Connection;
import dev.ordinal.kube.watch.Reflector.Settings;
import dev.ordinal.local.LocalCluster;
import dev.ordinal.local.LocalOptions;
import dev.ordinal.model.FeatureGate;
import dev.ordinal.sim.api.Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/// The tour of `ordinal up --demo`, on a cluster whose time goes five times as fast.
class TourTest {
  private static final double SPEED = 5;
  private static final int WIDTH = 60;

  private static List<String> tell(LocalCluster cluster) {
    var lines = new ArrayList<String>();
    Tour.tell(
        cluster.address(),
        new Narrator(lines::add, new Paint(false, WIDTH), Duration.ZERO, new CountDownLatch(1)));
    return lines;
  }

  private static List<String> tellWithController() {
    try (var cluster = LocalCluster.start(LocalOptions.usual().speed(SPEED));
        var connection =
            Connection.open(
                new Connection.Options(
                    Optional.of(cluster.kubeconfig()), Optional.empty(), Optional.empty()),
                "test");
        var controller =
            new Controller(
                connection.api(),
                Optional.empty(),
                FeatureGate.defaults(),
                Settings.defaults(new ReadFaultLog(_ -> {}, _ -> {})).withClock(cluster.pace()))) {
      controller.start();
      return tell(cluster);
    }
  }

  @Test
  void everyStepEndsAsTheStorySays() {
    var scenario = String.join("\n", tellWithController());

    assertThat(scenario)
        .containsSubsequence(
            "1. Deploy",
            "$ kubectl create -f examples/tour.yaml\nservice/tour created\nstatefulset",
            "\nNAME     READY   STATUS ",
            "\ntour-0   0/1     ",
            "tour-0   1/1     Running",
            "tour-2   1/1     Running",
            "$ kubectl get asts tour\nNAME ",
            "tour   3         3         3         3 ",
            "2. Scale",
            "$ kubectl scale asts tour --replicas=5\nstatefulset.apps.kruise.io/tour scaled\n",
            "tour-4   1/1     Running",
            "3. Canary",
            "tour-3   registry.example/tour:1\ntour-4   registry.example/tour:2\n",
            "4. Update in place",
            "1/1     Running   1",
            "5. A bad image",
            "tour-4   0/1     ",
            "ImagePull",
            "tour-4 is broken (",
            "Ready");
    assertThat(scenario).doesNotContain("\u001b").doesNotContain("The tour ends here");
    // A header that is narrower than the cell below it.
    assertThat(scenario).doesNotContain("NAME   READY");
    assertThat(scenario)
        .contains(
            """
            An ordinary StatefulSet with another apiVersion: three pods,
            one after the other, a disk for each.
            """);
  }

  @Test
  void whoHasLeftHearsNothing() {
    try (var cluster = LocalCluster.start(LocalOptions.usual())) {
      var lines = new ArrayList<String>();
      var left = new CountDownLatch(0);
      Tour.tell(
          cluster.address(),
          new Narrator(lines::add, new Paint(false, WIDTH), Duration.ZERO, left));

      assertThat(lines).isEmpty();
    }
  }

  @Test
  void whereATourWasHeldBeforeItSaysWhyItEnds() {
    try (var cluster = LocalCluster.start(LocalOptions.usual())) {
      var service = Yaml.read("{metadata: {name: tour}, spec: {clusterIP: None}}");
      var services = cluster.server().target("v1", "services", "default", "");
      cluster.loop().ask(now -> cluster.server().handle(Request.create(services, service), now));

      assertThat(tell(cluster).getLast())
          .isEqualTo("The tour ends here: services \"tour\" already exists");
    }
  }
}
