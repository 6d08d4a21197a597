package dev.ordinal.rig;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/// Runs the real kubectl as one user in one namespace.
public record Kubectl(Path binary, Path kubeconfig, String namespace) {
  /// The output and the exit code of a run.
  record Outcome(int code, String out, String err) {}

  Outcome run(String input, List<String> arguments) {
    var command = new ArrayList<String>();
    command.add(binary.toString());
    command.add("--kubeconfig=" + kubeconfig);
    command.add("--namespace=" + namespace);
    command.addAll(arguments);
    try {
      var process = new ProcessBuilder(command).start();
      var out = read(process.getInputStream());
      var err = read(process.getErrorStream());
      try (var in = process.getOutputStream()) {
        in.write(input.getBytes(StandardCharsets.UTF_8));
      }
      return new Outcome(process.waitFor(), out.join(), err.join());
    } catch (IOException e) {
      throw new UncheckedIOException("kubectl cannot run", e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted while kubectl ran", e);
    }
  }

  /// Standard output of a run that must succeed.
  public String require(String input, List<String> arguments) {
    var outcome = run(input, arguments);
    if (outcome.code() != 0) {
      throw new AssertionError("kubectl %s: %s".formatted(words(arguments), outcome.err()));
    }
    return outcome.out();
  }

  /// Standard error of a run that must fail.
  public String refused(String input, List<String> arguments) {
    var outcome = run(input, arguments);
    if (outcome.code() == 0) {
      throw new AssertionError(
          "kubectl %s was not refused: %s".formatted(words(arguments), outcome.out()));
    }
    return outcome.err();
  }

  private static String words(List<String> arguments) {
    return String.join(" ", arguments);
  }

  /// On a thread of its own: the common pool has a single one on a small machine, and a command
  /// that lasts would keep it from all others.
  private static CompletableFuture<String> read(InputStream in) {
    return CompletableFuture.supplyAsync(() -> text(in), Thread::startVirtualThread);
  }

  private static String text(InputStream in) {
    try (in) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
