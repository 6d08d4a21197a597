package dev.ordinal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.RevisionView;
import dev.ordinal.model.SetStatus;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.Snapshot.Comparison;
import dev.ordinal.plan.Snapshot.Failure;
import dev.ordinal.plan.Snapshot.Findings;
import dev.ordinal.plan.body.Revision;
import dev.ordinal.plan.draw.Sketch;
import dev.ordinal.plan.stage.Planner;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A revision that another controller recorded, with the defaults written out: where our own
/// knowledge of defaults does not tell that it holds the set's template, the API server is asked.
class ForeignRevisionTest {
  private static final String ASKED =
      """
      compare v1
      hold web TemplateUnchecked[revision=v1]
      """;

  /// The template of `v1`, filled in, with a default that the table does not have.
  private static Snapshot seen() {
    var filled =
        Yaml.read(
            """
            metadata: {labels: {app: web}}
            spec:
              heardOfNever: someDefault
              containers:
              - name: main
                image: v1
                terminationMessagePath: /dev/termination-log
                terminationMessagePolicy: File
            """);
    return with(Picture.of("replicas=1", "0:v1:ready").snapshot(), filled, Optional.empty());
  }

  private static Snapshot with(Snapshot seen, Json.Obj template, Optional<Comparison> said) {
    var known = seen.revisions().getFirst();
    var revision = new RevisionView(known.meta(), 1, Revision.payload(template));
    return seen.withRevisions(List.of(revision))
        .with(new Findings(List.of(), Optional.empty(), List.of(), List.of(), said, false));
  }

  private static Snapshot answered(boolean isSame, String written) {
    var seen = seen();
    var template = Revision.template(seen.revisions().getFirst());
    return with(seen, template, Optional.of(new Comparison("v1", written, isSame)));
  }

  private static String hash() {
    return Revision.hash(Revision.payload(seen().set().spec().template()), 0);
  }

  private static String show(Snapshot seen) {
    return Sketch.show(Planner.plan(seen));
  }

  @Test
  void serverIsAskedBeforeAnythingIsTouched() {
    assertThat(show(seen())).isEqualTo(ASKED);
  }

  @Test
  void sameTemplateTouchesNothing() {
    var plan = Planner.plan(answered(true, hash()));

    assertThat(Sketch.show(plan)).isEmpty();
    assertThat(plan.status().updateRevision()).isEqualTo("v1");
  }

  @Test
  void otherTemplateIsRecordedAndRolledOut() {
    assertThat(show(answered(false, hash()))).startsWith("revision web-");
  }

  /// An answer about what the user wrote before says nothing.
  @Test
  void changedTemplateIsAskedForAgain() {
    assertThat(show(answered(true, "other"))).isEqualTo(ASKED);
  }

  @Test
  void whileTheServerDoesNotAnswerTheSetWaits() {
    var seen = seen();
    var failure = new Failure("Update", "v1", "no answer", seen.now().plusSeconds(5));
    var findings = new Findings(List.of(failure), Optional.empty(), List.of());

    assertThat(show(seen.with(findings)))
        .isEqualTo(
            """
            hold v1 RequestFailed[message=no answer]
            hold web TemplateUnchecked[revision=v1]
            """);
  }

  private static Snapshot seen(String rules, String pods) {
    var filled = Revision.template(seen().revisions().getFirst());
    return with(Picture.of(rules, pods).snapshot(), filled, Optional.empty());
  }

  /// Only the rollout waits: pods come and go from the revision that the set has.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          missing pod is created  | replicas=2 | 0:v1:ready            | compare v1, create web-1 v1
          finished pod is replaced | replicas=1 | 0:v1:failed          | compare v1, delete web-0 FINISHED
          condemned pod goes      | replicas=1 | 0:v1:ready 1:v1:ready | compare v1, delete web-1 SCALE_DOWN
          older pod is not updated | replicas=1 revisions=v1 | 0:v0:ready | compare v1
          """)
  void setHealsAndScalesWhileTheServerIsAsked(
      String why, String rules, String pods, String expected) {
    var plan = Planner.plan(seen(rules, pods));

    assertThat(Sketch.show(plan).lines().filter(line -> !line.startsWith("hold")))
        .containsExactly(expected.split(", "));
    assertThat(plan.status().observedGeneration()).isZero();
  }

  private static SetStatus status(long generation, String revision) {
    var none = SetStatus.NONE;
    return new SetStatus(
        generation,
        none.counts(),
        "v1",
        revision,
        0,
        none.labelSelector(),
        List.of(),
        List.of(),
        List.of());
  }

  private static Snapshot after(SetStatus status) {
    var seen = seen();
    var filled = Revision.template(seen.revisions().getFirst());
    var picture = Picture.of("replicas=1", "0:v1:ready").with(status);
    return with(picture.snapshot(), filled, Optional.empty());
  }

  /// A restart forgets the answer, and the status has it.
  @Test
  void templateThatTheStatusHasSeenIsNotAskedAboutAgain() {
    var generation = seen().set().meta().generation();

    assertThat(show(after(status(generation, "v1")))).isEmpty();
    assertThat(show(after(status(generation - 1, "v1")))).isEqualTo(ASKED);
    assertThat(show(after(status(generation, "v0")))).isEqualTo(ASKED);
  }

  /// A template without filled-in defaults needs no dry run: the usual rollout costs no more
  /// requests.
  @Test
  void ownRevisionIsNotAskedAbout() {
    assertThat(Picture.of("replicas=1 template=v2 revisions=v1", "0:v1:ready").actions())
        .startsWith("revision web-");
  }

  @Test
  void kruiseThatStillWritesIsTold() {
    var seen = Picture.of("replicas=1", "0:v1:ready").snapshot();
    var contested =
        new Findings(List.of(), Optional.empty(), List.of(), List.of(), Optional.empty(), true);
    var plan = Planner.plan(seen.with(contested));

    assertThat(Sketch.show(plan)).isEqualTo("hold web KruiseStillRuns[]\n");
    assertThat(plan.notices())
        .containsExactly(
            new Plan.Notice(
                "KruiseStillRuns",
                "web is written to by kruise-manager as well: stop it, or uninstall Ordinal"));
    assertThat(plan.status().findCondition("Ready").orElseThrow().status()).isEqualTo("True");
  }

  @Test
  void podThatMayHaveANewerTemplateSaysWhatItWaitsFor() {
    assertThat(show(seen("replicas=1 revisions=v1", "0:v0:ready")))
        .contains("hold web-0 TemplateUnchecked[revision=v1]\n");
  }

  /// The API server has been asked about another revision.
  @Test
  void answerAboutAnotherRevisionSaysNothing() {
    var seen = seen();
    var template = Revision.template(seen.revisions().getFirst());

    assertThat(show(with(seen, template, Optional.of(new Comparison("v0", hash(), true)))))
        .isEqualTo(ASKED);
  }
}
