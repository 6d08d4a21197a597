package dev.ordinal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.Json;
import dev.ordinal.plan.body.StatusBody;
import dev.ordinal.plan.stage.Planner;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What other tools make of a set. Each of them is here in a few lines, with the fields that it
/// reads; `docs/guide/other-tools.md` tells users the same.
class ToolsTest {
  private static final String UPDATE = "template=v2 revisions=v1,v2 current=v1 ";

  /// The set as the controller leaves it.
  private static Json.Obj set(String rules, String pods) {
    var seen = Picture.of(UPDATE + rules, pods).snapshot();
    var status = StatusBody.patch(Planner.plan(seen).status()).object("status");
    var isRolling = !rules.contains("onDelete");
    var rolling =
        Json.of("paused", Json.of(rules.contains("paused")))
            .with("partition", Json.of(rules.contains("partition=1") ? 1 : 0));
    // The schema sets both, also beside OnDelete.
    var strategy =
        Json.of("type", Json.of(isRolling ? "RollingUpdate" : "OnDelete"))
            .with("rollingUpdate", rolling);
    var metadata = Json.of("generation", Json.of(seen.set().meta().generation()));
    return Json.of("metadata", seen.set().meta().isTerminating() ? gone(metadata) : metadata)
        .with(
            "spec",
            Json.of("replicas", Json.of(seen.set().spec().replicas()))
                .with("updateStrategy", strategy))
        .with("status", status);
  }

  private static Json.Obj gone(Json.Obj metadata) {
    return metadata.with("deletionTimestamp", Json.of("2026-01-01T00:00:00Z"));
  }

  private static Optional<String> condition(Json.Obj set, String type) {
    return set.object("status").items("conditions").stream()
        .map(Json.Obj.class::cast)
        .filter(each -> each.text("type").equals(type))
        .map(each -> each.text("status"))
        .findFirst();
  }

  private static boolean isSeen(Json.Obj set) {
    return set.object("metadata")
        .find("generation")
        .equals(set.object("status").find("observedGeneration"));
  }

  private static long number(Json.Obj object, String field) {
    return object.find(field).orElse(Json.of(0)) instanceof Json.Num(var literal)
        ? Long.parseLong(literal)
        : 0;
  }

  /// kstatus, for kinds that it does not know by name: Flux, Helm 4 and `kpt` wait by it.
  private static String kstatus(Json.Obj set) {
    if (set.object("metadata").find("deletionTimestamp").isPresent()) {
      return "Terminating";
    }
    if (!isSeen(set) || condition(set, "Reconciling").equals(Optional.of("True"))) {
      return "InProgress";
    }
    if (condition(set, "Stalled").equals(Optional.of("True"))) {
      return "Failed";
    }
    return condition(set, "Ready").orElse("True").equals("True") ? "Current" : "InProgress";
  }

  /// The check that Argo CD has for this kind.
  private static String argo(Json.Obj set) {
    var status = set.object("status");
    var rolling = set.object("spec").object("updateStrategy").object("rollingUpdate");
    if (set.object("metadata").find("deletionTimestamp").isPresent() || !isSeen(set)) {
      return "Progressing";
    }
    if (rolling.find("paused").equals(Optional.of(Json.of(true)))
        || status.find("updatedAvailableReplicas").isEmpty()) {
      return "Suspended";
    }
    var partition = number(rolling, "partition");
    if (partition != 0 && number(set.object("metadata"), "generation") > 1) {
      var rest = number(status, "replicas") - partition;
      return number(status, "updatedReplicas") > rest ? "Suspended" : "Progressing";
    }
    return number(status, "updatedAvailableReplicas") == number(status, "replicas")
        ? "Healthy"
        : "Degraded";
  }

  /// Whether `kubectl kruise rollout status` ends.
  private static boolean kruise(Json.Obj set) {
    var status = set.object("status");
    var rolling = set.object("spec").object("updateStrategy").object("rollingUpdate");
    var replicas = number(set.object("spec"), "replicas");
    return isSeen(set)
        && number(status, "updatedReplicas") >= replicas - number(rolling, "partition")
        && number(status, "readyReplicas") >= replicas;
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          settled               | replicas=2 current=v2  | 0:v2:ready 1:v2:ready       | Current     | Healthy     | true
          wants no pods         | replicas=0             |                             | Current     | Healthy     | true
          first pod             | replicas=2             |                             | InProgress  | Healthy     | false
          starting              | replicas=1             | 0:v2:starting               | InProgress  | Degraded    | false
          in its minReadySeconds | replicas=1 minReady=60 | 0:v2:fresh                 | InProgress  | Degraded    | true
          updating              | replicas=2             | 0:v1:ready 1:v1:ready       | InProgress  | Degraded    | false
          half updated          | replicas=2             | 0:v1:ready 1:v2:ready       | InProgress  | Degraded    | false
          canary                | replicas=2 partition=1 | 0:v1:ready 1:v2:ready       | Current     | Progressing | true
          on delete             | replicas=1 onDelete    | 0:v1:ready                  | Current     | Degraded    | false
          paused                | replicas=1 paused      | 0:v1:ready                  | Current     | Suspended   | false
          broken image          | replicas=1             | 0:v2:pull                   | InProgress  | Degraded    | false
          no progress           | replicas=1 deadline=60 | 0:v2:starting               | Failed      | Degraded    | false
          refused template      | replicas=1 refused     | 0:v1:ready                  | Failed      | Degraded    | false
          invalid               | replicas=1 fault=no    | 0:v2:ready                  | Failed      | Degraded    | false
          taken name            | replicas=1             | 0:v2:ready:other            | Failed      | Healthy     | false
          scaling down          | replicas=1 parallel current=v2 | 0:v2:ready 1:v2:ready | InProgress | Healthy    | true
          in deletion           | replicas=1 deleting    | 0:v2:ready                  | Terminating | Progressing | false
          """)
  void situations(
      String why, String rules, String pods, String kstatus, String argo, boolean kruise) {
    var set = set(rules, pods == null ? "" : pods);

    assertThat(kstatus(set)).as("kstatus").isEqualTo(kstatus);
    assertThat(argo(set)).as("Argo CD").isEqualTo(argo);
    assertThat(kruise(set)).as("kruise-tools").isEqualTo(kruise);
  }

  /// No tool is told that a rollout has ended before the controller has seen the new spec.
  @Test
  void newSpecIsInProgressUntilItIsSeen() {
    var set = set("replicas=2 current=v2", "0:v2:ready 1:v2:ready");
    var changed = set.with("metadata", Json.of("generation", Json.of(99)));

    assertThat(kstatus(changed)).isEqualTo("InProgress");
    assertThat(argo(changed)).isEqualTo("Progressing");
    assertThat(kruise(changed)).isFalse();
  }

  /// Argo CD takes a set without this field for a paused one, and Go clients omit a zero.
  @Test
  void countersAreWrittenEvenWhenTheyAreZero() {
    var status = set("replicas=1", "").object("status");

    assertThat(status.members())
        .containsKeys("updatedAvailableReplicas", "updatedReplicas", "readyReplicas", "replicas");
  }
}
