package dev.ordinal.app;

import dev.ordinal.cli.OrdinalCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Runs the commands of a file, one for each line, in one JVM: while the archive for users is
/// built, so that the classes of all of them are in its cache.
public final class RehearsalMain {
  private RehearsalMain() {}

  public static void main(String[] arguments) throws IOException {
    for (var line : Files.readAllLines(Path.of(arguments[0]))) {
      if (!line.startsWith("#")) {
        OrdinalCommand.run(line.split(" "));
      }
    }
  }
}
