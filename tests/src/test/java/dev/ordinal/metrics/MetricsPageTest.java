package dev.ordinal.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.kube.metrics.Metric;
import dev.ordinal.kube.metrics.Metrics;
import dev.ordinal.plan.Action.Cause;
import dev.ordinal.plan.Action.Purpose;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Holds the page of the metrics to what is exposed.
class MetricsPageTest {
  private static final Path PAGE = Path.of("docs/reference/metrics.md");

  @Test
  void pageHasOneRowForEachMetricAndNoOther() throws IOException {
    assertThat(rows())
        .as("the rows of docs/reference/metrics.md")
        .containsExactlyInAnyOrderElementsOf(Stream.concat(ours(), ofTheProcess()).toList());
  }

  /// Of revisions, not of pods, are two purposes of patches.
  @Test
  void pageNamesEveryCauseOfAChange() throws IOException {
    assertThat(causes("delete")).isEqualTo(lower(EnumSet.allOf(Cause.class)));
    assertThat(causes("patch"))
        .isEqualTo(lower(EnumSet.complementOf(EnumSet.of(Purpose.NUMBER, Purpose.AHEAD))));
  }

  private static Set<String> causes(String change) throws IOException {
    try (var lines = Files.lines(PAGE)) {
      return lines
          .filter(line -> line.startsWith("| `" + change + "` |"))
          .flatMap(line -> Pattern.compile("`([a-z_]+)`").matcher(line).results())
          .skip(1)
          .map(word -> word.group(1))
          .collect(Collectors.toSet());
    }
  }

  private static Set<String> lower(Set<? extends Enum<?>> values) {
    return values.stream()
        .map(value -> value.name().toLowerCase(Locale.ROOT))
        .collect(Collectors.toSet());
  }

  private static List<String> rows() throws IOException {
    try (var lines = Files.lines(PAGE)) {
      return lines
          .filter(line -> line.matches("\\| `[a-z_]+` \\| (counter|gauge|histogram|summary) .*"))
          .toList();
    }
  }

  private static Stream<String> ours() {
    return Stream.of(Metric.values())
        .map(
            metric ->
                row(
                    metric.title(),
                    metric.type() == Metric.Type.INFO
                        ? "gauge"
                        : metric.type().name().toLowerCase(Locale.ROOT),
                    metric.labels(),
                    metric.help()));
  }

  /// Those of the library, which measures the JVM and the process.
  private static Stream<String> ofTheProcess() {
    var text = new String(Metrics.withDefaults().text(), StandardCharsets.UTF_8);
    var exposition = Exposition.parse(text);
    return exposition.families().values().stream()
        .filter(family -> family.name().matches("(jvm|process)_.*"))
        .map(
            family ->
                row(
                    family.name(),
                    family.type(),
                    labels(exposition, family.name()),
                    family.help()));
  }

  private static List<String> labels(Exposition exposition, String family) {
    return exposition.samples().stream()
        .filter(sample -> sample.name().matches(family + "(_sum|_count)?"))
        .flatMap(sample -> sample.labels().keySet().stream())
        .distinct()
        .sorted()
        .toList();
  }

  private static String row(String name, String type, List<String> labels, String help) {
    var cell = labels.stream().map(label -> "`" + label + "`").collect(Collectors.joining(", "));
    return "| `%s` | %s | %s | %s |".formatted(name, type, cell, help);
  }
}
