package dev.ordinal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.Key;
import dev.ordinal.model.SetKey;
import dev.ordinal.model.SetStatus;
import dev.ordinal.model.SetView;
import dev.ordinal.model.View;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Plan;
import dev.ordinal.run.ask.ApiRequest;
import dev.ordinal.run.ask.ApiRequest.Origin;
import dev.ordinal.run.ask.Outcome;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What is reported of a turn, and when.
class TurnTest {
  private static final SetKey WEB = new SetKey("shop", "web");

  private final Engine engine = new Engine();
  private final List<String> reports = new ArrayList<>();
  private Instant now = Views.NOW;
  private long version = 10;
  private String rules = "";
  private SetStatus reported = SetStatus.NONE;

  private void start(String rules) {
    this.rules = rules;
    engine.sets().listed(List.of(Views.set(rules)), 0);
    engine.pods().listed(List.of(), 0);
    engine.claims().listed(List.of(), 0);
    engine.revisions().listed(List.of(Views.revision("v1")), 0);
    engine.classes().listed(List.of(), 0);
  }

  /// Requests are answered one after the other, each after so many milliseconds, a report first.
  private void runner(int millis, boolean isRefused) {
    assertThat(engine.take(now)).isPresent();
    var turn = new Turn(engine, WEB, new Reporter());
    var open = new ArrayDeque<>(turn.begin(now));
    while (!turn.isOver()) {
      var request = open.remove();
      now = now.plusMillis(millis);
      for (var next : turn.end(request, answer(request, isRefused), now)) {
        if (next.origin() instanceof Origin.StatusReport) {
          open.addFirst(next);
        } else {
          open.addLast(next);
        }
      }
    }
    assertThat(open).isEmpty();
  }

  private Outcome answer(ApiRequest request, boolean isRefused) {
    version++;
    return switch (request.origin()) {
      case Origin.Planned planned when planned.action() instanceof Action.CheckTemplate ->
          new Outcome.Checked(false, "");
      case Origin.Planned _ when isRefused -> new Outcome.Refused("quota");
      case Origin.Planned planned -> {
        var name = planned.action().target();
        yield new Outcome.Done(Optional.of(Views.pod(name, "uid-" + name, version)));
      }
      case Origin.StatusReport _ -> {
        reports.add(shown(request.body().object("status")));
        var set = Views.set(rules);
        var meta = Views.meta("web", "set", version, List.of());
        yield new Outcome.Done(Optional.of(new SetView(meta, set.spec(), reported, List.of())));
      }
      case Origin.Confirmation _ -> new Outcome.Unreachable("", false);
    };
  }

  private static String shown(Json.Obj status) {
    var ready = (Json.Obj) status.items("conditions").getFirst();
    return ready.text("reason") + " " + status.find("replicas").map(Object::toString).orElse("");
  }

  /// The check of the template is over when the status is written.
  @Test
  void reportTellsOfWhatTheTurnHasDone() {
    start("replicas=8 parallel template=v1");
    runner(10, false);
    now = now.plusSeconds(2);
    runner(10, false);

    assertThat(reports).containsExactly("Scaling Num[literal=0]", "PodNotAvailable Num[literal=8]");
  }

  @Test
  void turnThatBeganBeforeTheStoreWasRestoredIsAbandoned() {
    start("replicas=8 parallel template=v1");
    runner(10, false);
    now = now.plusSeconds(2);
    assertThat(engine.take(now)).isPresent();
    var turn = new Turn(engine, WEB, new Reporter());
    var open = new ArrayDeque<>(turn.begin(now));
    engine.sets().restored(List.of(Views.set(rules)), 5);

    while (!open.isEmpty()) {
      var request = open.remove();
      assertThat(turn.end(request, answer(request, false), now)).isEmpty();
    }
    assertThat(turn.isOver()).isTrue();
    assertThat(engine.snapshot(WEB, now).orElseThrow().pods()).isEmpty();
  }

  @Test
  void longTurnReportsOnceASecondInItsMiddle() {
    start("replicas=8 parallel template=v1");
    runner(10, false);
    reports.clear();
    now = now.plusSeconds(2);
    runner(300, false);

    assertThat(reports)
        .containsExactly("PodNotAvailable Num[literal=4]", "PodNotAvailable Num[literal=8]");
  }

  /// The second starts when the reply to the last report comes.
  @Test
  void replyToAReportDoesNotCostTheNextOne() {
    start("replicas=50 parallel template=v1");
    runner(10, false);
    reports.clear();
    now = now.plusSeconds(2);
    runner(100, false);

    assertThat(reports)
        .containsExactly(
            "PodNotAvailable Num[literal=10]",
            "PodNotAvailable Num[literal=20]",
            "PodNotAvailable Num[literal=30]",
            "PodNotAvailable Num[literal=40]",
            "PodNotAvailable Num[literal=50]");
  }

  /// No more than 500 pods are created in a turn.
  @Test
  void nextTurnReportsWhatTheLastOneWasTooEarlyFor() {
    start("replicas=600 parallel template=v1");
    runner(10, false);
    reports.clear();
    now = now.plusSeconds(2);
    runner(9, false);
    runner(9, false);

    assertThat(reports)
        .containsExactly(
            "PodNotAvailable Num[literal=112]",
            "PodNotAvailable Num[literal=224]",
            "PodNotAvailable Num[literal=336]",
            "PodNotAvailable Num[literal=448]",
            "PodNotAvailable Num[literal=560]",
            "PodNotAvailable Num[literal=600]");
  }

  @Test
  void refusalIsReportedByTheTurnThatMetIt() {
    start("replicas=8 parallel template=v1");
    runner(10, false);
    reports.clear();
    now = now.plusSeconds(2);
    runner(10, true);

    assertThat(reports).containsExactly("RequestFailed Num[literal=0]");
  }

  private final class Reporter implements Turn.Listener {
    @Override
    public void planned(View subject, Plan<?> plan) {}

    @Override
    public void reporting(View subject, Plan<?> plan) {
      reported = (SetStatus) plan.status();
    }

    @Override
    public void noticed(View subject, Plan.Notice notice) {}

    @Override
    public void acted(View subject, Action action, Outcome outcome) {}

    @Override
    public void gone(Key key) {}
  }
}
