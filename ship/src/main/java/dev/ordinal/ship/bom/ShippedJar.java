package dev.ordinal.ship.bom;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Properties;
import java.util.jar.JarFile;
import java.util.regex.Pattern;

/// A jar beside the program, with its coordinates and its licence.
record ShippedJar(String group, String name, String version, String licence, String sha256) {
  private static final Pattern FILE = Pattern.compile("(.+?)-(\\d.*)\\.jar");

  /// All jars of a folder, by name.
  ///
  /// @throws IllegalArgumentException with a sentence when the licence of one is not known
  static List<ShippedJar> in(Path folder, Path licences) throws IOException {
    var known = Licences.read(licences);
    var jars = new ArrayList<ShippedJar>();
    try (var files = Files.list(folder)) {
      for (var file : files.filter(each -> each.toString().endsWith(".jar")).sorted().toList()) {
        jars.add(read(file, known));
      }
    }
    return jars;
  }

  private static ShippedJar read(Path file, Licences known) throws IOException {
    var parts = FILE.matcher(file.getFileName().toString());
    if (!parts.matches()) {
      throw new IllegalArgumentException(file + " has no version in its name.");
    }
    var name = parts.group(1);
    var group = group(file, name);
    var hash = sha256(Files.readAllBytes(file));
    return new ShippedJar(group, name, parts.group(2), known.of(group, file), hash);
  }

  /// As Maven wrote it into the jar. The two jars without it were built by Gradle, and are named
  /// like the end of their group.
  private static String group(Path file, String name) throws IOException {
    try (var jar = new JarFile(file.toFile())) {
      var entry =
          jar.stream()
              .filter(
                  each ->
                      each.getName()
                          .matches(
                              "META-INF/maven/[^/]+/" + Pattern.quote(name) + "/pom.properties"))
              .findFirst();
      if (entry.isEmpty()) {
        return name.equals("picocli") ? "info.picocli" : "org." + name;
      }
      var properties = new Properties();
      properties.load(jar.getInputStream(entry.get()));
      return properties.getProperty("groupId", "");
    }
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
