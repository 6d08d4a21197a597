package dev.ordinal.sim;

import dev.ordinal.model.Json;
import dev.ordinal.sim.Image.Play;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/// One container on its node. `image` is what it shall run, `ranImage` what it last ran; `last` is
/// the terminated state of the run before.
record ContainerRun(
    String name,
    String image,
    String ranImage,
    int starts,
    Json.Obj resources,
    Life life,
    Json.Obj last) {
  private static final int MAX_DOUBLINGS = 4;

  static ContainerRun fresh(Json.Obj spec, Instant due) {
    return new ContainerRun(
        spec.text("name"),
        spec.text("image"),
        "",
        0,
        spec.object("resources"),
        new Life.Coming(due),
        Json.EMPTY);
  }

  /// A container that another kubelet of this node has reported as running.
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
            new Life.Running(Instant.parse(running.text("startedAt"))),
            status.object("lastState").object("terminated")));
  }

  /// The old container dies first, the new image is fetched after: that is how a kubelet does it.
  ContainerRun switchTo(String wanted, Instant due, Instant now) {
    var next = life instanceof Life.Running ? withLast(ended(now, 0, "Completed")) : this;
    return new ContainerRun(
        name, wanted, ranImage, starts, resources, new Life.Coming(due), next.last);
  }

  /// One step of its life, if one is due.
  ContainerRun advance(Wishes wishes, Instant now) {
    if (findDue(wishes).filter(due -> !due.isAfter(now)).isEmpty()) {
      return this;
    }
    return switch (life) {
      case Life.Coming _ -> come(wishes, now);
      case Life.Running _ -> crash(wishes, now);
      case Life.Waiting(var reason, _, var attempts) ->
          switch (reason) {
            case "ErrImagePull" ->
                with(waiting("ImagePullBackOff", backoff(wishes, attempts), now, attempts));
            case "ImagePullBackOff" ->
                with(waiting("ErrImagePull", wishes.delay("backoff"), now, attempts + 1));
            default -> start(now);
          };
      case Life.Ended _ -> this;
    };
  }

  /// When the next step is due; empty while nothing will happen by itself.
  Optional<Instant> findDue(Wishes wishes) {
    return switch (life) {
      case Life.Coming(var due) -> Optional.of(due);
      case Life.Running(var since) ->
          play().isShortLived()
              ? Optional.of(since.plus(wishes.delay("crash-after")))
              : Optional.empty();
      case Life.Waiting(_, var due, _) -> due;
      case Life.Ended _ -> Optional.empty();
    };
  }

  boolean isRunning() {
    return life instanceof Life.Running;
  }

  boolean hasStarted() {
    return starts > 0;
  }

  /// When its readiness probe passes, if it ever does.
  Optional<Instant> findReadyAt(Wishes wishes) {
    var canBeReady = play() == Play.RUNS || play() == Play.FLAP;
    return life instanceof Life.Running(var since) && canBeReady && !wishes.has("ready", "false")
        ? Optional.of(since.plus(wishes.delay("ready-delay")))
        : Optional.empty();
  }

  boolean isReady(Wishes wishes, Instant now) {
    return findReadyAt(wishes).filter(at -> !at.isAfter(now)).isPresent();
  }

  ContainerRun end(Instant now, int exitCode) {
    return with(new Life.Ended(now, exitCode));
  }

  ContainerRun withResources(Json.Obj wanted) {
    return new ContainerRun(name, image, ranImage, starts, wanted, life, last);
  }

  private ContainerRun come(Wishes wishes, Instant now) {
    return switch (play()) {
      case INVALID -> with(new Life.Waiting("InvalidImageName", Optional.empty(), 0));
      case MISSING -> with(waiting("ErrImagePull", wishes.delay("backoff"), now, 0));
      case RUNS, NEVER_READY, CRASH, FLAP -> start(now);
    };
  }

  private ContainerRun start(Instant now) {
    return new ContainerRun(name, image, image, starts + 1, resources, new Life.Running(now), last);
  }

  private ContainerRun crash(Wishes wishes, Instant now) {
    return withLast(ended(now, 1, "Error"))
        .with(waiting("CrashLoopBackOff", backoff(wishes, starts - 1), now, starts));
  }

  private static Duration backoff(Wishes wishes, int attempts) {
    return wishes.delay("backoff").multipliedBy(1L << Math.min(attempts, MAX_DOUBLINGS));
  }

  private static Life waiting(String reason, Duration time, Instant now, int attempts) {
    return new Life.Waiting(reason, Optional.of(now.plus(time)), attempts);
  }

  Json.Obj ended(Instant now, int exitCode, String reason) {
    var start = life instanceof Life.Running(var since) ? since : now;
    return Json.of("exitCode", Json.of(exitCode))
        .with("reason", Json.of(reason))
        .with("startedAt", Json.of(seconds(start)))
        .with("finishedAt", Json.of(seconds(now)));
  }

  /// Times in the API have no fractions.
  static String seconds(Instant at) {
    return at.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private Play play() {
    return new Image(image).play();
  }

  private ContainerRun with(Life next) {
    return new ContainerRun(name, image, ranImage, starts, resources, next, last);
  }

  private ContainerRun withLast(Json.Obj terminated) {
    return new ContainerRun(name, image, ranImage, starts, resources, life, terminated);
  }
}
