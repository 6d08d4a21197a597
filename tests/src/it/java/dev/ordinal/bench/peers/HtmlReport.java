package dev.ordinal.bench.peers;

import dev.ordinal.bench.peers.Step.Family;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// The report as one file with pictures, which needs nothing else.
record HtmlReport(Scene scene, Results results, List<GoalCheck> checks) {
  String text() {
    return form()
        .replace("@method@", prose(Prose.METHOD))
        .replace("@caution@", prose(Prose.CAUTION))
        .replace("@environment@", environment())
        .replace("@count@", count())
        .replace("@goals@", goals())
        .replace("@shortfalls@", shortfalls())
        .replace("@time@", rollouts(Quantity.SECONDS, 1))
        .replace("@cpu@", rollouts(Quantity.CPU, 1.2))
        .replace("@writes@", rollouts(Quantity.WRITES, 0))
        .replace("@memory@", new Bars(results, Quantity.RESIDENT, 0, true).draw(results.steps()))
        .replace("@allocated@", rollouts(Quantity.ALLOCATED, 0))
        .replace("@others@", others());
  }

  private String rollouts(Quantity quantity, double goal) {
    return new Bars(results, quantity, goal, quantity == Quantity.WRITES)
        .draw(results.steps(Family::isRollout));
  }

  private String others() {
    var text = new StringBuilder();
    for (var quantity : List.of(Quantity.CPU, Quantity.FIRST_WRITE, Quantity.HEAP)) {
      var drawn =
          new Bars(results, quantity, 0, quantity == Quantity.HEAP)
              .draw(results.steps(family -> !family.isRollout()));
      if (!drawn.isEmpty()) {
        text.append("<h3>%s</h3>%n%s".formatted(capital(quantity.label()), drawn));
      }
    }
    return text.toString();
  }

  private static String capital(String words) {
    return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
  }

  private String environment() {
    return Prose.environment(scene, results).stream()
        .map(line -> "<li>" + prose(line) + "</li>")
        .collect(Collectors.joining("\n"));
  }

  private String count() {
    var passed = checks.stream().filter(GoalCheck::isReached).count();
    var measured = checks.stream().filter(check -> !check.isOpen()).count();
    return "%d of %d".formatted(passed, measured);
  }

  private String goals() {
    return checks.stream()
        .map(
            check ->
                "<tr><td>%s</td><td>%s</td><td class=\"figure\">%s</td><td><span class=\"%s\">%s</span></td></tr>"
                    .formatted(
                        escape(check.goal().quantity()),
                        escape(check.goal().words()),
                        check.measured(),
                        check.word().replace(' ', '-'),
                        check.word()))
        .collect(Collectors.joining("\n"));
  }

  private String shortfalls() {
    var missed = checks.stream().filter(check -> !check.missed().isEmpty()).toList();
    return missed.isEmpty()
        ? "<p>Every goal that was measured is reached.</p>"
        : missed.stream()
            .map(check -> "<li>" + prose(Prose.shortfall(check)) + "</li>")
            .collect(Collectors.joining("\n", "<ul>", "</ul>"));
  }

  /// Of Markdown the two forms that the prose uses.
  private static String prose(String text) {
    return escape(text)
        .replaceAll("`([^`]+)`", "<code>$1</code>")
        .replaceAll("\\*([^*]+)\\*", "<em>$1</em>");
  }

  static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static String form() {
    try (var in = HtmlReport.class.getResourceAsStream("/bench/report.html")) {
      if (in == null) {
        throw new IOException("bench/report.html is not on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
