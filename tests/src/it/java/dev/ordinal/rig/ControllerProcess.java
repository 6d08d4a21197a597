package dev.ordinal.rig;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// The controller as users run it: a process of its own, which a test may kill.
public final class ControllerProcess implements AutoCloseable {
  /// Those that ship, unless a benchmark tries others.
  private static final String FLAGS =
      System.getProperty("controller.flags", "@controller/jvm.options");

  private final Process process;
  private final Path log;

  private ControllerProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /// Starts `ordinal controller` with these arguments, from the classes of this build.
  public static ControllerProcess start(Path log, String... arguments) {
    return start(log, Map.of(), arguments);
  }

  /// The same with these variables in its environment.
  public static ControllerProcess start(
      Path log, Map<String, String> environment, String... arguments) {
    var builder = builder(List.of(arguments));
    builder.environment().putAll(environment);
    return start(log, builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile())));
  }

  /// Starts the controller's own jar, which finds the jars that it needs beside it.
  public static ControllerProcess startJar(Path log, Path jar, String... arguments) {
    var builder = builder(List.of("-jar", jar.toString()), List.of(arguments));
    return start(log, builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile())));
  }

  /// Starts the controller by another command: that of an image, or of an archive.
  public static ControllerProcess startCommand(Path log, List<String> command) {
    return startCommand(log, Map.of(), command);
  }

  /// The same with these variables in its environment.
  public static ControllerProcess startCommand(
      Path log, Map<String, String> environment, List<String> command) {
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    return start(log, builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile())));
  }

  /// `ordinal controller`, talking to the terminal.
  static ControllerProcess startHere(Path folder, List<String> arguments) {
    return start(folder, builder(arguments).redirectOutput(ProcessBuilder.Redirect.INHERIT));
  }

  private static ProcessBuilder builder(List<String> arguments) {
    var program =
        List.of("-cp", System.getProperty("java.class.path"), "dev.ordinal.app.Main", "controller");
    return builder(program, arguments);
  }

  private static ProcessBuilder builder(List<String> program, List<String> arguments) {
    var command = new ArrayList<String>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(List.of(FLAGS.split(" ")));
    command.addAll(program);
    command.addAll(arguments);
    return new ProcessBuilder(command).redirectErrorStream(true);
  }

  private static ControllerProcess start(Path log, ProcessBuilder builder) {
    try {
      var process = builder.start();
      Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
      return new ControllerProcess(process, log);
    } catch (IOException e) {
      throw new UncheckedIOException("the controller cannot start", e);
    }
  }

  public long pid() {
    return process.pid();
  }

  public String log() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// SIGKILL: no shutdown hook runs.
  public void kill() {
    process.destroyForcibly();
    await();
  }

  /// SIGSTOP: it stands still, and its connections stay open.
  public void pause() {
    signal("-STOP");
  }

  /// SIGCONT: it continues as if no time had passed.
  public void resume() {
    signal("-CONT");
  }

  private void signal(String name) {
    try {
      new ProcessBuilder("kill", name, Long.toString(process.pid())).inheritIO().start().waitFor();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException("the signal could not be sent", e);
    }
  }

  /// SIGTERM, and the exit code.
  public int stop() {
    terminate();
    return await();
  }

  /// SIGTERM alone; a second one is what an impatient user sends.
  public void terminate() {
    process.destroy();
  }

  /// Waits for its end, and returns the exit code.
  public int await() {
    return await(Duration.ofMinutes(2));
  }

  public int await(Duration limit) {
    try {
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new AssertionError("the controller does not stop:\n" + log());
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted while the controller stops", e);
    }
  }

  @Override
  public void close() {
    kill();
  }
}
