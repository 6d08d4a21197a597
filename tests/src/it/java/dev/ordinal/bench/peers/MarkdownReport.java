package dev.ordinal.bench.peers;

import static dev.ordinal.bench.peers.Prose.number;
import static dev.ordinal.bench.peers.Prose.spread;

import dev.ordinal.bench.peers.Step.Family;
import java.util.List;
import java.util.stream.Collectors;

/// The report as a page of the documentation.
record MarkdownReport(Scene scene, Results results, List<GoalCheck> checks) {
  private static final String ROLLOUTS =
      """
      | step | controller | time (s) | × native | writes a pod | conflicts | CPU (s) | × native | API server CPU (s) | resident (MB) |
      |---|---|---|---|---|---|---|---|---|---|
      """;
  private static final String MEMORY =
      """
      | step | controller | allocated (MB) | pauses (ms) | longest so far (ms) | resident (MB) |
      |---|---|---|---|---|---|
      """;
  private static final String OTHERS =
      """
      | step | controller | time (s) | CPU (s) | writes | start to first write (s) | heap after a collection (MB) | resident (MB) |
      |---|---|---|---|---|---|---|---|
      """;
  private static final String ORDER =
      """
      | step | controller | added latency of a pod (ms) | most pods down | beyond the budget | needless writes |
      |---|---|---|---|---|---|
      """;

  String text() {
    return String.join(
        "\n",
        "# Beside the native controller and kruise-manager\n",
        "The same with pictures: [peers.html](peers.html). Each single figure: [peers.tsv](peers.tsv).\n",
        Prose.wrapped(Prose.METHOD, ""),
        Prose.environment(scene, results).stream()
            .map(line -> "- " + line)
            .collect(Collectors.joining("\n", "", "\n")),
        Prose.wrapped(Prose.CAUTION, ""),
        "## Goals\n",
        goals(),
        "## What is not reached\n",
        shortfalls(),
        "## Rollouts\n",
        table(ROLLOUTS, results.steps(Family::isRollout), this::rollout),
        "## Order and safety\n",
        table(ORDER, results.steps(family -> family.isRollout()), this::order),
        "## Rest, crowds and starts\n",
        table(OTHERS, results.steps(family -> !family.isRollout()), this::other),
        "## Allocation and pauses\n",
        table(MEMORY, results.steps(), this::memory));
  }

  private String goals() {
    var text = new StringBuilder("| quantity | goal | measured | |\n|---|---|---|---|\n");
    for (var check : checks) {
      var goal = check.goal();
      var word = check.word().equals("missed") ? "**missed**" : check.word();
      text.append(
          "| %s | %s | %s | %s |\n"
              .formatted(goal.quantity(), goal.words(), check.measured(), word));
    }
    return text.toString();
  }

  private String shortfalls() {
    var lines =
        checks.stream()
            .filter(check -> !check.missed().isEmpty())
            .map(check -> Prose.wrapped("- " + Prose.shortfall(check), "  "))
            .collect(Collectors.joining());
    return lines.isEmpty() ? "Every goal that was measured is reached.\n" : lines;
  }

  /// A row for a controller in a step.
  private interface Row {
    String of(Step step, Peer peer);
  }

  private String table(String head, List<Step> steps, Row row) {
    var text = new StringBuilder(head);
    for (var step : steps) {
      for (var peer : results.peers(step)) {
        text.append("| %s | %s | %s |\n".formatted(step.title(), peer.label(), row.of(step, peer)));
      }
    }
    return text.toString();
  }

  private String rollout(Step step, Peer peer) {
    return String.join(
        " | ",
        spread(results, step, peer, Quantity.SECONDS),
        times(step, peer, Quantity.SECONDS),
        number(results.writesPerPod(step, peer), 2),
        cell(step, peer, Quantity.CONFLICTS),
        spread(results, step, peer, Quantity.CPU),
        times(step, peer, Quantity.CPU),
        cell(step, peer, Quantity.SERVER_CPU),
        cell(step, peer, Quantity.RESIDENT));
  }

  private String order(Step step, Peer peer) {
    return String.join(
        " | ",
        cell(step, peer, Quantity.ADDED_LATENCY),
        cell(step, peer, Quantity.MOST_DOWN),
        cell(step, peer, Quantity.BUDGET_EXCEEDED),
        cell(step, peer, Quantity.NEEDLESS));
  }

  private String other(Step step, Peer peer) {
    return String.join(
        " | ",
        cell(step, peer, Quantity.SECONDS),
        spread(results, step, peer, Quantity.CPU),
        cell(step, peer, Quantity.WRITES),
        cell(step, peer, Quantity.FIRST_WRITE),
        cell(step, peer, Quantity.HEAP),
        cell(step, peer, Quantity.RESIDENT));
  }

  private String memory(Step step, Peer peer) {
    return String.join(
        " | ",
        cell(step, peer, Quantity.ALLOCATED),
        cell(step, peer, Quantity.PAUSES),
        cell(step, peer, Quantity.LONGEST_PAUSE),
        cell(step, peer, Quantity.RESIDENT));
  }

  private String cell(Step step, Peer peer, Quantity quantity) {
    return number(results.median(step, peer, quantity), quantity.digits());
  }

  private String times(Step step, Peer peer, Quantity quantity) {
    var yardstick = results.median(step, Peer.NATIVE, quantity);
    return yardstick.orElse(0) == 0
        ? ""
        : number(Results.with(results.median(step, peer, quantity), yardstick, (a, b) -> a / b), 2);
  }
}
