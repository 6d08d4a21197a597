package dev.ordinal.diff;

import static dev.ordinal.diff.Scenario.both;
import static dev.ordinal.diff.SetForm.ordered;
import static dev.ordinal.diff.SetForm.parallel;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.JsonSource;
import java.util.List;
import java.util.stream.Stream;

/// Updates as Kruise offers them: in place, within a budget, in an order of one's own, with pauses.
final class KruiseUpdateScenarios {
  private KruiseUpdateScenarios() {}

  static List<Scenario> all() {
    return Stream.of(inPlace(), inPlaceTurns(), budgets(), replaced(), priorities(), pauses())
        .flatMap(List::stream)
        .toList();
  }

  private static void update(Play set, String... images) {
    set.rest();
    set.oneAfterTheOther();
    for (var image : images) {
      set.image(image);
      set.rest();
    }
  }

  private static List<Scenario> inPlace() {
    return Stream.of(
            both("in-place", ordered(3).inPlace(), set -> update(set, "app:2")),
            List.of(
                new Scenario(
                    "in-place-and-back",
                    parallel(2).inPlace(),
                    set -> update(set, "app:2", "app:1")),
                new Scenario(
                    "in-place-only",
                    parallel(2).inPlace("InPlaceOnly"),
                    set -> update(set, "app:2")),
                new Scenario("in-place-after-grace", grace(), set -> update(set, "app:2")),
                new Scenario(
                    "in-place-canary",
                    parallel(4).inPlace().partition(2),
                    set -> {
                      update(set, "app:2");
                      set.partition(0);
                      set.rest();
                    }),
                new Scenario(
                    "in-place-two-containers",
                    parallel(2).inPlace().podSpec("containers", containers("app:1", "log:1")),
                    set -> {
                      set.rest();
                      var next = containers("app:2", "log:2");
                      set.edit("both images", set.form().podSpec("containers", next));
                      set.rest();
                    })))
        .flatMap(List::stream)
        .toList();
  }

  private static SetForm grace() {
    var strategy = Json.of("gracePeriodSeconds", Json.of(1));
    return parallel(2).inPlace().rolling("inPlaceUpdateStrategy", strategy);
  }

  private static Json containers(String... images) {
    return Json.of(
        Stream.of(images)
            .map(
                image ->
                    JsonSource.readObject(
                        """
                        {"name": "%s", "image": "%s", "imagePullPolicy": "IfNotPresent",
                         "resources": {}, "terminationMessagePath": "/dev/termination-log",
                         "terminationMessagePolicy": "File"}
                        """
                            .formatted(image.split(":")[0], image)))
            .toList());
  }

  /// What cannot be done in place, and updates that another one overtakes.
  private static List<Scenario> inPlaceTurns() {
    return List.of(
        new Scenario(
            "in-place-impossible",
            parallel(2).inPlace(),
            set -> {
              set.rest();
              set.oneAfterTheOther();
              set.edit("dns", set.form().podSpec("dnsPolicy", Json.of("Default")));
              set.rest();
            }),
        new Scenario(
            "in-place-label",
            parallel(2).inPlace(),
            set -> {
              set.rest();
              set.edit("a label", set.form().labelled("tier", "front"));
              set.rest();
            }),
        new Scenario(
            "in-place-two-at-once", parallel(5).inPlace().maxUnavailable(2), set -> stuck(set)),
        new Scenario(
            "in-place-bad-image-then-fixed-ordered",
            ordered(2).inPlace(),
            set -> {
              set.rest();
              set.image("app:never-ready");
              set.awaitUnready("web-1");
              set.still();
              set.image("app:3");
              set.oursAlone(play -> play.awaitReady("web-0", "app:3"));
              set.still();
            }));
  }

  /// The first of them never become ready; those of the next template do.
  private static void stuck(Play set) {
    set.rest();
    set.image("app:never-ready");
    set.awaitUnready("web-4");
    set.awaitUnready("web-3");
    set.still();
    set.image("app:3");
    set.rest();
  }

