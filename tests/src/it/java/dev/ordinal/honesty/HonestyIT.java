package dev.ordinal.honesty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.OnRealCluster;
import dev.ordinal.sim.honesty.Differences;
import dev.ordinal.sim.honesty.Script;
import dev.ordinal.sim.honesty.SimSide;
import org.junit.jupiter.api.Test;

/// The simulated API server and the real one are asked the same questions.
@OnRealCluster("the simulated API server is what is compared")
class HonestyIT {

  @Test
  void bothServersAnswerAlike(Cluster cluster) {
    var namespace = cluster.namespace() + "-script";
    var real = Script.play(new RealSide(cluster.api()), namespace);

    assertThat(Differences.between(real, Script.play(new SimSide(), namespace))).isEmpty();
    assertThat(real).as("the record, to be made anew by RecordMain").isEqualTo(Script.recorded());
  }
}
