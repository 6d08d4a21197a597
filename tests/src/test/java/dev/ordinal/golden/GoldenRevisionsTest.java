package dev.ordinal.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.golden.GoldenSets.Recorded;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.body.Revision;
import dev.ordinal.plan.body.Template;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// No revision that a real controller has recorded for a manifest rolls a pod of a set with that
/// manifest.
class GoldenRevisionsTest {
  static List<Recorded> recorded() {
    return GoldenSets.recorded();
  }

  @Test
  void everySetWasRecordedByEveryController() {
    assertThat(GoldenSets.manifests()).hasSize(20);
    assertThat(GoldenSets.writers())
        .containsExactly(
            "kruise-manager-1.8.3",
            "kube-controller-manager-1.36.3",
            "kube-controller-manager-1.37.1",
            "ordinal-2d496e33");
    assertThat(recorded()).hasSize(4 * 20);
  }

  /// Each commit that changed how revisions are made or compared, and the first that made the same.
  @Test
  void everyBuildOfOrdinalHasMadeOneOfTheRecordedForms() {
    assertThat(GoldenSets.lines("builds.txt"))
        .hasSizeGreaterThan(10)
        .allSatisfy(
            line -> assertThat(GoldenSets.writers()).contains("ordinal-" + line.split(" ")[1]));
  }

  @ParameterizedTest
  @MethodSource("recorded")
  void manifestAppliedAgainIsTheSameTemplate(Recorded revision) {
    assertSame(revision.template(), GoldenSets.template(revision.set()));
  }

  private static void assertSame(Json.Obj recorded, Json.Obj template) {
    var pair = Template.comparable(recorded, template);
    assertThat(pair.newer()).isEqualTo(pair.older());
    assertThat(Template.isSame(recorded, template)).isTrue();
  }

  @ParameterizedTest
  @MethodSource("recorded")
  void anotherImageIsAnotherTemplate(Recorded revision) {
    var template = GoldenSets.template(revision.set());
    var spec = template.object("spec");
    var first =
        ((Json.Obj) spec.items("containers").getFirst()).with("image", Json.of("app:other"));
    var changed = template.with("spec", spec.with("containers", Json.of(List.of(first))));
    assertThat(Template.isSame(revision.template(), changed)).isFalse();
    assertThat(Template.mayBeFilledIn(revision.template(), changed)).isFalse();
  }

  /// Names follow from what is recorded, in the same way everywhere.
  @ParameterizedTest
  @MethodSource("recorded")
  void nameIsTheHashOfWhatIsRecorded(Recorded revision) {
    assertThat(revision.revision())
        .isEqualTo(Revision.name(revision.set(), Revision.hash(revision.data(), 0)));
  }

  /// A newer Ordinal writes the same revision, so that none is recorded twice.
  @Test
  void whatWeRecordedWeWouldRecordAgain() {
    assertThat(recorded())
        .filteredOn(revision -> revision.isBy("ordinal"))
        .isNotEmpty()
        .allSatisfy(
            revision ->
                assertThat(revision.data())
                    .isEqualTo(
                        Revision.payload(
                            revision.the("StatefulSet").object("spec").object("template"))));
  }
}
