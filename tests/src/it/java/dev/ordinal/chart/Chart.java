package dev.ordinal.chart;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// The chart as Helm renders it, for the release `ordinal` in the namespace `ordinal-system`.
record Chart(Shell shell) {
  static final Path FOLDER = Path.of("deploy/helm/ordinal");
  private static final Path CASES = Path.of("tests/src/it/resources/chart/values");

  /// The values that tests render: `everything.yaml` …
  static List<Path> cases() {
    try (var files = Files.list(CASES)) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// `flags` are further ones of `helm template`.
  static String command(String flags) {
    return "helm template ordinal %s --namespace ordinal-system %s".formatted(FOLDER, flags);
  }

  List<Json.Obj> objects(String flags) {
    return Arrays.stream(shell.require(command(flags)).split("(?m)^---$"))
        .filter(text -> text.lines().anyMatch(line -> line.startsWith("kind:")))
        .map(Yaml::read)
        .toList();
  }

  /// The objects of one kind.
  static List<Json.Obj> of(List<Json.Obj> objects, String kind) {
    return objects.stream().filter(object -> object.text("kind").equals(kind)).toList();
  }

  static Json.Obj find(List<Json.Obj> objects, String kind, String name) {
    return of(objects, kind).stream()
        .filter(object -> object.object("metadata").text("name").equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + kind + " " + name));
  }

  /// The flags that the Deployment gives the controller.
  static List<String> flags(List<Json.Obj> objects) {
    return container(find(objects, "Deployment", "ordinal")).items("args").stream()
        .map(flag -> ((Json.Str) flag).value())
        .toList();
  }

  static Json.Obj podSpec(Json.Obj deployment) {
    return deployment.object("spec").object("template").object("spec");
  }

  static Json.Obj container(Json.Obj deployment) {
    return (Json.Obj) podSpec(deployment).items("containers").getFirst();
  }

  /// What Helm said to values that it must refuse.
  String refused(String flags) {
    return shell.refused(command(flags));
  }
}
