package dev.ordinal.rig;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/// The folders with the pinned control plane and the other pinned tools, built when absent.
public final class Binaries {
  private Binaries() {}

  /// The pinned control plane, or another one that the caller has built.
  public static Path folder() {
    return Optional.ofNullable(System.getenv("ORDINAL_CONTROL_PLANE"))
        .map(Path::of)
        .orElseGet(() -> built("tools/build"));
  }

  static Path kruise() {
    return built("tools/build-kruise");
  }

  /// The pinned Helm.
  public static Path helm() {
    return built("tools/build-helm").resolve("helm");
  }

  /// Progress goes to our standard error: the first build takes minutes.
  private static Path built(String script) {
    var builder = new ProcessBuilder(script).redirectError(ProcessBuilder.Redirect.INHERIT);
    try {
      var process = builder.start();
      var answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException(script + " failed; its words are above");
      }
      return Path.of(answer.strip());
    } catch (IOException e) {
      throw new UncheckedIOException(script + " cannot run; is this the project's root?", e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted while " + script + " ran", e);
    }
  }

  /// The same folder that `tools/build` writes below.
  static Path cache() {
    return Optional.ofNullable(System.getenv("ORDINAL_CACHE"))
        .map(Path::of)
        .orElseGet(
            () ->
                Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
                    .map(Path::of)
                    .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache"))
                    .resolve("ordinal"));
  }
}
