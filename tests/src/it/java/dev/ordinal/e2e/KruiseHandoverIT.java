package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.Kruise;
import dev.ordinal.rig.OnRealCluster;
import dev.ordinal.rig.Rig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// kruise-manager is stopped in the middle of updates in place, hooks and growing volumes, and
/// Ordinal goes on; and the other way round.
///
/// `-Dhandovers=30 -Dhandover=7` plays so many moments each way, from that seed on; what was found
/// at each is written to `tests/target/handovers.txt`. `-Dhandover.record=FILE` keeps what
/// kruise-manager left, for `LeftBehindTest`.
@OnRealCluster("kruise-manager is one of the two")
class KruiseHandoverIT {
  private static final int ROUNDS = Integer.getInteger("handovers", 1);
  private static final int SEED = Integer.getInteger("handover", 1);

  /// About as many versions of pods and claims as one change of everything makes.
  private static final int CHANGES = 60;

  private static final Path REPORT = Path.of("tests/target/handovers.txt");

  private static final Optional<Path> RECORD =
      Optional.ofNullable(System.getProperty("handover.record")).map(Path::of);

  @TempDir private Path folder;

  private final Random random = new Random(SEED);
  private final List<String> report = new ArrayList<>();
  private final LeftBehind left = new LeftBehind();

  @Test
  void nothingIsLostAndNothingDoneTwice() {
    try (var rig = Rig.startBare();
        var kruise = Kruise.install(rig, "--feature-gates=StatefulSetAutoResizePVCGate=true");
        var place = rig.enter("handover");
        var flight = MidFlight.begin(place)) {
      place.kubectl("apply", "-f", "deploy/crd");
      assertThatOrdinalOnlyObserves(place, flight);
      for (var round = 0; round < ROUNDS; round++) {
        toOrdinalAndBack(kruise, place, flight);
      }
    }
  }

  /// Without leader election there is no Lease, and the webhooks alone tell. There is enough to do
  /// meanwhile.
  private void assertThatOrdinalOnlyObserves(Cluster place, MidFlight flight) {
    try (var realm = Realm.open(place, folder)) {
      realm.await(
          "the word that it observes",
          () -> realm.controller().log().contains("kruise-manager runs: Ordinal only observes"));
      flight.change();
      land("kruise-manager alone", flight);
      assertThat(realm.writes()).isEmpty();
    }
  }

  private void toOrdinalAndBack(Kruise kruise, Cluster place, MidFlight flight) {
    begin(flight);
    if (random.nextBoolean()) {
      kruise.kill();
    } else {
      kruise.stop();
    }
    var there = note("to Ordinal", flight);
    RECORD.ifPresent(
        file -> {
          left.record(place, flight.situation());
          left.write(file);
        });
    kruise.releaseWebhooks();
    try (var realm = Realm.open(place, folder, "--beside-kruise")) {
      land(there, flight);
      begin(flight);
      if (random.nextBoolean()) {
        realm.controller().kill();
      } else {
        realm.controller().stop();
      }
    }
    var back = note("to kruise-manager", flight);
    kruise.startAgain();
    land(back, flight);
  }

  private void begin(MidFlight flight) {
    flight.change();
    flight.awaitMoment(1 + random.nextInt(CHANGES));
  }

  private static void land(String moment, MidFlight flight) {
    flight.awaitRest();
    flight.assertNothingWasDoneTwice(moment);
  }

  private String note(String way, MidFlight flight) {
    report.add(way + ": " + flight.situation());
    try {
      Files.createDirectories(REPORT.toAbsolutePath().getParent());
      Files.write(REPORT, report);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return report.getLast();
  }
}