  private static List<Scenario> budgets() {
    return List.of(
        new Scenario(
            "two-at-once", parallel(5).maxUnavailable(2).goneWhenTold(), BudgetScenarios::window),
        new Scenario(
            "forty-percent",
            parallel(5).maxUnavailable("40%").goneWhenTold(),
            BudgetScenarios::window),
        new Scenario(
            "two-at-once-with-one-down",
            parallel(5).maxUnavailable(2).goneWhenTold(),
            set -> {
              set.rest();
              set.unready("web-1");
              set.image("app:2");
              set.awaitTerminating("web-4");
              set.oursAlone(play -> play.awaitTerminating("web-1"));
              set.still();
            }),
        new Scenario(
            "one-at-once-with-three-down",
            parallel(4).goneWhenTold(),
            set -> {
              set.rest();
              List.of("web-0", "web-1", "web-2").forEach(set::unready);
              set.image("app:2");
              set.oursAlone(play -> play.awaitTerminating("web-2"));
              set.still();
            }));
  }

  private static List<Scenario> replaced() {
    return Stream.of(
            both("replaced", ordered(3), set -> update(set, "app:2")),
            List.of(
                new Scenario(
                    "replaced-after-min-ready",
                    parallel(2).rolling("minReadySeconds", Json.of(1)),
                    set -> update(set, "app:2")),
                new Scenario(
                    "changed-back-midway", parallel(3).goneWhenTold(), UpdateScenarios::midway),
                new Scenario(
                    "killed-on-both-sides-of-partition",
                    parallel(3).partition(2),
                    UpdateScenarios::bothSides),
                new Scenario(
                    "on-delete",
                    parallel(2).onDelete(),
                    set -> {
                      update(set, "app:2");
                      set.kill("web-0");
                      set.awaitReplaced("web-0");
                      set.rest();
                    })))
        .flatMap(List::stream)
        .toList();
  }

  private static SetForm byPriority(String strategy) {
    var priority = Json.of("priorityStrategy", JsonSource.readObject(strategy));
    return parallel(4).rolling("unorderedUpdate", priority);
  }

  private static final String WEIGHTS =
      """
      {"weightPriority": [
        {"weight": 50, "matchSelector": {"matchLabels": {"rank": "1"}}},
        {"weight": 20, "matchSelector": {"matchLabels": {"rank": "2"}}}]}
      """;

  private static List<Scenario> priorities() {
    return List.of(
        new Scenario("weights", byPriority(WEIGHTS).inPlace(), set -> ranked(set)),
        new Scenario(
            "order-by-label",
            byPriority("{\"orderPriority\": [{\"orderedKey\": \"rank\"}]}").inPlace(),
            set -> ranked(set)),
        new Scenario(
            "weights-under-partition",
            byPriority(WEIGHTS).inPlace().partition(3),
            set -> {
              rank(set);
              set.image("app:2");
              set.awaitReady("web-0", "app:2");
              set.still();
            }));
  }

  private static void rank(Play set) {
    set.rest();
    set.label("web-0", "rank", Json.of("1"));
    set.label("web-2", "rank", Json.of("2"));
    // The controller has to have read them before the template changes.
    set.still();
  }

  private static void ranked(Play set) {
    rank(set);
    set.oneAfterTheOther();
    set.image("app:2");
    set.rest();
  }

  private static List<Scenario> pauses() {
    return List.of(
        new Scenario(
            "paused",
            parallel(2).paused(true),
            set -> {
              set.rest();
              set.image("app:2");
              set.still();
              set.oneAfterTheOther();
              set.edit("go on", set.form().paused(false));
              set.rest();
            }),
        new Scenario(
            "paused-and-scaled",
            parallel(2).paused(true),
            set -> {
              set.rest();
              set.image("app:2");
              set.still();
              set.scale(3);
              set.awaitReady("web-2");
              set.still();
            }),
        new Scenario(
            "paused-midway", parallel(3).goneWhenTold(), KruiseUpdateScenarios::pauseMidway));
  }

  private static void pauseMidway(Play set) {
    set.rest();
    set.image("app:2");
    set.awaitTerminating("web-2");
    set.edit("pause", set.form().paused(true));
    set.letGo("web-2");
    set.awaitReady("web-2", "app:2");
    set.still();
    set.edit("go on", set.form().paused(false));
    set.letGo("web-1");
    set.letGo("web-0");
    set.rest();
  }
}
