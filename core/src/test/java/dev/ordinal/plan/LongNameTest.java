package dev.ordinal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.Meta;
import dev.ordinal.model.SetStatus;
import dev.ordinal.model.SetView;
import dev.ordinal.plan.draw.Sketch;
import dev.ordinal.plan.stage.Planner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A pod's name is its host name, of at most 63 characters. The name of a set has at most 61 by our
/// definition, and may have more by OpenKruise's.
class LongNameTest {

  /// A set of the picture's rules, without pods, whose name has so many characters.
  private static Plan<SetStatus> plan(String rules, int characters) {
    var seen = Picture.of(rules, "").snapshot();
    var set = seen.set();
    var renamed = named(set.meta(), "w".repeat(characters));
    var other = new SetView(renamed, set.spec(), set.status(), set.faults());
    return Planner.plan(seen.with(other));
  }

  private static Meta named(Meta meta, String name) {
    return new Meta(
        meta.namespace(),
        name,
        meta.uid(),
        meta.version(),
        meta.generation(),
        meta.labels(),
        meta.annotations(),
        meta.owners(),
        meta.finalizers(),
        meta.createdAt(),
        meta.deletedAt());
  }

  private static String show(String rules, int characters) {
    return Sketch.show(plan(rules, characters))
        .replace("w".repeat(characters), "w")
        .replaceAll("\\[sentence=.* at most (\\d+) characters", " $1")
        .replaceAll(", or lower spec.replicas to", "")
        .replace("]", "");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          the longest for one digit     | replicas=1                   | 61 | create w-0 v1
          the last of one digit         | replicas=1 start=9           | 61 | create w-9 v1
          the last of all               | replicas=1 start=2147483647  | 61 | hold w InvalidSpec 52
          no pod is possible            | replicas=1                   | 62 | hold w InvalidSpec 61
          nor is a claim made           | replicas=1 claims=data       | 62 | hold w InvalidSpec 61
          nothing is asked              | replicas=1 unchecked         | 63 | hold w InvalidSpec 61
          no pod is wanted              | replicas=0                   | 63 | -
          the first has two digits      | replicas=1 start=10          | 61 | hold w InvalidSpec 60
          """)
  void firstPod(String why, String rules, int characters, String expected) {
    var shown = show(rules, characters).strip();

    assertThat(shown.isEmpty() ? "-" : shown).isEqualTo(expected);
  }

  @Test
  void podsThatCanBeCreatedAre() {
    assertThat(show("parallel replicas=3 start=8", 61))
        .isEqualTo(
            """
            create w-8 v1
            create w-9 v1
            hold w InvalidSpec 60 2
            """);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          the last ones          | replicas=2 start=2147483646                    | Scaling: 0 of 2 pods are available
          one too many           | replicas=3 start=2147483646                    | InvalidSpec: only 2 of 3 replicas have an ordinal, since ordinals end at 2147483647: lower spec.replicas, ordinals.start or the number of reserveOrdinals
          the last is reserved   | replicas=2 start=2147483646 reserved=2147483647 | InvalidSpec: only 1 of 2 replicas have an ordinal, since ordinals end at 2147483647: lower spec.replicas, ordinals.start or the number of reserveOrdinals
          all are reserved       | replicas=1 reserved=0-2147483647               | InvalidSpec: only 0 of 1 replicas have an ordinal, since ordinals end at 2147483647: lower spec.replicas, ordinals.start or the number of reserveOrdinals
          """)
  void ordinalsEnd(String why, String rules, String expected) {
    var ready = Picture.of("parallel " + rules, "").plan().status().findCondition("Ready");

    assertThat(ready.orElseThrow().reason() + ": " + ready.orElseThrow().message())
        .isEqualTo(expected);
  }

  /// Two billion names cost no more than one.
  @ParameterizedTest
  @CsvSource({"parallel, 62", "parallel, 60", "ordered, 60"})
  void hugeSetEnds(String policy, int characters) {
    var plan = plan(policy + " replicas=2147483647", characters);

    assertThat(plan.status().findCondition("Ready").orElseThrow().message())
        .endsWith(
            characters == 62
                ? "metadata.name has at most 52 characters"
                : "metadata.name has at most 52 characters, or lower spec.replicas to 100");
  }

  @Test
  void sentenceSaysWhatToWrite() {
    var plan = plan("parallel replicas=11", 61);
    var name = "w".repeat(61);

    assertThat(plan.status().findCondition("Stalled").orElseThrow().isTrue()).isTrue();
    assertThat(plan.notices())
        .containsExactly(
            new Plan.Notice(
                "InvalidSpec",
                name
                    + "-10 cannot be created: a pod's name is its host name, of at most 63 characters:"
                    + " create a set whose metadata.name has at most 60 characters, or lower"
                    + " spec.replicas to 10"));
  }

  /// The third pod has no ordinal, and never comes.
  @ParameterizedTest
  @ValueSource(strings = {"parallel", ""})
  void podThatCannotExistDoesNotHoldTheCorrectionOfOthers(String policy) {
    var rules = "replicas=3 start=2147483646 template=v2 revisions=v1,v2 current=v1 " + policy;

    assertThat(Picture.of(rules, "2147483646:v1:crash 2147483647:v1:crash").actions())
        .startsWith("delete web-214748364");
  }
}
