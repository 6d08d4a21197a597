package dev.ordinal.rig;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A command of this machine, its environment besides the test's own, and where it runs.
public record Program(List<String> command, Map<String, String> environment, Path folder) {
  /// How it ended; standard error is part of the text.
  public record Ending(int code, String text) {}

  public static Program of(String... command) {
    return new Program(List.of(command), Map.of(), Path.of(""));
  }

  public Program with(String name, String value) {
    return new Program(command, Map.of(name, value), folder);
  }

  public Program in(Path where) {
    return new Program(command, environment, where);
  }

  public Ending run() {
    var builder = new ProcessBuilder(command).directory(folder.toAbsolutePath().toFile());
    builder.environment().putAll(environment);
    try {
      var process = builder.redirectErrorStream(true).start();
      process.getOutputStream().close();
      var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Ending(process.waitFor(), text);
    } catch (IOException e) {
      throw new UncheckedIOException(command + " cannot run", e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted while " + command + " ran", e);
    }
  }

  /// What it prints; fails the test when it fails.
  public String require() {
    var ending = run();
    if (ending.code() != 0) {
      throw new AssertionError(
          "%s ended with %d:%n%s".formatted(command, ending.code(), ending.text()));
    }
    return ending.text();
  }
}
