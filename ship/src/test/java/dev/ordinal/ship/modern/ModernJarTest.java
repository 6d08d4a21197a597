package dev.ordinal.ship.modern;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ModernJarTest {
  /// The only jar of Java 5 that ships.
  private static final Path OLD = jarOf(CommandLine.class);

  @TempDir private Path folder;

  private static Path jarOf(Class<?> type) {
    return Path.of(URI.create(type.getProtectionDomain().getCodeSource().getLocation().toString()));
  }

  private Path rewritten(String name) throws IOException {
    var jar = Files.copy(OLD, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
    assertThat(ModernJarMain.rewrite(jar)).isTrue();
    return jar;
  }

  private static List<String> classes(Path jar) throws IOException {
    try (var zip = new ZipFile(jar.toFile())) {
      return zip.stream()
          .map(entry -> entry.getName())
          .filter(name -> name.endsWith(".class") && !name.contains("-info"))
          .map(name -> name.replace('/', '.').replaceFirst("\\.class$", ""))
          .toList();
    }
  }

  /// The JVM verifies a class before it initializes it.
  @Test
  void everyClassIsVerifiedWithItsStackMaps() throws Exception {
    var jar = rewritten("new.jar");
    try (var loader =
        new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
      var names = classes(jar);
      assertThat(names).hasSizeGreaterThan(100).isEqualTo(classes(OLD));
      for (var name : names) {
        assertThat(Class.forName(name, true, loader).getName()).isEqualTo(name);
      }
    }
  }

  @Test
  void sameJarBecomesTheSameBytesAndIsNotRewrittenAgain() throws IOException {
    var jar = rewritten("one.jar");
    assertThat(jar).hasSameBinaryContentAs(rewritten("two.jar"));
    assertThat(ModernJarMain.rewrite(jar)).isFalse();
  }
}
