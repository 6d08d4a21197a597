package dev.ordinal.handover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.json.Json;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The next step, from what there is.
class RouteTest {
  private static final Json.Obj NATIVE =
      Yaml.read(
          """
          apiVersion: apps/v1
          kind: StatefulSet
          metadata: {name: web, namespace: home, uid: old, resourceVersion: "7", generation: 1}
          spec:
            replicas: 1
            selector: {matchLabels: {app: web}}
            updateStrategy: {type: RollingUpdate, rollingUpdate: {partition: 0}}
            template: {metadata: {labels: {app: web}}, spec: {containers: [{name: a, image: b}]}}
          status: {replicas: 1, observedGeneration: 1, currentRevision: web-1, updateRevision: web-1}
          """);

  private static final Json.Obj NEW =
      Yaml.read(
          """
          metadata: {name: web, uid: new, generation: 1, annotations: {ordinal.dev/handover: old}}
          spec: {selector: {matchLabels: {app: web}}, updateStrategy: {type: OnDelete}}
          status: {observedGeneration: 1, currentRevision: web-1, updateRevision: web-1}
          """);

  private static final Json.Obj REVISION =
      Yaml.read("metadata: {name: web-1, uid: r1, labels: {app: web}}");

  private static Json.Obj pod(String owner) {
    return Yaml.read(
        """
        metadata:
          name: web-0
          uid: p0
          labels: {app: web, controller-revision-hash: web-1}
          ownerReferences: [{uid: %s, controller: true}]
        """
            .formatted(owner));
  }

  private static Step next(Json.Obj source, Json.Obj target, boolean isNoted, String owner) {
    return next(
        source, target, isNoted, new Scene.Neighbours(List.of(pod(owner)), List.of(REVISION)));
  }

  private static Step next(
      Json.Obj source, Json.Obj target, boolean isNoted, Scene.Neighbours neighbours) {
    return Route.next(
        Scene.of(
            Way.ADOPT,
            new Scene.Found(
                present(source), present(target), isNoted ? Optional.of(note()) : Optional.empty()),
            neighbours));
  }

  private static Optional<Json.Obj> present(Json.Obj object) {
    return Optional.of(object).filter(found -> !found.equals(Json.EMPTY));
  }

  private static Note note() {
    return Scene.of(
            Way.ADOPT,
            new Scene.Found(Optional.of(NATIVE), Optional.empty(), Optional.empty()),
            new Scene.Neighbours(List.of(pod("old")), List.of(REVISION)))
        .newNote(NATIVE);
  }

  private static Json.Obj status(Json.Obj set, String field, Json value) {
    return set.with("status", set.object("status").with(field, value));
  }

  private static Json.Obj metadata(Json.Obj set, String field, Json value) {
    return set.with("metadata", set.object("metadata").with(field, value));
  }

  @Test
  void noteComesFirst() {
    assertThat(next(NATIVE, Json.EMPTY, false, "old")).isInstanceOf(Step.WriteNote.class);
  }

  @Test
  void notedSetIsOrphanedAtTheVersionThatWasSeen() {
    assertThat(next(NATIVE, Json.EMPTY, true, "old")).isEqualTo(new Step.Orphan("old", "7"));
  }

  @Test
  void setThatHasChangedIsNotedAgain() {
    var changed = metadata(NATIVE, "generation", Json.of(2));
    assertThat(next(changed, Json.EMPTY, true, "old")).isInstanceOf(Step.WriteNote.class);
    var rolled = status(NATIVE, "updateRevision", Json.of("web-2"));
    assertThat(next(rolled, Json.EMPTY, true, "old")).isInstanceOf(Step.WriteNote.class);
  }

  @Test
  void setThatIsGoingIsWaitedFor() {
    var going = metadata(NATIVE, "deletionTimestamp", Json.of("2026-01-01T00:00:00Z"));
    assertThat(next(going, Json.EMPTY, true, "old")).isInstanceOf(Step.Await.class);
    assertThat(next(going, Json.EMPTY, false, "old"))
        .isEqualTo(new Step.Stuck("the set is being deleted"));
  }

  @Test
  void newSetBeginsWithItsUpdatesStopped() {
    assertThat(next(Json.EMPTY, Json.EMPTY, true, "none"))
        .isInstanceOfSatisfying(
            Step.CreateSet.class,
            step -> {
              assertThat(step.body().text("apiVersion")).isEqualTo("apps.kruise.io/v1beta1");
              assertThat(step.body().object("spec").object("updateStrategy"))
                  .isEqualTo(Yaml.read("type: OnDelete"));
              assertThat(step.body().object("metadata").text("uid")).isEmpty();
            });
  }

  @Test
  void podsAreWaitedFor() {
    assertThat(next(Json.EMPTY, NEW, true, "none"))
        .isEqualTo(new Step.Await("web-0 to be adopted"));
    var unseen = status(NEW, "observedGeneration", Json.of(0));
    assertThat(next(Json.EMPTY, unseen, true, "new")).isInstanceOf(Step.Await.class);
  }

