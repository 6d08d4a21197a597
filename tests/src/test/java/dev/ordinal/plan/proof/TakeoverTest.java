package dev.ordinal.plan.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.plan.Hold;
import dev.ordinal.plan.body.Revision;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever kruise-manager left behind is taken over, and no pod is replaced for it. Each state is
/// a file in `tests/src/test/resources/kruise`; each is planned in both policies, and then played
/// until nothing happens any more.
class TakeoverTest {

  /// The state, the next plan, how it ends, and which containers have been restarted by then. What
  /// Kruise had begun is counted: its restarts are those that the user has asked for.
  private static final String STATES =
      """
      alpha                         | -                                   | rest      | -
      batch                         | -                                   | rest      | all
      batch-due                     | patch web-2 UPDATE                  | rest      | all
      batch-of-resources            | resize web-2 > patch web-2 UPDATE   | rest      | sidecars
      claims                        | own data-web-0 +set, own data-web-1 +set | rest | -
      gate-closed                   | check R2, patch web-2 OPEN_GATE     | rest      | mains
      gate-without-marks            | patch web-2 SETTLE                  | rest      | -
      grace                         | -                                   | rest      | mains
      grace-legacy                  | patch web-2 UPDATE                  | rest      | mains
      grace-over                    | patch web-2 UPDATE                  | rest      | mains
      grace-taken-back              | patch web-2 UPDATE                  | rest      | -
      history                       | -                                   | rest      | -
      labels-only                   | check R5                            | rest      | -
      mark-left-behind              | patch web-2 SETTLE                  | rest      | -
      mark-of-another               | -                                   | PodNotAvailable | -
      new-pod                       | patch web-2 OPEN_GATE               | rest      | -
      preparing-delete              | -                                   | HookHolds | -
      preparing-delete-of-an-update | check R2                            | HookHolds | -
      preparing-delete-specified    | -                                   | HookHolds | -
      preparing-delete-undone       | patch web-2 SETTLE                  | rest      | -
      preparing-normal              | -                                   | HookHolds | -
      preparing-update              | check R2                            | HookHolds | -
      preparing-update-released     | check R2                            | HookHolds | web-2/main 1
      preparing-update-taken-back   | patch web-2 SETTLE                  | rest      | -
      rolling                       | check R2                            | rest      | mains
      settled                       | -                                   | rest      | -
      updated                       | -                                   | HookHolds | web-2/main 1
      updated-again                 | patch web-2 SETTLE                  | HookHolds | web-2/main 1
      updated-before                | -                                   | rest      | -
      updated-before-legacy         | -                                   | rest      | -
      updating                      | -                                   | rest      | mains
      updating-legacy               | -                                   | rest      | mains
      updating-taken-back           | patch web-2 UPDATE                  | rest      | web-2/main 1
      """;

  /// Here a pod has to go, or a volume to grow, and nothing else is done.
  private static final List<String> OTHERS = List.of("claims-growing", "preparing-delete-twice");

  private static final Map<String, String> RESTARTS =
      Map.of(
          "-", "",
          "mains", "web-0/main 1, web-1/main 1, web-2/main 1",
          "sidecars", "web-0/sidecar 1, web-1/sidecar 1, web-2/sidecar 1",
          "all",
              "web-0/main 1, web-0/sidecar 1, web-1/main 1, web-1/sidecar 1, web-2/main 1,"
                  + " web-2/sidecar 1");

  static Stream<Arguments> states() {
    return STATES
        .lines()
        .flatMap(
            line ->
                Stream.of("Parallel", "OrderedReady")
                    .map(
                        policy ->
                            Arguments.of((Object[]) (policy + "|" + line).split(" *\\| +|\\|"))));
  }

  private static Handover take(String state, String policy) {
    return Handover.of(KruiseState.load(state).with("spec: {podManagementPolicy: " + policy + "}"));
  }

  @ParameterizedTest(name = "{1}, {0}")
  @MethodSource("states")
  void everyStateIsTakenOverWithoutReplacingAPod(
      String policy, String state, String plan, String end, String restarts) {
    var handover = take(state, policy);
    var before = handover.uids();

    assertThat(words(handover.actions())).isEqualTo(plan);
    var scenario = handover.play();

    assertThat(handover.uids()).isEqualTo(before);
    assertThat(scenario.getLast().equals("rest") ? "rest" : reasons(handover)).contains(end);
    assertThat(String.join(", ", handover.restarts()))
        .isEqualTo(RESTARTS.getOrDefault(restarts, restarts));
    assertThat(scenario).noneMatch(line -> line.contains("revision ") || line.contains("delete "));
  }

  private static String reasons(Handover handover) {
    return String.join(" ", handover.plan().holds().stream().map(Hold::reasonName).toList());
  }

  private static String words(String plan) {
    return plan.replace("5e7a0000-0000-4000-8000-000000000001", "set")
        .replace("web-556c599f76", "R2")
        .replace("web-cdfd766bc", "R5");
  }

  /// Otherwise the next controller would create a second revision of the same template.
  @ParameterizedTest
  @ValueSource(strings = {"settled", "rolling", "batch", "batch-of-resources", "labels-only"})
  void revisionsHaveTheNamesThatBothOfUsGiveThem(String state) {
    for (var revision : KruiseState.load(state).all("ControllerRevision").toList()) {
      assertThat("web-" + Revision.hash(revision.object("data"), 0))
          .isEqualTo(KruiseState.named(revision));
    }
  }

  @Test
  void everyFileIsShown() {
    var shown = new TreeSet<>(OTHERS);
    STATES.lines().forEach(line -> shown.add(line.split(" ")[0]));

    assertThat(shown).containsExactlyElementsOf(KruiseState.names());
  }
}
