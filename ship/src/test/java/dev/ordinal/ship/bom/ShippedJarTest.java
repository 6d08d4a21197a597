package dev.ordinal.ship.bom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShippedJarTest {
  @TempDir private Path folder;

  @BeforeEach
  void makeJar() throws IOException {
    Files.createDirectories(folder.resolve("lib"));
    try (var jar =
        new JarOutputStream(Files.newOutputStream(folder.resolve("lib/one-part-1.2.jar")))) {
      jar.putNextEntry(new ZipEntry("META-INF/maven/org.example.parts/one-part/pom.properties"));
      jar.write("groupId=org.example.parts\n".getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
  }

  private Path licences(String lines) throws IOException {
    return Files.writeString(folder.resolve("licences.txt"), lines);
  }

  @Test
  void jarIsKnownByItsGroup() throws IOException {
    assertThat(ShippedJar.in(folder.resolve("lib"), licences("# all\norg.example MIT\n")))
        .extracting(ShippedJar::group, ShippedJar::name, ShippedJar::version, ShippedJar::licence)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("org.example.parts", "one-part", "1.2", "MIT"));
  }

  @Test
  void jarOfAnUnknownLicenceStopsTheBuild() throws IOException {
    var none = licences("org.examples MIT\n");
    assertThatThrownBy(() -> ShippedJar.in(folder.resolve("lib"), none))
        .hasMessage(
            "The licence of one-part-1.2.jar (group org.example.parts) is not known: add it to"
                + " ship/licences.txt.");
  }
}
