package dev.ordinal.plan.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.PodView;
import dev.ordinal.model.SetSpec.Lifecycle;
import dev.ordinal.model.life.Hook;
import dev.ordinal.model.life.LifecycleState;
import dev.ordinal.plan.Picture;
import dev.ordinal.plan.life.LifecycleTable.Row;
import dev.ordinal.plan.life.Situation.Goal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LifecycleTableTest {
  private static final Hook DRAIN =
      new Hook(new TreeMap<>(Map.of("drain", "true")), List.of("example.com/guard"), true);

  @ParameterizedTest(name = "{0} {1} with {2}: {3}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          PREPARING_NORMAL | STAY   | preNormal             | NOTHING PREPARING_NORMAL
          PREPARING_NORMAL | STAY   | preNormal all         | NOTHING NORMAL
          PREPARING_NORMAL | STAY   | -                     | NOTHING NORMAL
          PREPARING_NORMAL | UPDATE | inPlaceUpdate label   | MARK PREPARING_UPDATE
          PREPARING_NORMAL | UPDATE | -                     | PATCH UPDATING
          PREPARING_NORMAL | DELETE | preDelete finalizer   | MARK PREPARING_DELETE
          PREPARING_NORMAL | DELETE | -                     | DELETE PREPARING_NORMAL
          NORMAL           | STAY   | -                     | NOTHING NORMAL
          NORMAL           | UPDATE | inPlaceUpdate label   | MARK PREPARING_UPDATE
          NORMAL           | UPDATE | inPlaceUpdate         | PATCH UPDATING
          NORMAL           | DELETE | preDelete label       | MARK PREPARING_DELETE
          NORMAL           | DELETE | preDelete             | DELETE NORMAL
          PREPARING_UPDATE | STAY   | inPlaceUpdate all     | UNMARK NORMAL
          PREPARING_UPDATE | STAY   | inPlaceUpdate         | UNMARK UPDATED
          PREPARING_UPDATE | UPDATE | inPlaceUpdate label   | NOTHING PREPARING_UPDATE
          PREPARING_UPDATE | UPDATE | inPlaceUpdate         | PATCH UPDATING
          PREPARING_UPDATE | UPDATE | -                     | PATCH UPDATING
          PREPARING_UPDATE | DELETE | preDelete label       | MARK PREPARING_DELETE
          PREPARING_UPDATE | DELETE | -                     | DELETE PREPARING_UPDATE
          UPDATING         | STAY   | -                     | NOTHING UPDATING
          UPDATING         | STAY   | complete              | UNMARK NORMAL
          UPDATING         | STAY   | complete inPlaceUpdate | UNMARK UPDATED
          UPDATING         | UPDATE | -                     | PATCH UPDATING
          UPDATING         | DELETE | preDelete label       | MARK PREPARING_DELETE
          UPDATING         | DELETE | -                     | DELETE UPDATING
          UPDATED          | STAY   | inPlaceUpdate         | NOTHING UPDATED
          UPDATED          | STAY   | inPlaceUpdate all     | UNMARK NORMAL
          NORMAL           | STAY   | marked                | UNMARK NORMAL
          UPDATED          | UPDATE | inPlaceUpdate         | ATTACH PREPARING_UPDATE
          UPDATED          | UPDATE | -                     | PATCH UPDATING
          UPDATED          | DELETE | preDelete label       | MARK PREPARING_DELETE
          UPDATED          | DELETE | -                     | DELETE UPDATED
          PREPARING_DELETE | STAY   | preDelete label       | UNMARK NORMAL
          PREPARING_DELETE | UPDATE | preDelete label       | UNMARK NORMAL
          PREPARING_DELETE | DELETE | preDelete label       | NOTHING PREPARING_DELETE
          PREPARING_DELETE | DELETE | preDelete             | DELETE PREPARING_DELETE
          """)
  void next(LifecycleState from, Goal wanted, String given, String expected) {
    var row = LifecycleTable.next(from, situation(wanted, given));

    assertThat(row.step() + " " + row.to()).isEqualTo(expected);
  }

  @Test
  void everyRowIsReached() {
    var reached = new ArrayList<Row>();
    for (var from : LifecycleState.values()) {
      for (var wanted : Goal.values()) {
        for (var given : everything()) {
          reached.add(LifecycleTable.next(from, situation(wanted, given)));
        }
      }
    }
    assertThat(reached).containsAll(LifecycleTable.ROWS);
  }

  @Test
  void everyStageCanBeLeftOnceNothingHoldsThePod() {
    for (var from : LifecycleState.values()) {
      for (var wanted : Goal.values()) {
        var row = LifecycleTable.next(from, situation(wanted, "complete"));
        var isAtHome = from == LifecycleState.NORMAL && wanted == Goal.STAY;
        assertThat(row.isWait()).as("%s %s", from, wanted).isEqualTo(isAtHome);
      }
    }
  }

  @Test
  void whatWasMarkedIsUnmarkedOnEveryWayBackToNormal() {
    var marked =
        List.of(
            LifecycleState.PREPARING_UPDATE,
            LifecycleState.UPDATING,
            LifecycleState.PREPARING_DELETE);

    assertThat(LifecycleTable.ROWS)
        .filteredOn(row -> marked.contains(row.from()) && !marked.contains(row.to()))
        .isNotEmpty()
        .allMatch(row -> row.step() == LifecycleTable.Step.UNMARK);
  }

  @Test
  void labelsAreKruisesAndAbsenceIsNormal() {
    assertThat(pod("0:v1:ready").lifecycleState()).isEqualTo(LifecycleState.NORMAL);
    assertThat(pod("0:v1:ready:PreparingDelete").lifecycleState())
        .isEqualTo(LifecycleState.PREPARING_DELETE);
    assertThat(pod("0:v1:ready:Odd").lifecycleState()).isEqualTo(LifecycleState.NORMAL);
  }

  private static List<String> everything() {
    var all = new TreeSet<String>();
    for (var hook : List.of("", "preDelete", "inPlaceUpdate", "preNormal")) {
      for (var hold : List.of("", "label", "finalizer", "all")) {
        all.add("complete " + hook + " " + hold);
        all.add("complete marked " + hook + " " + hold);
        all.add(hook + " " + hold);
      }
    }
    return List.copyOf(all);
  }

  /// Words: the hook that the set has, what of it the pod carries, `complete` and `marked`.
  private static Situation situation(Goal wanted, String words) {
    var sketch = new StringBuilder("0:v1:");
    sketch.append(words.contains("complete") ? "ready" : "renewing");
    if (words.contains("label") || words.contains("all")) {
      sketch.append(":drain=true");
    }
    if (words.contains("finalizer") || words.contains("all")) {
      sketch.append(":+example.com/guard");
    }
    if (words.contains("marked")) {
      sketch.append(":marked");
    }
    var hooks =
        new Lifecycle(
            hook(words, "preDelete"), hook(words, "inPlaceUpdate"), hook(words, "preNormal"));
    return new Situation(wanted, hooks, pod(sketch.toString()));
  }

  private static PodView pod(String sketch) {
    return Picture.of("replicas=1", sketch).snapshot().pods().getFirst();
  }

  private static Optional<Hook> hook(String words, String name) {
    return words.contains(name) ? Optional.of(DRAIN) : Optional.empty();
  }
}
