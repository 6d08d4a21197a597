package dev.ordinal.view.why;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.SetStatus;
import dev.ordinal.model.SetStatus.Condition;
import dev.ordinal.model.SetStatus.Counts;
import dev.ordinal.plan.Picture;
import dev.ordinal.plan.Snapshot;
import dev.ordinal.plan.Snapshot.Failure;
import dev.ordinal.view.Overviews;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What `ordinal why` says in each situation in which a set is stuck, word for word.
class ExplanationsTest {
  private static final String QUOTA =
      "pods \"web-1\" is forbidden: exceeded quota: two, requested: pods=1, used: pods=2";
  private static final String WEBHOOK =
      "admission webhook \"policy.example.com\" denied the request: no such team";

  /// A block of `stuck.txt`: the situation, the picture, and after `=>` what is said.
  record Situation(String title, String rules, String pods, List<String> said) {
    @Override
    public String toString() {
      return title;
    }

    private static Situation of(String block) {
      var lines = block.lines().toList();
      return new Situation(
          lines.get(0), lines.get(1), lines.get(2), lines.subList(3, lines.size()));
    }

    /// The words `later=SECONDS`, `generation=N`, `fails=quota` and `sized=…` are about what is
    /// around the set.
    Snapshot snapshot() {
      var picture = Picture.of(rules, pods).with(status());
      if (!word("sized").isEmpty()) {
        picture = picture.claims(word("sized").replace(';', ' '));
      }
      if (!word("fails").isEmpty()) {
        var words = word("fails").equals("quota") ? QUOTA : WEBHOOK;
        var retry = Picture.NOW.plusSeconds(10);
        picture = picture.failed(new Failure("Create", "web-1", words, retry));
      }
      var later = word("later").isEmpty() ? 0 : Integer.parseInt(word("later"));
      return picture.snapshot().at(Picture.NOW.plusSeconds(later));
    }

    private SetStatus status() {
      var generation = word("generation").isEmpty() ? 7 : Long.parseLong(word("generation"));
      var since = Picture.NOW.minus(Duration.ofHours(1));
      var moving = new Condition("Progressing", "True", "Scaling", "", since);
      return new SetStatus(
          generation, Counts.ZERO, "v1", "", 0, "", List.of(moving), List.of(), List.of());
    }

    private String word(String name) {
      return Stream.of(rules.split(" "))
          .filter(word -> word.startsWith(name + "="))
          .map(word -> word.substring(name.length() + 1))
          .findFirst()
          .orElse("");
    }
  }

  static List<Situation> situations() throws IOException {
    try (var file = ExplanationsTest.class.getResourceAsStream("/why/stuck.txt")) {
      assertThat(file).isNotNull();
      var text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
      return Stream.of(text.strip().split("\n\n")).map(Situation::of).toList();
    }
  }

  private static List<String> said(Snapshot seen) {
    var lines = new ArrayList<String>();
    for (var each : Explanations.of(Overviews.of(seen, List.of()))) {
      lines.add(each.sentence());
      if (each.isFirst()) {
        lines.add("  ends when " + each.advice().ends());
        if (!each.advice().command().isEmpty()) {
          lines.add("  run: " + each.advice().command());
        }
      }
    }
    return lines;
  }

  @ParameterizedTest
  @MethodSource("situations")
  void everyStuckSetIsExplained(Situation situation) {
    assertThat(said(situation.snapshot())).isEqualTo(situation.said());
  }

  @Test
  void setAtRestNeedsNoExplanation() {
    var seen = new Situation("", "replicas=2", "0:v1:ready 1:v1:ready", List.of()).snapshot();
    assertThat(said(seen)).isEmpty();
  }
}
