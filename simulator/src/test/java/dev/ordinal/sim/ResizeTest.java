package dev.ordinal.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResizeTest {
  private final OnePod one = new OnePod("app:1").cpu("1").after("1s");

  @Test
  void resizeIsShownWhileItRunsAndGoneAfter() {
    one.annotate("resize-delay", "2s").cpu("2").after("1s");
    assertThat(one.shown("PodResizeInProgress").text("status")).isEqualTo("True");
    assertThat(cpu()).isEqualTo("1");

    one.after("2s");
    assertThat(one.shown("PodResizeInProgress")).isEqualTo(Json.EMPTY);
    assertThat(cpu()).isEqualTo("2");
    assertThat(one.show()).isEqualTo("Running ready app:1 restarts=0 running");
  }

  @Test
  void infeasibleResizeStaysPending() {
    one.annotate("resize", "infeasible").cpu("2").after("1h");

    assertThat(one.shown("PodResizePending").text("reason")).isEqualTo("Infeasible");
    assertThat(cpu()).isEqualTo("1");
  }

  @Test
  void deferredResizeIsDoneWhenThereIsRoom() {
    one.annotate("resize", "deferred").cpu("2").after("1h");
    assertThat(one.shown("PodResizePending").text("reason")).isEqualTo("Deferred");

    one.annotate("resize", "").after("1s");
    assertThat(one.shown("PodResizePending")).isEqualTo(Json.EMPTY);
    assertThat(cpu()).isEqualTo("2");
  }

  @Test
  void restartPolicyRestartsTheContainer() {
    var policy =
        Json.of("resourceName", Json.of("cpu")).with("restartPolicy", Json.of("RestartContainer"));
    one.container("resizePolicy", Json.of(List.of(policy))).cpu("2").after("1s");

    assertThat(one.show()).isEqualTo("Running ready app:1 restarts=1 running");
    assertThat(cpu()).isEqualTo("2");
  }

  private String cpu() {
    return one.report().object("resources").object("requests").text("cpu");
  }
}
