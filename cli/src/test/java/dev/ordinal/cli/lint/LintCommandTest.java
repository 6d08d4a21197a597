package dev.ordinal.cli.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.command.CommandLines;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LintCommandTest {
  private static final String GOOD =
      """
      apiVersion: apps.kruise.io/v1beta1
      kind: StatefulSet
      metadata: {name: web}
      spec:
        selector: {matchLabels: {app: web}}
        template: {metadata: {labels: {app: web}}, spec: {containers: [{name: app, image: app}]}}
      """;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final Path folder;

  LintCommandTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private int lint(String... arguments) {
    return CommandLines.of(new LintCommand())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  @BeforeEach
  void write() throws IOException {
    Files.createDirectories(folder.resolve("below"));
    Files.writeString(folder.resolve("a.yaml"), GOOD);
    Files.writeString(
        folder.resolve("below/b.yml"), GOOD.replace("spec:\n", "spec:\n  replica: 1\n"));
    Files.writeString(folder.resolve("notes.txt"), "{{");
  }

  @Test
  void foldersAreReadWithAllBelowThem() {
    assertThat(lint("-f", folder.toString())).isEqualTo(1);
    assertThat(out.toString().replace(folder.toString(), "."))
        .isEqualTo(
            """
            ./below/b.yml:5: spec.replica: there is no such field: did you mean replicas?
            2 sets and jobs checked, 1 finding
            """);
  }

  @Test
  void fineIsZero() {
    assertThat(lint("-f", folder.resolve("a.yaml").toString())).isZero();
    assertThat(out).hasToString("1 set or job checked, nothing is wrong\n");
  }

  @Test
  void otherProgramsReadJson() {
    var file = folder.resolve("below/b.yml").toString();

    assertThat(lint("-o", "json", "-f", file)).isEqualTo(1);
    assertThat(out.toString().replace(file, "b.yml"))
        .isEqualTo(
            """
            [{"field":"spec.replica","file":"b.yml","line":5,\
            "message":"there is no such field: did you mean replicas?","object":"StatefulSet/web"}]
            """);
  }

  /// The rest is checked all the same.
  @Test
  void whatCannotBeReadIsSaidWithItsLine() throws IOException {
    Files.writeString(folder.resolve("c.yaml"), "a: b\n  c: {{ .Values.x }}\n");

    assertThat(lint("-f", folder.toString(), folder.resolve("ghost.yaml").toString())).isEqualTo(2);
    assertThat(err.toString().replace(folder.toString(), "."))
        .startsWith("./c.yaml:2: this is no YAML: ")
        .endsWith("./ghost.yaml does not exist\n");
    assertThat(out).asString().endsWith("checked, 1 finding, 2 files could not be read\n");
  }

  @Test
  void emptyFileIsAFailureWhereItIsNamed() throws IOException {
    var empty = Files.writeString(folder.resolve("below/b.yml"), "\n");

    assertThat(lint("-f", folder.toString())).isZero();
    assertThat(lint("-f", empty.toString())).isEqualTo(2);
    assertThat(err).hasToString(empty + " is empty\n");
    assertThat(out).asString().endsWith("0 sets and jobs checked, 1 file could not be read\n");
  }

  @Test
  void withoutAFileThereIsNothingToDo() {
    assertThat(lint()).isEqualTo(2);
    assertThat(err.toString()).contains("--filename");
  }
}
