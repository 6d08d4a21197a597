package dev.ordinal.local;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// The default path of the kubeconfig, for one cluster at a time: the same after a restart, so that
/// other terminals need no change.
public record KubeconfigPlace(Path folder, FolderLock lock) implements AutoCloseable {
  private static final String FILE = "kubeconfig";

  /// In a folder of this name below [#cache].
  public static Optional<KubeconfigPlace> take(String name) {
    return take(cache().resolve(name));
  }

  /// Where `tools/build` keeps its binaries.
  public static Path cache() {
    return Optional.ofNullable(System.getenv("ORDINAL_CACHE"))
        .map(Path::of)
        .orElseGet(
            () ->
                Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
                    .map(Path::of)
                    .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache"))
                    .resolve("ordinal"));
  }

  /// Empty when another cluster uses it, or it cannot be written.
  static Optional<KubeconfigPlace> take(Path folder) {
    try {
      return Optional.of(new KubeconfigPlace(folder, FolderLock.take(folder)));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /// The default path, for users that it is explained to.
  ///
  /// @param isInUse whether another cluster has it
  public record Usual(Path file, boolean isInUse) {}

  public static Usual usual(String name) {
    return usual(cache().resolve(name));
  }

  static Usual usual(Path folder) {
    return new Usual(folder.resolve(FILE), Files.isWritable(folder.resolve("lock")));
  }

  public Path file() {
    return folder.resolve(FILE);
  }

  @Override
  public void close() {
    lock.close();
  }
}
