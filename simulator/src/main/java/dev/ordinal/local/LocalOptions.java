package dev.ordinal.local;

import java.nio.file.Path;
import java.util.Optional;

/// The options of a cluster.
///
/// @param speed how much faster than the machine's clock its time passes
/// @param port 0 for any free one
/// @param listen the address to listen on; loopback if empty
/// @param kubeconfig where to write the kubeconfig; a temporary file if empty
/// @param folder where the state is kept across restarts; not kept if empty
/// @param isUnlimited whether its nodes are never full
public record LocalOptions(
    int nodes,
    double speed,
    long seed,
    int port,
    Optional<String> listen,
    Optional<Path> kubeconfig,
    Optional<Path> folder,
    boolean isUnlimited) {
  public LocalOptions(
      int nodes,
      double speed,
      long seed,
      int port,
      Optional<String> listen,
      Optional<Path> kubeconfig,
      Optional<Path> folder) {
    this(nodes, speed, seed, port, listen, kubeconfig, folder, false);
  }

  public LocalOptions {
    demand(nodes > 0 && nodes <= 1000, "A cluster has between 1 and 1000 nodes.");
    demand(speed >= 0.01 && speed <= 1000, "The speed is a factor between 0.01 and 1000.");
    demand(port >= 0 && port < 65536, "A port is a number below 65536.");
  }

  private static void demand(boolean isFine, String sentence) {
    if (!isFine) {
      throw new IllegalArgumentException(sentence);
    }
  }

  /// Four nodes in real time on any free port.
  public static LocalOptions usual() {
    return new LocalOptions(4, 1, 1, 0, Optional.empty(), Optional.empty(), Optional.empty());
  }

  public LocalOptions speed(double factor) {
    return new LocalOptions(nodes, factor, seed, port, listen, kubeconfig, folder, isUnlimited);
  }

  /// Nodes that are never full.
  public LocalOptions unlimited() {
    return new LocalOptions(nodes, speed, seed, port, listen, kubeconfig, folder, true);
  }

  public LocalOptions listen(String address) {
    return new LocalOptions(
        nodes, speed, seed, port, Optional.of(address), kubeconfig, folder, isUnlimited);
  }

  public LocalOptions folder(Path where) {
    return new LocalOptions(
        nodes, speed, seed, port, listen, kubeconfig, Optional.of(where), isUnlimited);
  }

  public LocalOptions kubeconfig(Path file) {
    return new LocalOptions(
        nodes, speed, seed, port, listen, Optional.of(file), folder, isUnlimited);
  }
}
