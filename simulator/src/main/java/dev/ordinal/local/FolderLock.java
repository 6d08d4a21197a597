package dev.ordinal.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Lets one process at a time keep its state in a folder. The operating system releases the lock
/// when the process ends.
public record FolderLock(FileChannel channel) implements AutoCloseable {
  static FolderLock take(Path folder) {
    try {
      Files.createDirectories(folder);
      var channel =
          FileChannel.open(
              folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (isTaken(channel)) {
        channel.close();
        throw new IllegalArgumentException(
            "Another `ordinal up` keeps its state in %s: end it, or choose another folder with --data."
                .formatted(folder));
      }
      return new FolderLock(channel);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "The state cannot be kept in %s (%s): choose another folder with --data."
              .formatted(folder, FileFault.words(e)),
          e);
    }
  }

  private static boolean isTaken(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() == null;
    } catch (OverlappingFileLockException _) {
      return true;
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
