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
  ContainerRun advance(Pulling pulling) {
    var wishes = pulling.scene().wishes();
    var now = pulling.scene().now();
    if (isMisconfigured()) {
      return pulling.findMissing().isPresent() ? misconfigured(pulling) : start(now);
    }
    if (findDue(wishes).filter(due -> !due.isAfter(now)).isEmpty()) {
      return this;
    }
    return switch (life) {
      case Life.Coming _ ->
          pulling
              .findTrouble()
              .map(trouble -> fail(trouble, wishes, now))
              .orElseGet(() -> misconfigured(pulling));
      case Life.Running _ -> crash(wishes, now);
      case Life.Waiting(var reason, _, _, var attempts) ->
          switch (reason) {
            case "ErrImagePull" -> backOff(wishes, attempts, now);
            case "ImagePullBackOff" -> retry(pulling, attempts);
            default -> start(now);
          };
      case Life.Ended _ -> this;
    };
  }

  /// With the image at hand its environment is made, from objects that may be missing. They are
  /// looked for again when one comes.
  private ContainerRun misconfigured(Pulling pulling) {
    return pulling
        .findMissing()
        .map(
            words ->
                with(new Life.Waiting("CreateContainerConfigError", words, Optional.empty(), 0)))
        .orElseGet(() -> start(pulling.scene().now()));
  }

  private boolean isMisconfigured() {
    return life instanceof Life.Waiting(var reason, _, _, _)
        && reason.equals("CreateContainerConfigError");
  }

  private ContainerRun backOff(SimAnnotations wishes, int attempts, Instant now) {
    var words = "Back-off pulling image \"%s\"".formatted(image);
    var due = now.plus(backoff(wishes, attempts));
    return with(new Life.Waiting("ImagePullBackOff", words, Optional.of(due), attempts));
  }

  /// Another try to pull; what was broken may have been mended.
  private ContainerRun retry(Pulling pulling, int attempts) {
    var scene = pulling.scene();
    var due = scene.now().plus(scene.wishes().delay("backoff"));
    return pulling
        .findTrouble()
        .<Life>map(
            trouble ->
                new Life.Waiting(
                    trouble.reason(), trouble.message(), Optional.of(due), attempts + 1))
        .map(this::with)
        .orElseGet(() -> with(new Life.Coming(pulling.due())));
  }

  /// When the next step is due; empty while nothing will happen by itself.
  Optional<Instant> findDue(SimAnnotations wishes) {
    return switch (life) {
      case Life.Coming(var due) -> Optional.of(due);
      case Life.Running(var since) ->
          play().isShortLived()
              ? Optional.of(since.plus(wishes.delay("crash-after")))
              : Optional.empty();
      case Life.Waiting(_, _, var due, _) -> due;
      case Life.Ended _ -> Optional.empty();
    };
  }

  boolean isRunning() {
    return life instanceof Life.Running;
  }

  /// Of an init container: it ran, and not to fail.
  boolean hasEndedWell() {
    return isRunning() && !play().isShortLived();
  }

  boolean isComing() {
    return life instanceof Life.Coming;
  }

  boolean isComingAsBefore(ContainerRun before) {
    return isComing() && life.equals(before.life) && image.equals(before.image);
  }

  boolean hasStarted() {
    return starts > 0;
  }

  /// When its readiness probe passes, if it ever does.
  Optional<Instant> findReadyAt(SimAnnotations wishes) {
    var canBeReady = play() == Play.RUNS || play() == Play.FLAP;
    return life instanceof Life.Running(var since) && canBeReady && !wishes.has("ready", "false")
        ? Optional.of(since.plus(wishes.delay("ready-delay")))
        : Optional.empty();
  }

  boolean isReady(SimAnnotations wishes, Instant now) {
    return findReadyAt(wishes).filter(at -> !at.isAfter(now)).isPresent();
  }

  ContainerRun end(Instant now, int exitCode) {
    return with(new Life.Ended(now, exitCode));
  }

  ContainerRun withResources(Json.Obj wanted) {
    return new ContainerRun(name, image, ranImage, starts, wanted, life, last);
  }

  private ContainerRun fail(Pulling.Trouble trouble, SimAnnotations wishes, Instant now) {
    var isFinal = !trouble.reason().equals("ErrImagePull");
    Optional<Instant> due =
        isFinal ? Optional.empty() : Optional.of(now.plus(wishes.delay("backoff")));
    return with(new Life.Waiting(trouble.reason(), trouble.message(), due, 0));
  }

  private ContainerRun start(Instant now) {
    return new ContainerRun(name, image, image, starts + 1, resources, new Life.Running(now), last);
  }

  private ContainerRun crash(SimAnnotations wishes, Instant now) {
    var words = "back-off restarting failed container " + name;
    var due = now.plus(backoff(wishes, starts - 1));
    return withLast(ended(now, 1, "Error"))
        .with(new Life.Waiting("CrashLoopBackOff", words, Optional.of(due), starts));
  }

  private static Duration backoff(SimAnnotations wishes, int attempts) {
    return wishes.delay("backoff").multipliedBy(1L << Math.min(attempts, MAX_DOUBLINGS));
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
