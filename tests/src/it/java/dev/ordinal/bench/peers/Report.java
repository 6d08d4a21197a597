package dev.ordinal.bench.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Writes what was measured: `peers.md`, `peers.html`, and `peers.tsv` with each single figure.
record Report(Scene scene, Results results) {
  private static final String MARK = "# ";

  void write(Path folder) throws IOException {
    Files.createDirectories(folder);
    var checks = Goals.judge(results);
    Files.writeString(folder.resolve("peers.tsv"), raw());
    Files.writeString(
        folder.resolve("peers.md"), new MarkdownReport(scene, results, checks).text());
    Files.writeString(folder.resolve("peers.html"), new HtmlReport(scene, results, checks).text());
  }

  private String raw() {
    return Stream.concat(
            Stream.of(MARK + scene.line(), Measurement.HEAD),
            results.all().stream().map(Measurement::line))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  /// That of an earlier run, from its raw figures.
  static Report read(Path file) throws IOException {
    var lines = Files.readAllLines(file);
    var scene = Scene.parse(lines.getFirst().substring(MARK.length()));
    return new Report(scene, new Results(lines.stream().skip(2).map(Measurement::parse).toList()));
  }
}
