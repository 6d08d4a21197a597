package dev.ordinal.bench.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/// Native controller, kruise-manager and Ordinal in turn, each round on a fresh control plane
/// without client limits: `make bench`. Writes a report after each of them; sizes and controllers
/// are [Options].
public final class PeersBench {
  private PeersBench() {}

  public static void main(String[] arguments) throws IOException {
    var options = Options.of(List.of(arguments));
    if (options.from().isPresent()) {
      Report.read(options.from().get()).write(options.out());
      return;
    }
    measure(options);
    System.out.println("The report is in " + options.out().toAbsolutePath());
  }

  /// A controller that does not come to an end leaves gaps in the report, and the others go on.
  private static void measure(Options options) throws IOException {
    var folder = Files.createTempDirectory("ordinal-peers");
    var scene = Scene.now(options);
    var all = new ArrayList<Measurement>();
    var failures = new ArrayList<String>();
    for (var round = 1; round <= options.size("rounds"); round++) {
      for (var peer : options.peers()) {
        if (peer != Peer.LIMITED || options.size("big") > 0) {
          System.err.printf("round %d of %d: %s%n", round, options.size("rounds"), peer.label());
          try (var contender = Contender.start(peer, folder)) {
            Trial.run(contender, options, round, all::addAll);
          } catch (IllegalStateException | AssertionError e) {
            failures.add("round %d, %s: %s".formatted(round, peer.label(), e.getMessage()));
          }
          scene = scene.ended();
          new Report(scene, new Results(all)).write(options.out());
        }
      }
    }
    if (!failures.isEmpty()) {
      throw new IllegalStateException("Not measured:\n" + String.join("\n", failures));
    }
  }
}
