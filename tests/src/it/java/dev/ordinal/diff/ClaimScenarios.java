package dev.ordinal.diff;

import static dev.ordinal.diff.Scenario.both;
import static dev.ordinal.diff.SetForm.ordered;
import static dev.ordinal.diff.SetForm.parallel;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What becomes of claims when pods or the set go.
final class ClaimScenarios {
  private static final List<String> FATES = List.of("Retain", "Delete");

  private ClaimScenarios() {}

  static List<Scenario> all() {
    var all = new ArrayList<Scenario>();
    for (var deleted : FATES) {
      for (var scaled : FATES) {
        all.addAll(retention(deleted, scaled));
      }
    }
    all.addAll(changes());
    all.addAll(losses());
    return all;
  }

  private static List<Scenario> retention(String deleted, String scaled) {
    var form = ordered(2).claims().retention(deleted, scaled);
    var name = "%s-when-deleted-%s-when-scaled".formatted(deleted, scaled).toLowerCase(Locale.ROOT);
    var all = new ArrayList<>(both(name, form, ClaimScenarios::scaleThenDelete));
    for (var propagation : List.of("Foreground", "Orphan")) {
      all.add(
          new Scenario(
              name + "-" + propagation.toLowerCase(Locale.ROOT),
              form.parallel(),
              set -> delete(set, propagation)));
    }
    return all;
  }

  private static void scaleThenDelete(Play set) {
    set.rest();
    set.scale(1);
    set.rest();
    set.scale(2);
    set.rest();
    delete(set, "Background");
  }

  private static void delete(Play set, String propagation) {
    set.rest();
    set.deleteSet(propagation);
    set.deleted();
  }

  /// The claim stays for the pod that comes next, and belongs to the set from now on.
  private static void changeWhileTerminating(Play set) {
    set.rest();
    set.kill("web-1");
    set.edit("delete with the set", set.form().retention("Delete", "Retain"));
    set.still();
    set.letGo("web-1");
    set.awaitReplaced("web-1");
    set.rest();
  }

  private static List<Scenario> changes() {
    var all =
        new ArrayList<>(
            both(
                "retention-changed-while-terminating",
                ordered(2).claims().goneWhenTold(),
                ClaimScenarios::changeWhileTerminating));
    all.addAll(retentionChanged());
    return all;
  }

  private static List<Scenario> retentionChanged() {
    return both(
        "retention-changed",
        ordered(2).claims(),
        set -> {
          set.rest();
          set.edit("delete both", set.form().retention("Delete", "Delete"));
          set.rest();
          set.edit("retain when deleted", set.form().retention("Retain", "Delete"));
          set.rest();
        });
  }

  private static List<Scenario> losses() {
    var all = new ArrayList<Scenario>();
    all.addAll(
        both(
            "claim-deleted-while-pending",
            ordered(1).boundWhenTold(),
            set -> {
              set.still();
              set.deleteClaim("data-web-0");
              set.still();
              set.bind("data-web-0");
              set.rest();
            }));
    all.addAll(
        both(
            "claim-deleted-then-pod-killed",
            ordered(2).claims(),
            set -> {
              set.rest();
              set.deleteClaim("data-web-1");
              set.kill("web-1");
              set.awaitReplaced("web-1");
              set.rest();
            }));
    all.add(
        new Scenario(
            "killed-with-claims-parallel",
            parallel(2).claims().retention("Delete", "Delete"),
            set -> {
              set.rest();
              set.kill("web-1");
              set.awaitReplaced("web-1");
              set.rest();
            }));
    return all;
  }
}
