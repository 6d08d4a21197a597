package dev.ordinal.cli.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ordinal.model.SetStatus;
import dev.ordinal.model.SetStatus.Counts;
import dev.ordinal.plan.Picture;
import dev.ordinal.view.Overviews;
import dev.ordinal.view.SetOverview;
import java.util.List;
import org.junit.jupiter.api.Test;

class UndoCommandTest {
  /// Revision `v2` is the newest that the controller has recorded.
  private static SetOverview set(String template, long observed) {
    var status = new SetStatus(observed, Counts.ZERO, "v2", "v2", 0, "", List.of(), List.of());
    var rules = "replicas=1 revisions=v1,v2 template=" + template;
    return Overviews.of(Picture.of(rules, "0:v2:ready").with(status).snapshot(), List.of());
  }

  /// What the patch leaves out would stay as it is in a template that no revision holds yet.
  @Test
  void templateThatIsNotRecordedYetIsNotMixedWithAnother() {
    assertThatThrownBy(() -> UndoCommand.decide(set("v3", 6), null))
        .hasMessage("The controller has not recorded the present template yet: run it again.");
  }

  @Test
  void templateOfTheRevisionBeforeComesBack() {
    assertThat(UndoCommand.decide(set("v2", 7), null).words())
        .isEqualTo("the template of revision 1 comes back");
  }
}
