package dev.ordinal.diff;

import static dev.ordinal.diff.Scenario.both;
import static dev.ordinal.diff.SetForm.ordered;

import dev.ordinal.model.Names;
import dev.ordinal.model.json.Json;
import java.util.List;
import java.util.stream.Stream;

/// Pods leave the set and come to it.
final class OwnerScenarios {
  private OwnerScenarios() {}

  static List<Scenario> all() {
    return Stream.of(deletion(), labels(), orphans()).flatMap(List::stream).toList();
  }

  private static List<Scenario> deletion() {
    return Stream.of(
            both("delete-background", ordered(2), set -> delete(set, "Background")),
            both("delete-foreground", ordered(2), set -> delete(set, "Foreground")),
            both(
                "orphaned-and-made-again",
                ordered(2).claims(),
                set -> {
                  delete(set, "Orphan");
                  set.create();
                  set.rest();
                  set.image("app:2");
                  set.rest();
                }),
            both(
                "orphaned-and-made-again-with-another-template",
                ordered(2),
                set -> {
                  delete(set, "Orphan");
                  set.recreate(set.form().image("app:2"));
                  set.rest();
                }))
        .flatMap(List::stream)
        .toList();
  }

  private static void delete(Play set, String propagation) {
    set.rest();
    set.deleteSet(propagation);
    set.deleted();
  }

  private static List<Scenario> labels() {
    return Stream.of(
            both(
                "released-and-adopted",
                ordered(2),
                set -> {
                  set.rest();
                  set.label("web-1", "app", new Json.Null());
                  set.awaitFree("web-1");
                  set.still();
                  set.label("web-1", "app", Json.of("web"));
                  set.awaitOwned("web-1");
                  set.rest();
                }),
            both(
                "released-and-killed",
                ordered(2),
                set -> {
                  set.rest();
                  set.label("web-1", "app", Json.of("other"));
                  set.awaitFree("web-1");
                  set.kill("web-1");
                  set.awaitReplaced("web-1");
                  set.rest();
                }),
            both(
                "identity-label-removed",
                ordered(2),
                set -> {
                  set.rest();
                  set.label("web-1", Names.POD_NAME_LABEL, new Json.Null());
                  set.awaitLabel("web-1", Names.POD_NAME_LABEL);
                  set.rest();
                }))
        .flatMap(List::stream)
        .toList();
  }

  private static List<Scenario> orphans() {
    return both(
        "made-by-someone-else",
        ordered(0),
        set -> {
          set.rest();
          set.deleteSet("Background");
          set.deleted();
          set.makePod("web-0");
          set.recreate(set.form().with("replicas", Json.of(2)));
          set.rest();
        });
  }
}
