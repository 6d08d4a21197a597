package dev.ordinal.cli.pull;

import dev.ordinal.cli.option.AgeText;
import dev.ordinal.cli.option.AlignedTable;
import dev.ordinal.cli.option.Screen;
import dev.ordinal.cli.option.Screen.Tone;
import dev.ordinal.cli.pull.NodePull.State;
import dev.ordinal.model.json.Json;
import java.time.Instant;
import java.util.List;

/// Pulls for people, and as a value.
public record PullText(Screen screen) {

  public List<String> lines(List<PullRow> pulls, Instant now) {
    if (pulls.isEmpty()) {
      return List.of("No image is pulled for this set.");
    }
    var table = new AlignedTable("NODE", "STATE", "WHY");
    for (var pull : pulls) {
      table.span(
          "%s %s, %s: %s"
              .formatted(
                  screen.paint(Tone.STRONG, pull.job()),
                  pull.image(),
                  AgeText.between(pull.createdAt(), now),
                  pull.message().isEmpty() ? "not begun" : pull.message()));
      for (var i = 0; i < pull.nodes().size(); i++) {
        var each = pull.nodes().get(i);
        var state = each.state();
        table.row(
            (i == pull.nodes().size() - 1 ? "└─ " : "├─ ") + each.node(),
            screen.paint(state.tone(), state.icon() + " " + state.word()),
            each.words());
      }
    }
    return table.lines();
  }

  public static Json value(List<PullRow> pulls) {
    return Json.of("items", Json.of(pulls.stream().map(PullText::of).toList()));
  }

  private static Json.Obj of(PullRow pull) {
    return Json.of("name", Json.of(pull.job()))
        .with("image", Json.of(pull.image()))
        .with("createdAt", Json.of(pull.createdAt().toString()))
        .with("isOver", Json.of(pull.isOver()))
        .with("message", Json.of(pull.message()))
        .with("succeeded", Json.of(pull.count(State.DONE)))
        .with("failed", Json.of(pull.count(State.FAILED)))
        .with("nodes", Json.of(pull.nodes().stream().map(PullText::of).toList()));
  }

  private static Json.Obj of(NodePull node) {
    var json = Json.of("node", Json.of(node.node())).with("state", Json.of(node.state().word()));
    return node.words().isEmpty() ? json : json.with("words", Json.of(node.words()));
  }
}
