package dev.ordinal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.Meta;
import dev.ordinal.model.Meta.Owner;
import dev.ordinal.model.RevisionView;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.plan.body.Revision;
import dev.ordinal.plan.draw.Sketch;
import dev.ordinal.plan.stage.Planner;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RevisionStageTest {

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          newest keeps its number        | template=v2 revisions=v1,v2             | 0:v2:ready | -
          rollback brings the old back   | template=v1 revisions=v1,v2 current=v2  | 0:v1:ready | patch v1 NUMBER
          limit keeps the newest         | template=v4 revisions=v1,v2,v3,v4 history=2 current=v4 | 0:v4:ready | forget v1
          limit of zero keeps none       | template=v4 revisions=v1,v2,v3,v4 history=0 current=v4 | 0:v4:ready | forget v1, forget v2, forget v3
          negative limit keeps all       | template=v4 revisions=v1,v2,v3,v4 history=-1 current=v4 | 0:v4:ready | -
          limit not reached              | template=v4 revisions=v1,v2,v3,v4 history=3 current=v4 | 0:v4:ready | -
          a pod's revision stays         | template=v4 revisions=v1,v2,v3,v4 history=0 current=v4 partition=1 | 0:v2:ready | forget v1, forget v3
          the current revision stays     | template=v4 revisions=v1,v2,v3,v4 history=0 current=v1 partition=1 | 0:v4:ready | forget v2, forget v3
          a condemned pod's stays        | template=v4 revisions=v1,v2,v3,v4 history=0 current=v4 parallel | 0:v4:ready 1:v1:terminating | forget v2, forget v3
          nothing goes with the set      | template=v2 revisions=v1,v2 history=0 current=v2 deleting | 0:v2:ready | -
          """)
  void history(String why, String rules, String pods, String expected) {
    assertThat(Picture.of("replicas=1 " + rules, pods).actions()).isEqualTo(expected);
  }

  @Test
  void rollbackTakesTheNextNumberAndMakesNoRevision() {
    var plan = Picture.of("template=v1 revisions=v1,v2 current=v2", "0:v2:ready").plan();

    assertThat(Sketch.show(plan)).isEqualTo("patch v1 NUMBER\ndelete web-0 UPDATE\n");
    assertThat(plan.chains().getFirst().actions().getFirst())
        .isInstanceOfSatisfying(
            Action.PatchRevision.class,
            patch ->
                assertThat(JsonText.write(patch.body()))
                    .isEqualTo("{\"metadata\":{\"uid\":\"rev-v1\"},\"revision\":3}"));
  }

  @Test
  void lostCurrentRevisionIsReplacedByTheNewest() {
    var plan = Picture.of("template=v2 revisions=v2 current=v1", "0:v1:ready").plan();

    assertThat(plan.status().currentRevision()).isEqualTo("v2");
  }

  @Test
  void takenNameIsCountedAndAvoided() {
    assertThat(Picture.of("noRevision", "").actions()).isEqualTo("revision web-6466b89fb");
    assertThat(Picture.of("noRevision", "").taken("web-6466b89fb").actions())
        .isEqualTo("revision web-6466b89fc");
  }

  /// The hash of our own older revision may be the same.
  @Test
  void nameOfAnotherTemplateOfOursIsAvoidedToo() {
    var seen = Picture.of("template=v1 revisions=v0", "").snapshot();

    assertThat(Sketch.show(Planner.plan(renamed(seen, "web-6466b89fb"))))
        .startsWith("revision web-6466b89fc\n");
  }

  @Test
  void collisionsAreRememberedInTheStatus() {
    var seen = Picture.of("replicas=1", "").taken("web-6466b89fb").snapshot();
    var plan = Planner.plan(renamed(seen, "web-6466b89fc"));

    assertThat(plan.status().collisionCount()).isEqualTo(1);
    assertThat(plan.status().updateRevision()).isEqualTo("web-6466b89fc");
  }

  private static Snapshot renamed(Snapshot seen, String name) {
    var only = seen.revisions().getFirst();
    var meta = Picture.meta(name, only.uid(), Optional.empty(), List.of(Picture.SET));
    return with(seen, new RevisionView(meta, only.number(), only.payload()));
  }

  /// Neither an upgrade of a controller nor a takeover may roll a pod.
  @Test
  void revisionOfAnotherHandIsTheSame() {
    var seen = Picture.of("replicas=1", "0:v1:ready").snapshot();
    var only = seen.revisions().getFirst();
    var padded = with(only, "spec", Json.of("nodeSelector", Json.EMPTY));
    var other = with(only, "spec", Json.of("nodeName", Json.of("a")));

    assertThat(Planner.plan(with(seen, padded)).isAtRest()).isTrue();
    assertThat(Sketch.show(Planner.plan(with(seen, other)))).startsWith("revision web-");
  }

  private static RevisionView with(RevisionView revision, String member, Json.Obj more) {
    var template = Rules.template("v1");
    var grown = template.object(member);
    for (var each : more.members().entrySet()) {
      grown = grown.with(each.getKey(), each.getValue());
    }
    var payload = dev.ordinal.plan.body.Revision.payload(template.with(member, grown));
    return new RevisionView(revision.meta(), revision.number(), payload);
  }

  private static Snapshot with(Snapshot seen, RevisionView revision) {
    return seen.withRevisions(List.of(revision));
  }

  private static RevisionView revision(
      String name, Optional<Instant> deletedAt, int age, List<Owner> owners) {
    var meta = Picture.meta(name, "rev-" + name, deletedAt, owners);
    var aged =
        new Meta(
            "shop",
            name,
            meta.uid(),
            1,
            1,
            meta.labels(),
            meta.annotations(),
            owners,
            List.of(),
            Picture.NOW.minusSeconds(age),
            deletedAt);
    return new RevisionView(aged, 1, Revision.payload(Rules.template(name)));
  }

  private static RevisionView revision(String name, int age) {
    return revision(name, Optional.empty(), age, List.of(Picture.SET));
  }

  /// The API server waits for others to let go of it.
  @Test
  void revisionThatIsDeletedIsNotDeletedAgain() {
    var gone = revision("v0", Optional.of(Picture.NOW), 600, List.of(Picture.SET));
    var seen = Picture.of("history=0", "0:v1:ready").snapshot();

    assertThat(show(seen.withRevisions(List.of(gone, revision("v1", 60))))).isEmpty();
    assertThat(show(seen.withRevisions(List.of(revision("v0", 600), revision("v1", 60)))))
        .isEqualTo("forget v0\n");
  }

  /// Two controllers may have recorded one each at the same time.
  @Test
  void youngerOfTwoRevisionsWithOneNumberIsTheNewer() {
    var seen = Picture.of("template=v2 current=v2", "0:v2:ready").snapshot();

    assertThat(show(seen.withRevisions(List.of(revision("v1", 60), revision("v2", 30))))).isEmpty();
    assertThat(show(seen.withRevisions(List.of(revision("v1", 30), revision("v2", 60)))))
        .isEqualTo("patch v2 NUMBER\n");
  }

  /// Its labels say that it is the history of another set.
  @Test
  void revisionThatIsNotSelectedIsLeftToOthers() {
    var meta = revision("v2", Optional.empty(), 60, List.of()).meta();
    var labelled =
        new Meta(
            "shop",
            "v2",
            "rev-v2",
            1,
            1,
            new TreeMap<>(Map.of("app", "other")),
            meta.annotations(),
            List.of(),
            List.of(),
            meta.createdAt(),
            Optional.empty());
    var orphan = new RevisionView(labelled, 2, Revision.payload(Rules.template("v2")));
    var seen = Picture.of("template=v2 current=v1", "0:v1:ready").snapshot();

    assertThat(show(seen.withRevisions(List.of(revision("v1", 60), orphan))))
        .startsWith("revision web-");
  }

  private static String show(Snapshot seen) {
    return Sketch.show(Planner.plan(seen));
  }
}
