package dev.ordinal.honesty;

import dev.ordinal.model.json.JsonText;
import dev.ordinal.rig.Rig;
import dev.ordinal.sim.honesty.Script;
import java.io.IOException;
import java.nio.file.Files;

/// Plays the script on the real control plane and writes down what it said: after a change of the
/// script, or of the pinned Kubernetes.
public final class RecordMain {
  private RecordMain() {}

  public static void main(String[] unused) throws IOException {
    try (var rig = Rig.start(line -> System.out.println(line))) {
      var lines = Script.play(new RealSide(rig.api()), "honesty-1").stream().map(JsonText::write);
      Files.write(Script.RECORD, lines.toList());
    }
  }
}
