package dev.ordinal.sim.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.sim.api.ApiServer;
import dev.ordinal.sim.api.Request;
import dev.ordinal.sim.kind.Registry;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimulatedElectionTest {
  private final Timeline time = new Timeline(Simulation.START);
  private final ApiServer server = new ApiServer(Registry.natives(), new Random(1));
  private final SimulatedProcess process = new SimulatedProcess(time);

  /// The process is replaced while its request is on its way, or while the reply is.
  @ParameterizedTest
  @ValueSource(longs = {2, 6})
  void electionEndsWithItsProcess(long millis) {
    new SimulatedElection("first", server, process, () -> {}).start();
    run(Duration.ofMillis(millis));
    process.end();
    run(Duration.ofMinutes(1));

    assertThat(holder()).isEmpty();
  }

  private void run(Duration span) {
    var end = time.now().plus(span);
    while (time.step(end)) {}
    time.rest(end);
  }

  private String holder() {
    var lease =
        server.target(
            "coordination.k8s.io/v1",
            "leases",
            SimulatedElection.NAMESPACE,
            SimulatedElection.LEASE);
    return server
        .handle(Request.get(lease), time.now())
        .body()
        .object("spec")
        .text("holderIdentity");
  }
}
