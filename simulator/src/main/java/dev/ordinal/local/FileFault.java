package dev.ordinal.local;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;

/// Why a file cannot be used. The JDK's own message is often the path alone.
final class FileFault {
  private FileFault() {}

  static String words(IOException e) {
    return switch (e) {
      case AccessDeniedException _ -> "no permission";
      case FileAlreadyExistsException _ -> "there is a file of this name, not a folder";
      case NoSuchFileException _ -> "there is no such folder, and it cannot be created";
      case FileSystemException other ->
          Optional.ofNullable(other.getReason())
              .orElseGet(() -> String.valueOf(other.getMessage()));
      default -> String.valueOf(e.getMessage());
    };
  }
}
