package dev.ordinal.cli.change;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.Json;
import dev.ordinal.plan.Picture;
import dev.ordinal.view.Overviews;
import dev.ordinal.view.RevisionRow;
import dev.ordinal.view.SetOverview;
import java.util.List;
import org.junit.jupiter.api.Test;

class UpdateEffectTest {
  private static final String TWO = "replicas=3 template=v2 revisions=v1,v2";
  private static final String BROKEN = "0:v1:ready 1:v1:ready 2:v2:pull";

  private static SetOverview of(String rules, String pods) {
    return Overviews.of(Picture.of(rules, pods).snapshot(), List.of());
  }

  private static Json.Obj template(SetOverview set, String revision) {
    return set.revisions().stream()
        .filter(each -> each.name().equals(revision))
        .map(RevisionRow::template)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void podThatHasTheTemplateIsNotUpdated() {
    var set = of(TWO, BROKEN);
    assertThat(UpdateEffect.ofTemplate(set, template(set, "v1")))
        .containsExactly("updated in this order: web-2", "at most 1 down at a time (ReCreate)");
  }

  @Test
  void allPodsGetATemplateThatNoneHas() {
    assertThat(UpdateEffect.ofTemplate(of(TWO, BROKEN), Json.EMPTY))
        .first()
        .isEqualTo("updated in this order: web-2, web-1, web-0");
  }

  @Test
  void podsBelowThePartitionStay() {
    var set = of(TWO + " partition=3", BROKEN);
    assertThat(UpdateEffect.ofTemplate(set, Json.EMPTY))
        .containsExactly("no pod is updated by this");
  }

  @Test
  void lowerPartitionUpdatesThePodsThatAreOutdated() {
    assertThat(UpdateEffect.of(of(TWO + " partition=2", BROKEN), 1))
        .first()
        .isEqualTo("updated in this order: web-1");
  }

  /// `web-0` is updated here: its rank is higher.
  @Test
  void podsThatAreUpdatedByPriorityAreCounted() {
    var rules = "parallel replicas=2 partition=2 template=v2 revisions=v1,v2 orderKeys=rank";
    var set = of(rules, "0:v1:ready:rank=2 1:v1:ready:rank=1");
    assertThat(UpdateEffect.of(set, 1))
        .first()
        .isEqualTo("1 of 2 pods updated, in the order of unorderedUpdate");
    assertThat(UpdateEffect.of(set, 2)).containsExactly("no pod is updated by this");
  }
}
