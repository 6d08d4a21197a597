package dev.ordinal.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.SetStatus;
import dev.ordinal.model.SetStatus.Counts;
import dev.ordinal.model.SetStatus.Waiting;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.plan.Picture;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OverviewsTest {
  private static SetOverview of(Picture picture) {
    return Overviews.of(picture.snapshot(), List.of());
  }

  private static String ordinals(SetOverview set) {
    return set.ordinals().stream()
        .map(row -> row.ordinal() + ":" + row.facts().revision() + ":" + row.state().word())
        .collect(Collectors.joining(" "));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          all well           | replicas=2                          | 0:v1:ready 1:v1:ready      | READY
          still to come      | replicas=2                          | 0:v1:ready                 | SCALING
          on the way         | replicas=2 template=v2 revisions=v1,v2 | 0:v1:ready 1:v2:starting | UPDATING
          kept by partition  | replicas=2 partition=1 template=v2 revisions=v1,v2 | 0:v1:ready 1:v2:ready | PARTITIONED
          paused             | replicas=2 paused template=v2 revisions=v1,v2 | 0:v1:ready 1:v1:ready | PAUSED
          left to the user   | replicas=1 onDelete template=v2 revisions=v1,v2 | 0:v1:ready      | PAUSED
          refused            | replicas=1 refused template=v2 revisions=v1,v2 | 0:v1:ready      | STALLED
          going              | replicas=1 deleting                 | 0:v1:ready                 | DELETING
          """)
  void phase(String why, String rules, String pods, SetPhase expected) {
    assertThat(of(Picture.of(rules, pods)).phase()).isEqualTo(expected);
  }

  @Test
  void everyOrdinalHasItsState() {
    var set =
        of(Picture.of("replicas=5", "0:v1:ready 1:v1:pull 2:v1:terminating 3:v1:ready:other"));
    assertThat(ordinals(set))
        .isEqualTo("0:v1:available 1:v1:broken 2:v1:terminating 3:v1:foreign 4::missing");
  }

  @Test
  void podBeyondTheWantedOnesIsShownAndNotCounted() {
    var set = of(Picture.of("replicas=1", "0:v1:ready 1:v1:ready"));
    assertThat(set.ordinals()).extracting(OrdinalRow::isWanted).containsExactly(true, false);
    assertThat(set.progress().total()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"starting, true", "pull, false"})
  void timeThatIsLeftIsEstimatedUnlessAPodIsBroken(String state, boolean isEstimated) {
    var set = of(Picture.of("replicas=2 template=v2 revisions=v1,v2", "0:v1:fresh 1:v2:" + state));
    assertThat(set.progress().remaining().isPresent()).isEqualTo(isEstimated);
  }

  @Test
  void missingPodsAllSayWhomTheyWaitFor() {
    var set = of(Picture.of("replicas=4", "0:v1:pull"));
    assertThat(set.ordinals().getLast().waits())
        .singleElement()
        .satisfies(wait -> assertThat(wait.blocker()).contains("web-0"))
        .satisfies(wait -> assertThat(wait.target()).isEqualTo("web-3"));
  }

  @Test
  void causeComesFirst() {
    var set = of(Picture.of("replicas=3", "0:v1:ready 1:v1:pull"));
    assertThat(set.waits()).extracting(WaitRow::target).containsExactly("web-1", "web-2");
  }

  @Test
  void failureThatTheStatusReportsIsKnown() {
    var message = "the request for web-1 failed and is repeated: exceeded quota";
    var hold = new Waiting("web-1", "RequestFailed", message, Picture.NOW.minusSeconds(90));
    var status =
        new SetStatus(7, Counts.ZERO, "v1", "v1", 0, "", List.of(), List.of(), List.of(hold));
    var seen = Picture.of("replicas=2", "0:v1:ready").with(status).snapshot();
    var set = Overviews.of(ReportedFindings.informed(seen), List.of());
    assertThat(set.reason()).isEqualTo("RequestFailed");
    assertThat(set.waits())
        .singleElement()
        .satisfies(wait -> assertThat(wait.sentence()).isEqualTo(message))
        .satisfies(wait -> assertThat(wait.since()).contains(Picture.NOW.minusSeconds(90)));
  }

  @Test
  void refusalThatTheStatusReportsIsKnown() {
    var message =
        "web-0 waits: the API server, asked every 30 s, refuses the template: no such policy";
    var hold = new Waiting("web-0", "TemplateRefused", message, Picture.NOW);
    var status =
        new SetStatus(7, Counts.ZERO, "v1", "v2", 0, "", List.of(), List.of(), List.of(hold));
    var rules = "replicas=1 template=v2 revisions=v1,v2 unchecked";
    var seen = Picture.of(rules, "0:v1:ready").with(status).snapshot();
    assertThat(Overviews.of(ReportedFindings.informed(seen), List.of()).waits())
        .extracting(WaitRow::sentence)
        .containsExactly(message);
  }

  @Test
  void reportOfAnEarlierGenerationSaysNothing() {
    var hold = new Waiting("web-1", "RequestFailed", "quota", Picture.NOW);
    var status =
        new SetStatus(6, Counts.ZERO, "v1", "v1", 0, "", List.of(), List.of(), List.of(hold));
    var seen = Picture.of("replicas=2", "0:v1:ready").with(status).snapshot();
    assertThat(Overviews.of(ReportedFindings.informed(seen), List.of()).waits()).isEmpty();
  }

  @Test
  void jsonHasWhatThePageNeeds() {
    var json = JsonText.write(OverviewJson.of(of(Picture.of("replicas=2", "0:v1:pull"))));
    assertThat(json)
        .contains("\"phase\":\"Scaling\"", "\"state\":\"BROKEN\"", "\"blocker\":\"web-0\"")
        .contains("\"progress\":{\"done\":0,\"percent\":0,\"total\":2}");
  }

  @Test
  void controlCharactersAreSpelledOut() {
    var row =
        new RevisionRow(
            "web-1",
            1,
            true,
            true,
            "\u001b[31mred",
            Picture.NOW,
            List.of("app\u202e"),
            1,
            dev.ordinal.model.json.Json.EMPTY);
    assertThat(row.cause()).isEqualTo("\\u001b[31mred");
    assertThat(row.images()).containsExactly("app\\u202e");
  }
}
