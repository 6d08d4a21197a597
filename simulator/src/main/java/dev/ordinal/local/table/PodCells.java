package dev.ordinal.local.table;

import dev.ordinal.model.json.Json;
import java.util.List;
import java.util.Set;

/// A pod's row, from its phase, its containers and its deletion.
final class PodCells {
  static final List<Column> COLUMNS =
      List.of(
          Column.of("Name"),
          Column.of("Ready"),
          Column.of("Status"),
          Column.of("Restarts"),
          Column.of("Age"),
          Column.wide("IP"),
          Column.wide("Node"),
          Column.wide("Nominated Node"),
          Column.wide("Readiness Gates"));

  private final Row row;
  private String reason;
  private int ready;
  private long restarts;
  private String lastRestart = "";

  private PodCells(Row row) {
    this.row = row;
    var own = row.status().text("reason");
    this.reason = own.isEmpty() ? row.status().text("phase") : own;
  }

  static List<Json> of(Row row) {
    var cells = new PodCells(row);
    cells.look();
    return cells.cells();
  }

  private void look() {
    row.condition("PodScheduled")
        .map(condition -> condition.text("reason"))
        .filter("SchedulingGated"::equals)
        .ifPresent(gated -> reason = gated);
    var isInitializing = lookAtInit();
    if (!isInitializing || isTrue("Initialized")) {
      lookAtContainers();
    }
    if (row.isDeleted()) {
      if (row.status().text("reason").equals("NodeLost")) {
        reason = "Unknown";
      } else if (!Set.of("Succeeded", "Failed").contains(row.status().text("phase"))) {
        reason = "Terminating";
      }
    }
  }

  private boolean isTrue(String condition) {
    return row.condition(condition).filter(each -> each.text("status").equals("True")).isPresent();
  }

  /// Whether an init container still runs.
  private boolean lookAtInit() {
    var statuses = Row.objects(row.status(), "initContainerStatuses");
    for (var i = 0; i < statuses.size(); i++) {
      var each = statuses.get(i);
      count(each);
      var state = each.object("state");
      var ended = state.object("terminated");
      if (isEnded(state) && Row.number(ended, "exitCode") == 0) {
        continue;
      }
      if (isSidecar(each.text("name")) && Row.isTrue(each, "started")) {
        ready += Row.isTrue(each, "ready") ? 1 : 0;
        continue;
      }
      var waits = state.object("waiting").text("reason");
      if (isEnded(state)) {
        reason = "Init:" + end(ended);
      } else if (!waits.isEmpty() && !waits.equals("PodInitializing")) {
        reason = "Init:" + waits;
      } else {
        reason = "Init:" + i + "/" + Row.objects(row.spec(), "initContainers").size();
      }
      return true;
    }
    return false;
  }

  private void lookAtContainers() {
    var isRunning = false;
    for (var each : Row.objects(row.status(), "containerStatuses").reversed()) {
      count(each);
      var state = each.object("state");
      var waits = state.object("waiting").text("reason");
      if (!waits.isEmpty()) {
        reason = waits;
      } else if (isEnded(state)) {
        reason = end(state.object("terminated"));
      } else if (Row.isTrue(each, "ready") && state.find("running").isPresent()) {
        isRunning = true;
        ready++;
      }
    }
    if (reason.equals("Completed") && isRunning) {
      reason = isTrue("Ready") ? "Running" : "NotReady";
    }
  }

  private static boolean isEnded(Json.Obj state) {
    return state.find("terminated").isPresent();
  }

  private static String end(Json.Obj ended) {
    if (!ended.text("reason").isEmpty()) {
      return ended.text("reason");
    }
    var signal = Row.number(ended, "signal");
    return signal == 0 ? "ExitCode:" + Row.number(ended, "exitCode") : "Signal:" + signal;
  }

  private void count(Json.Obj container) {
    restarts += Row.number(container, "restartCount");
    var end = container.object("lastState").object("terminated").text("finishedAt");
    if (end.compareTo(lastRestart) > 0) {
      lastRestart = end;
    }
  }

  private boolean isSidecar(String name) {
    return Row.objects(row.spec(), "initContainers").stream()
        .anyMatch(
            each -> each.text("name").equals(name) && each.text("restartPolicy").equals("Always"));
  }

  private List<Json> cells() {
    var total =
        row.spec().items("containers").size()
            + Row.objects(row.spec(), "initContainers").stream()
                .filter(each -> each.text("restartPolicy").equals("Always"))
                .count();
    var again =
        restarts > 0 && !lastRestart.isEmpty()
            ? restarts + " (" + Ages.since(lastRestart, row.now()) + " ago)"
            : Long.toString(restarts);
    return List.of(
        row.name(),
        Json.of(ready + "/" + total),
        Json.of(reason),
        Json.of(again),
        row.age(),
        Row.orNone(row.status().text("podIP")),
        Row.orNone(row.spec().text("nodeName")),
        Row.orNone(row.status().text("nominatedNodeName")),
        Row.orNone(gates()));
  }

  private String gates() {
    var gates = Row.objects(row.spec(), "readinessGates");
    var open = gates.stream().filter(gate -> isTrue(gate.text("conditionType"))).count();
    return gates.isEmpty() ? "" : open + "/" + gates.size();
  }
}
