package dev.ordinal.e2e;

import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.ControllerProcess;
import dev.ordinal.rig.Rig;
import dev.ordinal.rig.User;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/// An older build and this one take over from each other in the middle of updates in place, hooks
/// and growing volumes, again and again; each is killed:
///
///     tools/java --test-classes dev.ordinal.e2e.UpgradeBench CLASSPATH 10
///
/// The first argument is the class path of the older build, the second how often each takes over. A
/// third one is a file, to which what the older build left is written: see `UpgradeTest`.
public final class UpgradeBench {
  private static final String SETS = "apis/apps.kruise.io/v1beta1";
  private static final int CHANGES = 60;

  private final Cluster place;
  private final String older;
  private final Path folder;
  private final Random random = new Random(1);
  private final List<String> left = new ArrayList<>();

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
        Files.write(Path.of(arguments[2]), bench.left);
      }
    }
  }

  private void play(int rounds) {
    var controller = older();
    try (var flight = MidFlight.begin(place)) {
      record("at rest");
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
      record(flight.situation());
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

  /// One line for each set, with all that is its own.
  private void record(String situation) {
    for (var set : List.of("store", "guarded", "disk")) {
      var objects =
          Stream.of(
                  place.list(SETS, "statefulsets"),
                  place.list("api/v1", "pods"),
                  place.list("api/v1", "persistentvolumeclaims"),
                  place.list("apis/apps/v1", "controllerrevisions"))
              .flatMap(List::stream)
              .filter(object -> name(object).matches("(data-)?" + set + "(-.*)?"))
              .map(object -> withKind(object, set))
              .toList();
      left.add(
          JsonText.write(
              Json.of("situation", Json.of(situation)).with("objects", Json.of(objects))));
    }
  }

  /// Lists leave the kinds of their items out.
  private static Json.Obj withKind(Json.Obj object, String set) {
    var isPod = object.object("spec").find("containers").isPresent();
    var kind = isPod ? "Pod" : "PersistentVolumeClaim";
    if (name(object).equals(set)) {
      kind = "StatefulSet";
    } else if (object.find("revision").isPresent()) {
      kind = "ControllerRevision";
    }
    return object
        .with("kind", Json.of(kind))
        .with("metadata", object.object("metadata").without("managedFields"));
  }

  private static String name(Json.Obj object) {
    return object.object("metadata").text("name");
  }
}
