package dev.ordinal.cli.look;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.cli.option.Screen;
import dev.ordinal.cli.option.ValueText;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.Picture;
import dev.ordinal.plan.Severity;
import dev.ordinal.view.Advice;
import dev.ordinal.view.ClaimRow;
import dev.ordinal.view.OrdinalRow;
import dev.ordinal.view.OrdinalRow.PodFacts;
import dev.ordinal.view.OverviewJson;
import dev.ordinal.view.Overviews;
import dev.ordinal.view.RevisionRow;
import dev.ordinal.view.SetOverview;
import dev.ordinal.view.SetPhase;
import dev.ordinal.view.WaitRow;
import dev.ordinal.view.why.Explanations;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What users and webhooks write reaches no terminal as a command.
class HostileWordsTest {
  /// Red, a link, a bell, a new line, a return, an erased screen in one byte, text from right to
  /// left, and a line of its own.
  private static final String HOSTILE =
      "a\u001b[31mb\u001b]8;;http://x\u0007c\nd\re\u009b2Jf\u202eg\u2066h\u2028i";

  private static final String HARMLESS =
      "a\\u001b[31mb\\u001b]8;;http://x\\u0007c d\\u000de\\u009b2Jf\\u202eg\\u2066h\\u2028i";

  private static final Screen SCREEN =
      new Screen(new PrintWriter(Writer.nullWriter()), false, false, new Screen.Size(9_999, 24));

  /// A set that waits, with hostile words wherever they are free.
  private static SetOverview set() {
    var plain = Overviews.of(Picture.of("replicas=1", "0:v1:pull").snapshot(), List.of());
    var wait =
        new WaitRow(
            "web-0",
            HOSTILE,
            HOSTILE,
            Severity.ALARM,
            Optional.empty(),
            Optional.empty(),
            new Advice(HOSTILE, HOSTILE));
    return new SetOverview(
        plain.key(),
        plain.uid(),
        plain.version(),
        plain.generation(),
        true,
        plain.createdAt(),
        SetPhase.STALLED,
        HOSTILE,
        HOSTILE,
        plain.goal(),
        plain.counts(),
        plain.progress(),
        plain.revisions().stream().map(HostileWordsTest::spoilt).toList(),
        plain.ordinals().stream().map(row -> spoilt(row, wait)).toList(),
        List.of(wait),
        plain.now());
  }

  private static RevisionRow spoilt(RevisionRow row) {
    return new RevisionRow(
        row.name(),
        row.number(),
        row.isCurrent(),
        row.isUpdate(),
        HOSTILE,
        row.createdAt(),
        List.of(HOSTILE),
        row.pods(),
        row.template());
  }

  private static OrdinalRow spoilt(OrdinalRow row, WaitRow wait) {
    var facts = row.facts();
    return new OrdinalRow(
        row.ordinal(),
        row.pod(),
        row.isWanted(),
        row.isUpdated(),
        row.state(),
        HOSTILE,
        new PodFacts(
            facts.uid(),
            facts.revision(),
            facts.createdAt(),
            facts.readySince(),
            HOSTILE,
            HOSTILE,
            0,
            List.of(HOSTILE),
            HOSTILE),
        List.of(new ClaimRow(HOSTILE, HOSTILE, HOSTILE, HOSTILE, HOSTILE, HOSTILE)),
        List.of(wait));
  }

  /// Each line holds the words, spelled out, and nothing that a terminal obeys.
  private static void assertHarmless(Stream<String> lines) {
    var all = lines.toList();
    assertThat(all)
        .allSatisfy(line -> assertThat(line.chars()).noneMatch(HostileWordsTest::isObeyed));
    assertThat(String.join(" ", all)).contains(HARMLESS);
  }

  private static boolean isObeyed(int each) {
    return Character.isISOControl(each)
        || Character.getType(each) == Character.FORMAT
        || Character.getType(each) == Character.LINE_SEPARATOR;
  }

  @Test
  void getIsNotColoured() {
    var set = set();
    assertHarmless(new SetTable(SCREEN, true, false).lines(List.of(set)).stream());
    assertHarmless(new SetTable(SCREEN, true, true).lines(List.of(set)).stream());
    assertHarmless(new SetTree(SCREEN, false).lines(set).stream());
    assertHarmless(new SetTree(SCREEN, true).lines(set).stream());
  }

  @Test
  void whyIsNotColoured() {
    var set = set();
    assertHarmless(new WhyText(SCREEN).lines(set, Explanations.of(set)).stream());
  }

  @Test
  void historyIsNotColoured() {
    assertHarmless(HistoryCommand.lines(SCREEN, set()).stream());
  }

  @Test
  void valuesHoldTheSameWords() {
    var value = OverviewJson.of(set());
    assertThat(ValueText.json(value).lines())
        .allSatisfy(line -> assertThat(line.chars()).noneMatch(HostileWordsTest::isObeyed));
    assertThat(ValueText.yaml(Json.of("a", value)).lines())
        .allSatisfy(line -> assertThat(line.chars()).noneMatch(HostileWordsTest::isObeyed));
  }
}
