package dev.ordinal.ship.bom;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.model.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Prints a bill of materials (CycloneDX 1.6):
///
///     BomMain <licences> <name and version of what ships> <jars> <Java runtime> [<records>]
///
/// The records are those of Debian packages, one file for each.
public final class BomMain {
  private BomMain() {}

  public static void main(String[] arguments) throws IOException {
    var components = new ArrayList<Json>();
    for (var jar : ShippedJar.in(Path.of(arguments[2]), Path.of(arguments[0]))) {
      components.add(component(jar));
    }
    components.add(runtime(Path.of(arguments[3])));
    if (arguments.length > 4) {
      components.addAll(packages(Path.of(arguments[4])));
    }
    System.out.write(JsonBytes.write(bill(arguments[1], components)));
    System.out.println();
  }

  private static Json.Obj bill(String what, List<Json> components) {
    var subject = what.split(" ");
    var main =
        object("type", "application", "name", subject[0], "version", subject[1])
            .with("licenses", licence("Apache-2.0"));
    return object("bomFormat", "CycloneDX", "specVersion", "1.6")
        .with("version", Json.of(1))
        .with("metadata", Json.EMPTY.with("component", main))
        .with("components", Json.of(components));
  }

  private static Json.Obj component(ShippedJar jar) {
    var purl = "pkg:maven/%s/%s@%s".formatted(jar.group(), jar.name(), jar.version());
    return object("type", "library", "group", jar.group(), "name", jar.name())
        .with("version", Json.of(jar.version()))
        .with("purl", Json.of(purl))
        .with("bom-ref", Json.of(purl))
        .with("hashes", Json.of(List.of(object("alg", "SHA-256", "content", jar.sha256()))))
        .with("licenses", licence(jar.licence()));
  }

  /// By the file `release` that every runtime has.
  private static Json.Obj runtime(Path home) throws IOException {
    var facts = fields(Files.readAllLines(home.resolve("release")), "=");
    return object("type", "platform", "name", "OpenJDK runtime", "bom-ref", "openjdk")
        .with("version", Json.of(facts.getOrDefault("JAVA_VERSION", "").replace("\"", "")))
        .with("licenses", licence("GPL-2.0-only WITH Classpath-exception-2.0"));
  }

  private static List<Json> packages(Path records) throws IOException {
    var found = new ArrayList<Json>();
    try (var files = Files.list(records)) {
      for (var file : files.sorted().toList()) {
        var facts = fields(Files.readAllLines(file), ": ");
        var purl =
            "pkg:deb/debian/%s@%s?arch=%s"
                .formatted(facts.get("Package"), facts.get("Version"), facts.get("Architecture"));
        found.add(
            object("type", "library", "name", facts.getOrDefault("Package", ""), "purl", purl)
                .with("version", Json.of(facts.getOrDefault("Version", "")))
                .with("bom-ref", Json.of(purl)));
      }
    }
    return found;
  }

  private static Map<String, String> fields(List<String> lines, String separator) {
    var found = new TreeMap<String, String>();
    for (var line : lines) {
      var parts = line.split(separator, 2);
      if (parts.length == 2) {
        found.putIfAbsent(parts[0], parts[1]);
      }
    }
    return found;
  }

  private static Json.Arr licence(String expression) {
    return Json.of(List.of(object("expression", expression)));
  }

  private static Json.Obj object(String... pairs) {
    var object = Json.EMPTY;
    for (var i = 0; i < pairs.length; i += 2) {
      object = object.with(pairs[i], Json.of(pairs[i + 1]));
    }
    return object;
  }
}
