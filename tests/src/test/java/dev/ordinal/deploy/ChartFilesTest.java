package dev.ordinal.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.Yaml;
import dev.ordinal.codec.JsonBytes;
import dev.ordinal.model.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The parts of the Helm chart that can be checked without Helm.
class ChartFilesTest {
  private static final Path CHART = Path.of("deploy/helm/ordinal");

  /// Helm reads no file outside of the chart, so that the chart has copies.
  @ParameterizedTest
  @CsvSource({
    "deploy/crd/apps.kruise.io_statefulsets.yaml,   crds/apps.kruise.io_statefulsets.yaml",
    "deploy/crd/apps.kruise.io_imagepulljobs.yaml,  crds/apps.kruise.io_imagepulljobs.yaml",
    "deploy/rbac.yaml,                              files/rbac.yaml",
    "deploy/rbac-namespaced.yaml,                   files/rbac-namespaced.yaml",
    "deploy/rbac-users.yaml,                        files/rbac-users.yaml",
    "deploy/metrics-auth.yaml,                      files/metrics-auth.yaml",
    "deploy/webhook.yaml,                           files/webhook.yaml",
    "deploy/observability/rules.yaml,               files/rules.yaml",
    "deploy/observability/dashboard.json,           files/dashboard.json"
  })
  void copiesAreLikeTheirOriginals(Path original, Path copy) {
    assertThat(CHART.resolve(copy))
        .as("`make manifests` copies %s", original)
        .hasSameTextualContentAs(original);
  }

  @Test
  void everyDefinitionIsInTheChart() throws IOException {
    assertThat(names(CHART.resolve("crds"))).isEqualTo(names(Path.of("deploy/crd")));
  }

  private static SortedSet<String> names(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  @Test
  void schemaKnowsEveryValueAndNoOther() throws IOException {
    var values = Yaml.read(Files.readString(CHART.resolve("values.yaml")));
    var schema = JsonBytes.readObject(Files.readAllBytes(CHART.resolve("values.schema.json")));
    var known = new TreeSet<String>();
    known(schema, "", known);
    // Of charts that contain this one.
    known.remove("/global");
    known.remove("/resources/claims");

    var present = new TreeSet<String>();
    present(values, schema, "", present);
    assertThat(present).isEqualTo(known);
  }

  /// The paths of all values that the schema names.
  private static void known(Json.Obj schema, String path, SortedSet<String> found) {
    schema
        .object("properties")
        .members()
        .forEach(
            (name, value) -> {
              found.add(path + "/" + name);
              known((Json.Obj) value, path + "/" + name, found);
            });
  }

  /// The paths of all values, down to where the schema names none.
  private static void present(
      Json.Obj values, Json.Obj schema, String path, SortedSet<String> found) {
    values
        .members()
        .forEach(
            (name, value) -> {
              var below = schema.object("properties");
              if (below.members().isEmpty()) {
                return;
              }
              found.add(path + "/" + name);
              if (value instanceof Json.Obj object) {
                present(object, below.object(name), path + "/" + name, found);
              }
            });
  }

  @Test
  void everyObjectOfTheSchemaIsClosedOrFree() throws IOException {
    var schema = JsonBytes.readObject(Files.readAllBytes(CHART.resolve("values.schema.json")));
    assertClosed(schema);
  }

  private static void assertClosed(Json.Obj schema) {
    var below = schema.object("properties").members();
    if (!below.isEmpty()) {
      assertThat(schema.text("description")).isNotEmpty();
      if (!schema.text("description").startsWith("Environment")) {
        assertThat(schema.find("additionalProperties")).contains(Json.of(false));
      }
    }
    below.values().forEach(each -> assertClosed((Json.Obj) each));
  }

  @Test
  void versionIsThatOfTheProject() throws IOException {
    var chart = Yaml.read(Files.readString(CHART.resolve("Chart.yaml")));
    var pom = Files.readString(Path.of("pom.xml"));
    assertThat(pom).contains("<version>" + chart.text("version") + "</version>");
    assertThat(chart.text("appVersion")).isEqualTo(chart.text("version"));
  }
}
