package dev.ordinal.e2e;

import dev.ordinal.metrics.Exposition;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.ControllerProcess;
import dev.ordinal.rig.Gateway;
import dev.ordinal.rig.OnCluster;
import dev.ordinal.rig.User;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The reasons of the alerts `OrdinalNoLeader` and `OrdinalTurnHangs` lie between the controller
/// and the API server. They are seen in the series that the alerts look at.
@OnCluster
class AlertCauseIT {
  private static final Pattern PORT = Pattern.compile("metrics are served on (\\S+)");

  private final Cluster cluster;
  private final Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private final Trouble trouble = new Trouble();

  AlertCauseIT(Cluster cluster, @TempDir Path folder) {
    this.cluster = cluster;
    this.folder = folder;
  }

  private static final class Trouble implements Gateway.Doorman {
    private final CountDownLatch answer = new CountDownLatch(1);
    private volatile boolean isLeaseForbidden;

    @Override
    public boolean pass(String method, String uri) {
      try {
        if (method.equals("POST") && uri.contains("/pods")) {
          answer.await();
        }
        return true;
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public int refusal(String method, String uri) {
      return isLeaseForbidden && uri.contains("/leases") ? 403 : 0;
    }
  }

  private Gateway gateway;
  private ControllerProcess controller;

  @BeforeEach
  void start() throws IOException {
    gateway = Gateway.open(cluster.rig().plane(), trouble);
    var kubeconfig =
        gateway.kubeconfig(cluster.kubeconfig(User.ADMIN), folder.resolve("kubeconfig"));
    controller =
        ControllerProcess.start(
            folder.resolve("log"),
            "--kubeconfig=" + kubeconfig,
            "--namespace=" + cluster.namespace(),
            "--leader-elect",
            "--leader-elect-lease-duration=4s",
            "--leader-elect-renew-deadline=3s",
            "--leader-elect-retry-period=500ms",
            "--metrics-bind-address=127.0.0.1:0");
    cluster.await("the port", () -> PORT.matcher(controller.log()).find());
    cluster.await("a leader", () -> value("leader_election_master_status") == 1);
  }

  @AfterEach
  void stop() {
    trouble.answer.countDown();
    controller.close();
    gateway.close();
    client.close();
  }

  private double value(String series, String... labels) {
    var address = PORT.matcher(controller.log()).results().toList().getFirst().group(1);
    try {
      var request = HttpRequest.newBuilder(URI.create(address + "/metrics")).build();
      var reply = client.send(request, BodyHandlers.ofString());
      return Exposition.parse(reply.body()).find(series, labels).orElse(-1.0);
    } catch (IOException e) {
      throw new AssertionError(address, e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void leaderThatMayNotWriteTheLeaseAnyMoreIsNone() {
    trouble.isLeaseForbidden = true;
    cluster.await("no leader", () -> value("leader_election_master_status") == 0);
    trouble.isLeaseForbidden = false;
    cluster.await("a leader again", () -> value("leader_election_master_status") == 1);
  }

  @Test
  void turnWhoseAnswersDoNotComeIsSeenToHang() {
    cluster.apply(Realm.manifest("slow", 1, ""));
    cluster.await(
        "a turn of three seconds",
        () -> value("workqueue_longest_running_processor_seconds", "name", "statefulset") > 3);
    trouble.answer.countDown();
    cluster.await(
        "the end of the turn",
        () -> value("workqueue_longest_running_processor_seconds", "name", "statefulset") == 0);
  }
}
