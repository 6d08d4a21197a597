package dev.ordinal.sim;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.Image.Behaviour;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/// One container on its node. `image` is the specified image, `ranImage` that of the last run;
/// `last` is the terminated state of the run before.
record ContainerRun(
    String name,
    String image,
    String ranImage,
    int starts,
    Json.Obj resources,
    RunState state,
    Json.Obj last) {
  private static final int MAX_DOUBLINGS = 4;

  static ContainerRun fresh(Json.Obj spec, Instant due) {
    return new ContainerRun(
        spec.text("name"),
        spec.text("image"),
        "",
        0,
        spec.object("resources"),
        new RunState.Coming(due),
        Json.EMPTY);
  }

  /// A container that an earlier kubelet of this node has reported as running.
  static Optional<ContainerRun> reported(Json.Obj spec, Json.Obj status) {
    var running = status.object("state").object("running");
    if (running.equals(Json.EMPTY) || status.text("containerID").isEmpty()) {
      return Optional.empty();
    }
    var restarts = status.find("restartCount").orElse(Json.of(0));
    return Optional.of(
        new ContainerRun(
            spec.text("name"),
            status.text("image"),
            status.text("image"),
            Integer.parseInt(((Json.Num) restarts).literal()) + 1,
            status.object("resources"),
            new RunState.Running(Instant.parse(running.text("startedAt"))),
            status.object("lastState").object("terminated")));
  }

  /// As a kubelet does, stops the old container first and pulls the new image afterwards.
  ContainerRun switchTo(String wanted, Instant due, Instant now) {
    var next = state instanceof RunState.Running ? withLast(ended(now, 0, "Completed")) : this;
    return new ContainerRun(
        name, wanted, ranImage, starts, resources, new RunState.Coming(due), next.last);
  }

  /// Takes the next step, if one is due.
  ContainerRun advance(ImagePull pull) {
    var settings = pull.input().settings();
    var now = pull.input().now();
    if (isMisconfigured()) {
      return pull.findMissing().isPresent() ? misconfigured(pull) : start(now);
    }
    if (findDue(settings).filter(due -> !due.isAfter(now)).isEmpty()) {
      return this;
    }
    return switch (state) {
      case RunState.Coming _ ->
          pull.findFailure()
              .map(failure -> fail(failure, settings, now))
              .orElseGet(() -> misconfigured(pull));
      case RunState.Running _ -> crash(settings, now);
      case RunState.Waiting(var reason, _, _, var attempts) ->
          switch (reason) {
            case "ErrImagePull" -> backOff(settings, attempts, now);
            case "ImagePullBackOff" -> retry(pull, attempts);
            default -> start(now);
          };
      case RunState.Ended _ -> this;
    };
  }

  /// With the image present, its environment is built from objects that may be missing. They are
  /// looked up again when one is created.
  private ContainerRun misconfigured(ImagePull pull) {
    return pull.findMissing()
        .map(
            words ->
                with(
                    new RunState.Waiting("CreateContainerConfigError", words, Optional.empty(), 0)))
        .orElseGet(() -> start(pull.input().now()));
  }

  private boolean isMisconfigured() {
    return state instanceof RunState.Waiting(var reason, _, _, _)
        && reason.equals("CreateContainerConfigError");
  }

  private ContainerRun backOff(SimAnnotations settings, int attempts, Instant now) {
    var words = "Back-off pulling image \"%s\"".formatted(image);
    var due = now.plus(backoff(settings, attempts));
    return with(new RunState.Waiting("ImagePullBackOff", words, Optional.of(due), attempts));
  }

  /// Pulls again; the image may be available now.
  private ContainerRun retry(ImagePull pull, int attempts) {
    var input = pull.input();
    var due = input.now().plus(input.settings().delay("backoff"));
    return pull.findFailure()
        .<RunState>map(
            failure ->
                new RunState.Waiting(
                    failure.reason(), failure.message(), Optional.of(due), attempts + 1))
        .map(this::with)
        .orElseGet(() -> with(new RunState.Coming(pull.due())));
  }

  /// When the next step is due; empty if nothing happens without a change from outside.
  Optional<Instant> findDue(SimAnnotations settings) {
    return switch (state) {
      case RunState.Coming(var due) -> Optional.of(due);
      case RunState.Running(var since) ->
          behaviour().isShortLived()
              ? Optional.of(since.plus(settings.delay("crash-after")))
              : Optional.empty();
      case RunState.Waiting(_, _, var due, _) -> due;
      case RunState.Ended _ -> Optional.empty();
    };
  }

  boolean isRunning() {
    return state instanceof RunState.Running;
  }

  /// Whether an init container ended successfully.
  boolean hasEndedWell() {
    return isRunning() && !behaviour().isShortLived();
  }

  boolean isComing() {
    return state instanceof RunState.Coming;
  }

  boolean isComingAsBefore(ContainerRun before) {
    return isComing() && state.equals(before.state) && image.equals(before.image);
  }

  boolean hasStarted() {
    return starts > 0;
  }

  /// When its readiness probe succeeds, if ever.
  Optional<Instant> findReadyAt(SimAnnotations settings) {
    var canBeReady = behaviour() == Behaviour.RUNS || behaviour() == Behaviour.FLAP;
    return state instanceof RunState.Running(var since)
            && canBeReady
            && !settings.has("ready", "false")
        ? Optional.of(since.plus(settings.delay("ready-delay")))
        : Optional.empty();
  }

  boolean isReady(SimAnnotations settings, Instant now) {
    return findReadyAt(settings).filter(at -> !at.isAfter(now)).isPresent();
  }

  ContainerRun end(Instant now, int exitCode) {
    return with(new RunState.Ended(now, exitCode));
  }

  ContainerRun withResources(Json.Obj wanted) {
    return new ContainerRun(name, image, ranImage, starts, wanted, state, last);
  }

  private ContainerRun fail(ImagePull.PullFailure failure, SimAnnotations settings, Instant now) {
    var isFinal = !failure.reason().equals("ErrImagePull");
    Optional<Instant> due =
        isFinal ? Optional.empty() : Optional.of(now.plus(settings.delay("backoff")));
    return with(new RunState.Waiting(failure.reason(), failure.message(), due, 0));
  }

  private ContainerRun start(Instant now) {
    return new ContainerRun(
        name, image, image, starts + 1, resources, new RunState.Running(now), last);
  }

  private ContainerRun crash(SimAnnotations settings, Instant now) {
    var words = "back-off restarting failed container " + name;
    var due = now.plus(backoff(settings, starts - 1));
    return withLast(ended(now, 1, "Error"))
        .with(new RunState.Waiting("CrashLoopBackOff", words, Optional.of(due), starts));
  }

  private static Duration backoff(SimAnnotations settings, int attempts) {
    return settings.delay("backoff").multipliedBy(1L << Math.min(attempts, MAX_DOUBLINGS));
  }

  Json.Obj ended(Instant now, int exitCode, String reason) {
    var start = state instanceof RunState.Running(var since) ? since : now;
    return Json.of("exitCode", Json.of(exitCode))
        .with("reason", Json.of(reason))
        .with("startedAt", Json.of(seconds(start)))
        .with("finishedAt", Json.of(seconds(now)));
  }

  /// Times in the API have no fractions.
  static String seconds(Instant at) {
    return at.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private Behaviour behaviour() {
    return new Image(image).behaviour();
  }

  private ContainerRun with(RunState next) {
    return new ContainerRun(name, image, ranImage, starts, resources, next, last);
  }

  private ContainerRun withLast(Json.Obj terminated) {
    return new ContainerRun(name, image, ranImage, starts, resources, state, terminated);
  }
}
