package dev.ordinal.diff;

import static dev.ordinal.diff.Scenario.both;
import static dev.ordinal.diff.SetForm.ordered;
import static dev.ordinal.diff.SetForm.parallel;

import dev.ordinal.model.json.Json;
import java.util.List;
import java.util.stream.Stream;

/// Pods come and go: ordinals left out, limits of the scale-up, chosen pods, claims that follow.
final class KruiseScaleScenarios {
  private static final Json ONE = Json.of(1);

  private KruiseScaleScenarios() {}

  static List<Scenario> all() {
    return Stream.of(reserved(), reservedLater(), streaming(), chosen(), retention(), failed())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Scenario> reserved() {
    return Stream.of(
            List.of(
                new Scenario("reserved", ordered(3).reserve(ONE), Play::rest),
                new Scenario("reserved-range", parallel(3).reserve(Json.of("1-2")), Play::rest),
                new Scenario(
                    "reserved-from-start-ordinal",
                    parallel(2).start(2).reserve(Json.of(3)),
                    Play::rest),
                new Scenario(
                    "reserved-canary",
                    parallel(3).reserve(ONE).partition(1),
                    set -> {
                      set.rest();
                      set.oneAfterTheOther();
                      set.image("app:2");
                      set.rest();
                    })))
        .flatMap(List::stream)
        .toList();
  }

  private static List<Scenario> reservedLater() {
    return Stream.of(
            both("reserved-live", ordered(3), set -> reserve(set, 3, "web-1")),
            List.of(
                new Scenario("reserved-and-fewer", parallel(3), set -> reserve(set, 2, "web-1")),
                new Scenario(
                    "reservation-lifted",
                    parallel(2).reserve(ONE),
                    set -> {
                      set.rest();
                      set.edit("lift", set.form().reserve());
                      set.awaitReady("web-1");
                      set.awaitNone("web-2");
                      set.rest();
                    })))
        .flatMap(List::stream)
        .toList();
  }

  private static void reserve(Play set, int replicas, String gone) {
    set.rest();
    set.edit("reserve", set.form().reserve(ONE).with("replicas", Json.of(replicas)));
    set.awaitNone(gone);
    set.rest();
  }

  private static SetForm streaming(Json limit) {
    return parallel(5).readyWhenTold().with("scaleStrategy", Json.of("maxUnavailable", limit));
  }

  private static List<Scenario> streaming() {
    return List.of(
        new Scenario("streaming", streaming(Json.of(2)), KruiseScaleScenarios::stream),
        new Scenario(
            "streaming-forty-percent", streaming(Json.of("40%")), KruiseScaleScenarios::stream));
  }

  private static void stream(Play set) {
    set.awaitRunning("web-1");
    set.still();
    set.ready("web-1");
    set.awaitRunning("web-2");
    set.still();
    for (var pod : List.of("web-0", "web-2", "web-3", "web-4")) {
      set.awaitRunning(pod);
      set.ready(pod);
    }
    set.rest();
  }

  private static void choose(Play set) {
    set.rest();
    set.oneAfterTheOther();
    set.chooseForDeletion("web-1");
    set.awaitReplaced("web-1");
    set.rest();
  }

  private static List<Scenario> chosen() {
    return Stream.of(
            both("chosen", ordered(3), KruiseScaleScenarios::choose),
            List.of(
                new Scenario(
                    "chosen-under-partition",
                    parallel(3).partition(2),
                    set -> {
                      set.rest();
                      set.image("app:2");
                      choose(set);
                    }),
                new Scenario(
                    "two-chosen-one-at-once",
                    parallel(4).goneWhenTold(),
                    set -> {
                      set.rest();
                      set.chooseForDeletion("web-1");
                      set.awaitTerminating("web-1");
                      set.chooseForDeletion("web-3");
                      set.still();
                      set.letGo("web-1");
                      set.awaitReplaced("web-1");
                      set.letGo("web-3");
                      set.awaitReplaced("web-3");
                      set.rest();
                    }),
                new Scenario(
                    "chosen-while-paused",
                    parallel(2).paused(true),
                    set -> {
                      set.rest();
                      set.chooseForDeletion("web-1");
                      set.oursAlone(play -> play.awaitReplaced("web-1"));
                      set.still();
                    })))
        .flatMap(List::stream)
        .toList();
  }

  private static List<Scenario> retention() {
    var claims = parallel(3).claims();
    return List.of(
        new Scenario("claims-kept", claims, KruiseScaleScenarios::downAndUp),
        new Scenario(
            "claims-deleted-with-pods",
            claims.retention("Retain", "Delete"),
            KruiseScaleScenarios::downAndUp),
        new Scenario(
            "claims-deleted-with-both",
            claims.retention("Delete", "Delete"),
            set -> {
              downAndUp(set);
              delete(set);
            }),
        new Scenario(
            "claims-deleted-with-set",
            claims.retention("Delete", "Retain"),
            KruiseScaleScenarios::delete),
        new Scenario(
            "claims-of-a-reserved-ordinal",
            claims.retention("Retain", "Delete"),
            set -> reserve(set, 3, "web-1")));
  }

  private static void downAndUp(Play set) {
    set.rest();
    set.scale(1);
    set.rest();
    set.scale(3);
    set.rest();
  }

  private static void delete(Play set) {
    set.rest();
    set.deleteSet("Background");
    set.deleted();
  }

  private static List<Scenario> failed() {
    return both(
        "failed",
        ordered(3),
        set -> {
          set.rest();
          set.fail("web-1");
          set.awaitReplaced("web-1");
          set.rest();
        });
  }
}
