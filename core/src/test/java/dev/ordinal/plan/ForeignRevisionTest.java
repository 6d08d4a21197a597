package dev.ordinal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.Json;
import dev.ordinal.model.RevisionView;
import dev.ordinal.plan.Snapshot.Comparison;
import dev.ordinal.plan.Snapshot.Failure;
import dev.ordinal.plan.Snapshot.Findings;
import dev.ordinal.plan.body.Revision;
import dev.ordinal.plan.draw.Sketch;
import dev.ordinal.plan.stage.Planner;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

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
    return remembering(
        seen,
        List.of(revision),
        new Findings(List.of(), Optional.empty(), List.of(), List.of(), said, false));
  }

  private static Snapshot remembering(
      Snapshot seen, List<RevisionView> revisions, Findings findings) {
    return new Snapshot(
        seen.set(),
        seen.pods(),
        seen.claims(),
        revisions,
        seen.classes(),
        seen.overlaps(),
        seen.jobs(),
        findings,
        seen.now());
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

    assertThat(show(remembering(seen, seen.revisions(), findings)))
        .isEqualTo(
            """
            hold v1 RequestFailed[message=no answer]
            hold web TemplateUnchecked[revision=v1]
            """);
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
    var plan = Planner.plan(remembering(seen, seen.revisions(), contested));

    assertThat(Sketch.show(plan)).isEqualTo("hold web KruiseStillRuns[]\n");
    assertThat(plan.notices())
        .containsExactly(
            new Plan.Notice(
                "KruiseStillRuns",
                "web is written to by kruise-manager as well: stop it, or uninstall Ordinal"));
    assertThat(plan.status().findCondition("Ready").orElseThrow().status()).isEqualTo("True");
  }
}