  @Test
  void setWithItsPodsGetsItsStrategy() {
    assertThat(next(Json.EMPTY, NEW, true, "new"))
        .isEqualTo(
            new Step.LetGo(
                Yaml.read(
                    """
                    metadata: {uid: new, annotations: {ordinal.dev/handover: null}}
                    spec: {updateStrategy: {type: RollingUpdate, rollingUpdate: {partition: 0}}}
                    """)));
  }

  /// The controller saw the set before it saw that the revision was nobody's.
  @Test
  void revisionThatWasRecordedTwiceIsDroppedAndTheSetLookedAtAgain() {
    var confused = status(NEW, "updateRevision", Json.of("web-2"));
    var second =
        Yaml.read(
            """
            metadata:
              name: web-2
              uid: r2
              labels: {app: web}
              ownerReferences: [{uid: new, controller: true}]
            """);
    var both = new Scene.Neighbours(List.of(pod("new")), List.of(REVISION, second));

    assertThat(next(Json.EMPTY, confused, true, both))
        .isEqualTo(new Step.DropRevision("web-2", "r2"));

    assertThat(next(Json.EMPTY, confused, true, "new"))
        .isEqualTo(
            new Step.Touch(
                Yaml.read(
                    "metadata: {uid: new, annotations: {ordinal.dev/handover: dropped web-2}}")));

    var touched =
        metadata(confused, "annotations", Yaml.read("{ordinal.dev/handover: dropped web-2}"));
    assertThat(next(Json.EMPTY, touched, true, "new")).isInstanceOf(Step.Await.class);
    // It was recorded again: no pod is given up for that.
    assertThat(next(Json.EMPTY, touched, true, both)).isInstanceOf(Step.Stuck.class);
  }

  @Test
  void revisionOfPodsBelowThePartitionIsToldToTheNewController() {
    var promoted = status(NEW, "currentRevision", Json.of("web-9"));
    assertThat(next(Json.EMPTY, promoted, true, "new"))
        .isEqualTo(new Step.MapStatus(Yaml.read("status: {currentRevision: web-1}")));
  }

  @Test
  void noteGoesLast() {
    var own = metadata(NEW, "annotations", Json.EMPTY);
    assertThat(next(Json.EMPTY, own, true, "new")).isEqualTo(new Step.DropNote(Json.EMPTY));
    assertThat(next(Json.EMPTY, own, false, "new")).isEqualTo(new Step.Done());
  }

  @Test
  void twoSetsOfOneNameAreNotTouched() {
    assertThat(next(NATIVE, NEW, false, "old")).isInstanceOf(Step.Stuck.class);
    assertThat(next(NATIVE, NEW, true, "old")).isInstanceOf(Step.Stuck.class);
    assertThat(next(Json.EMPTY, Json.EMPTY, false, "old")).isInstanceOf(Step.Stuck.class);
  }

  @Test
  void noteSurvivesItsWayThroughTheCluster() {
    var written = note().body(Way.ADOPT, Json.EMPTY);
    assertThat(written.object("metadata").text("name")).isEqualTo("ordinal-adopt-web");
    assertThat(stored(written, "", "")).isEqualTo(note());
  }

  private static Note stored(Json.Obj written, String uid, String version) {
    return Note.read(
        Yaml.read(written.object("data").text(Note.KEY)),
        Yaml.read("{uid: '%s', resourceVersion: '%s'}".formatted(uid, version)));
  }

  /// A run may sleep for as long as a laptop does, and another one adopt and release meanwhile.
  @Test
  void noteOfALaterMoveIsNeitherDroppedNorOverwritten() {
    var found = stored(note().body(Way.ADOPT, Json.EMPTY), "n1", "5");
    var neighbours = new Scene.Neighbours(List.of(pod("new")), List.of(REVISION));
    var own = metadata(NEW, "annotations", Json.EMPTY);
    var arrived = new Scene.Found(Optional.empty(), Optional.of(own), Optional.of(found));
    var changed = metadata(NATIVE, "generation", Json.of(2));
    var renewed = new Scene.Found(Optional.of(changed), Optional.empty(), Optional.of(found));

    assertThat(Route.next(Scene.of(Way.ADOPT, arrived, neighbours)))
        .isEqualTo(new Step.DropNote(Yaml.read("{uid: n1, resourceVersion: '5'}")));
    assertThat(Route.next(Scene.of(Way.ADOPT, renewed, neighbours)))
        .isInstanceOfSatisfying(
            Step.WriteNote.class,
            step -> {
              var metadata = step.body().object("metadata");
              assertThat(metadata.text("uid")).isEqualTo("n1");
              assertThat(metadata.text("resourceVersion")).isEqualTo("5");
            });
  }
}
