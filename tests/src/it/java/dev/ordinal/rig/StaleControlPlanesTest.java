package dev.ordinal.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StaleControlPlanesTest {
  @TempDir Path temp;

  @Test
  void processesAndFolderOfAKilledRunAreRemoved() throws IOException, InterruptedException {
    var folder = Files.createDirectories(temp.resolve("ordinal-1"));
    Files.writeString(folder.resolve("etcd.log"), "…");
    var process = processOf(folder);
    var leftovers = new StaleControlPlanes(temp.resolve("notes"));
    var note = leftovers.note(folder);
    // This JVM did not start at the epoch: the owner counts as gone, its id as reused.
    Files.write(
        note,
        List.of(
            Long.toString(ProcessHandle.current().pid()),
            "1970-01-01T00:00:01Z",
            folder.toString()));

    leftovers.reap();

    assertThat(process.waitFor()).isEqualTo(137);
    assertThat(folder).doesNotExist();
    assertThat(note).doesNotExist();
  }

  @Test
  void livingRunIsLeftAlone() throws IOException {
    var folder = Files.createDirectories(temp.resolve("ordinal-2"));
    var process = processOf(folder);
    var leftovers = new StaleControlPlanes(temp.resolve("notes"));
    var note = leftovers.note(folder);

    leftovers.reap();

    assertThat(process.isAlive()).isTrue();
    assertThat(folder).exists();
    assertThat(note).exists();
    process.destroyForcibly();
  }

  /// Anything whose command line names the folder, as every component's does.
  private static Process processOf(Path folder) throws IOException {
    return new ProcessBuilder("tail", "-f", "/dev/null", folder.resolve("etcd.log").toString())
        .redirectErrorStream(true)
        .start();
  }
}
