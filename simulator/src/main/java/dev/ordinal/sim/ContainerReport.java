package dev.ordinal.sim;

import dev.ordinal.model.json.Json;
import java.time.Instant;

/// A container as `status.containerStatuses` shows it.
record ContainerReport(ContainerRun run, String podUid, SimAnnotations settings) {

  Json.Obj write(Instant now) {
    var report =
        Json.of("name", Json.of(run.name()))
            .with("image", Json.of(run.hasStarted() ? run.ranImage() : run.image()))
            .with("imageID", Json.of(run.hasStarted() ? imageId() : ""))
            .with("restartCount", Json.of(Math.max(0, run.starts() - 1)))
            .with("ready", Json.of(run.isReady(settings, now)))
            .with("started", Json.of(run.isRunning()))
            .with("state", state())
            .with("lastState", lastState());
    if (!run.resources().equals(Json.EMPTY)) {
      report = report.with("resources", run.resources());
      var requests = run.resources().object("requests");
      report = requests.equals(Json.EMPTY) ? report : report.with("allocatedResources", requests);
    }
    return run.hasStarted() ? report.with("containerID", Json.of(containerId())) : report;
  }

  /// An init container that has ended.
  static Json.Obj initialized(Json.Obj spec, KubeletInput input) {
    var id = Image.containerId(input.uid(), spec.text("name"), 1);
    var ended =
        Json.of("exitCode", Json.of(0))
            .with("reason", Json.of("Completed"))
            .with("containerID", Json.of(id));
    return Json.of("name", spec.find("name").orElse(Json.of("")))
        .with("image", Json.of(spec.text("image")))
        .with("imageID", Json.of(new Image(spec.text("image")).id("")))
        .with("containerID", Json.of(id))
        .with("restartCount", Json.of(0))
        .with("ready", Json.of(true))
        .with("started", Json.of(false))
        .with("state", Json.of("terminated", ended))
        .with("lastState", Json.EMPTY);
  }

  /// A container that waits for the init containers.
  static Json.Obj waiting(Json.Obj spec, String reason) {
    return Json.of("name", Json.of(spec.text("name")))
        .with("image", Json.of(spec.text("image")))
        .with("imageID", Json.of(""))
        .with("restartCount", Json.of(0))
        .with("ready", Json.of(false))
        .with("started", Json.of(false))
        .with("state", waiting(reason, ""))
        .with("lastState", Json.EMPTY);
  }

  private String imageId() {
    return new Image(run.ranImage()).id(settings.text("image-alias"));
  }

  private String containerId() {
    return Image.containerId(podUid, run.name(), run.starts());
  }

  private Json.Obj state() {
    return switch (run.state()) {
      case RunState.Coming _ ->
          isBetweenRuns() ? Json.of("terminated", dead()) : waiting("ContainerCreating", "");
      case RunState.Running(var since) ->
          Json.of("running", Json.of("startedAt", Json.of(ContainerRun.seconds(since))));
      case RunState.Waiting(var reason, var message, _, _) -> waiting(reason, message);
      case RunState.Ended(var at, var exitCode) ->
          Json.of(
              "terminated",
              run.ended(at, exitCode, exitCode == 0 ? "Completed" : "Error")
                  .with("containerID", Json.of(run.hasStarted() ? containerId() : "")));
    };
  }

  private Json.Obj lastState() {
    return run.last().equals(Json.EMPTY) || run.state() instanceof RunState.Coming
        ? Json.EMPTY
        : Json.of("terminated", run.last());
  }

  private boolean isBetweenRuns() {
    return run.hasStarted() && !run.last().equals(Json.EMPTY);
  }

  private Json.Obj dead() {
    return run.last().with("containerID", Json.of(containerId()));
  }

  private static Json.Obj waiting(String reason, String message) {
    var waiting = Json.of("reason", Json.of(reason));
    return Json.of(
        "waiting", message.isEmpty() ? waiting : waiting.with("message", Json.of(message)));
  }
}
