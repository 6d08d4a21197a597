package dev.ordinal.e2e;

import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.ControllerProcess;
import dev.ordinal.rig.Rig;
import dev.ordinal.rig.User;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/// An older build and this one take over from each other in the middle of updates in place, hooks
/// and growing volumes, again and again; each is killed:
///
///     tools/java --test-classes dev.ordinal.e2e.UpgradeBench CLASSPATH 10
///
/// The first argument is the class path of the older build, the second how often each takes over. A
/// third one is a file, to which what the older build left is written: see `LeftBehindTest`.
public final class UpgradeBench {
  private static final int CHANGES = 60;

  private final Cluster place;
  private final String older;
  private final Path folder;
  private final Random random = new Random(1);
  private final LeftBehind left = new LeftBehind();

  private UpgradeBench(Cluster place, String older, Path folder) {
    this.place = place;
    this.older = older;
    this.folder = folder;
  }

  public static void main(String[] arguments) throws IOException {
    var folder = Files.createTempDirectory("ordinal-upgrade");
    try (var rig = Rig.start(_ -> {});
        var place = rig.enter("shop")) {
      var bench = new UpgradeBench(place, arguments[0], folder);
      bench.play(Integer.parseInt(arguments[1]));
      if (arguments.length > 2) {
        bench.left.write(Path.of(arguments[2]));
      }
    }
  }

  private void play(int rounds) {
    var controller = older();
    try (var flight = MidFlight.begin(place)) {
      left.record(place, "at rest");
      for (var round = 0; round < rounds; round++) {
        interrupt(flight, controller, "older to newer");
        controller = newer();
        land(flight);
        interrupt(flight, controller, "newer to older");
        controller = older();
        land(flight);
      }
    } finally {
      controller.close();
    }
  }

  private void interrupt(MidFlight flight, ControllerProcess controller, String way) {
    flight.change();
    flight.awaitMoment(1 + random.nextInt(CHANGES));
    controller.kill();
    System.out.println(way + ": " + flight.situation());
    if (way.startsWith("older")) {
      left.record(place, flight.situation());
    }
  }

  private static void land(MidFlight flight) {
    flight.awaitRest();
    flight.assertNothingWasDoneTwice("");
  }

  private ControllerProcess newer() {
    return Realm.open(place, folder).controller();
  }

  private ControllerProcess older() {
    var java = ProcessHandle.current().info().command().orElse("java");
    return ControllerProcess.startCommand(
        folder.resolve("older.log"),
        List.of(
            java,
            "-cp",
            older,
            "dev.ordinal.app.Main",
            "controller",
            "--kubeconfig=" + place.kubeconfig(User.ORDINAL),
            "--namespace=" + place.namespace()));
  }
}
