package dev.ordinal.command.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LevelFileTest {
  private final List<String> seen = new ArrayList<>();
  private final Path path;
  private final LevelFile file;

  LevelFileTest(@TempDir Path folder) {
    this.path = folder.resolve("level");
    this.file =
        new LevelFile(
            path,
            LogLevel.WARN,
            new LevelFile.Listener(
                level -> seen.add(level.toString()),
                _ -> {},
                remark -> seen.add(remark.replace(path.toString(), "FILE"))));
  }

  @BeforeEach
  void nothingYet() {
    file.read();
    assertThat(seen).isEmpty();
  }

  private void write(String text) throws IOException {
    Files.writeString(path, text);
    file.read();
  }

  @Test
  void levelOfTheFileIsTakenAndItsChangesToo() throws IOException {
    write("debug\n");
    write("INFO");

    assertThat(seen).containsExactly("debug", "info");
  }

  @Test
  void levelThatStaysIsToldOnce() throws IOException {
    write("debug");
    write("debug\n");

    assertThat(seen).containsExactly("debug");
  }

  @Test
  void usualLevelIsBackWithoutTheFile() throws IOException {
    write("debug");
    Files.delete(path);
    file.read();

    assertThat(seen).containsExactly("debug", "warn");
  }

  @Test
  void unknownWordIsToldAndChangesNothing() throws IOException {
    write("verbose");

    assertThat(seen)
        .containsExactly(
            "The log level verbose in FILE is unknown: write error, warn, info or debug.");
  }
}
