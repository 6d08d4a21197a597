package dev.ordinal.ship.bom;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// Prints the notices of what ships: `NoticesMain <licences> <folder of jars>`
public final class NoticesMain {
  private NoticesMain() {}

  public static void main(String[] arguments) throws IOException {
    var text = new StringBuilder("# What this archive contains of others\n\n");
    text.append(
        "Texts of licences and notices are in the jars, below META-INF. The Java runtime in `jre`\n");
    text.append(
        "is OpenJDK (GPL-2.0-only WITH Classpath-exception-2.0); its notices are in `jre/legal`.\n\n");
    text.append("| part | version | licence |\n|---|---|---|\n");
    for (var jar : ShippedJar.in(Path.of(arguments[1]), Path.of(arguments[0]))) {
      if (!jar.group().equals("dev.ordinal")) {
        text.append(
            "| %s:%s | %s | %s |\n"
                .formatted(jar.group(), jar.name(), jar.version(), jar.licence()));
      }
    }
    System.out.write(text.toString().getBytes(StandardCharsets.UTF_8));
    System.out.flush();
  }
}
