package dev.ordinal.bench.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Native controller, kruise-manager and Ordinal in turn, each round on a fresh control plane
/// without client limits: `make bench`. Prints medians. `quick` has one round of small sets, and
/// the name of a controller measures it alone.
public final class PeersBench {
  private PeersBench() {}

  public static void main(String[] arguments) throws IOException {
    var words = List.of(arguments);
    var sizes = words.contains("quick") ? Sizes.QUICK : Sizes.FULL;
    var named = Arrays.stream(Peer.values()).filter(peer -> words.contains(peer.label())).toList();
    var peers = named.isEmpty() ? List.of(Peer.values()) : named;
    var folder = Files.createTempDirectory("ordinal-peers");
    var all = new ArrayList<Measurement>();
    for (var round = 1; round <= sizes.rounds(); round++) {
      for (var peer : peers) {
        System.err.printf("round %d of %d: %s …%n", round, sizes.rounds(), peer.label());
        try (var contender = Contender.start(peer, folder.resolve("ordinal.log"))) {
          all.addAll(Trial.run(contender, sizes));
        }
      }
    }
    System.out.print(new PeersReport(all).markdown());
  }
}
