package dev.ordinal.sim;

import dev.ordinal.model.Json;
import dev.ordinal.sim.Image.Behaviour;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// How a node gets the image of one container: it has it, pulls it, waits for a pull that another
/// pod has started, or fails.
record Pulling(Scene scene, String container, String image, String policy) {
  /// Why the image cannot be pulled; the reason is the one in the container's state.
  record PullFailure(String reason, String message) {}

  static Pulling of(Scene scene, Json.Obj spec) {
    return new Pulling(scene, spec.text("name"), spec.text("image"), spec.text("imagePullPolicy"));
  }

  /// What is missing for the container's environment.
  Optional<String> findMissing() {
    return Optional.ofNullable(scene.node().missing().environment().get(container));
  }

  /// Empty when the container can be started now or after a pull.
  Optional<PullFailure> findFailure() {
    if (new Image(image).behaviour() == Behaviour.INVALID) {
      return failure("InvalidImageName", "couldn't parse image name \"%s\"");
    }
    var isThere = isThere();
    if (policy.equals("Never")) {
      return isThere
          ? Optional.empty()
          : failure(
              "ErrImageNeverPull",
              "Container image \"%s\" is not present with pull policy of Never");
    }
    if (isThere && !policy.equals("Always")) {
      return Optional.empty();
    }
    if (new Image(image).behaviour() == Behaviour.MISSING
        || scene.node().supply().broken().contains(image)) {
      return failure("ErrImagePull", "image \"%s\" was not found");
    }
    var isOpen = !image.startsWith("private/") && !image.contains("/private/");
    return isOpen || !scene.pod().object("spec").items("imagePullSecrets").isEmpty()
        ? Optional.empty()
        : failure(
            "ErrImagePull", "failed to pull image \"%s\": unauthorized: authentication required");
  }

  /// Whether a pull starts now for this container.
  boolean isNeeded() {
    return findFailure().isEmpty() && !isThere() && !scene.node().pulls().containsKey(image);
  }

  /// When the image is present, if at all. Asking the registry again for a present image takes no
  /// time.
  Instant due() {
    if (isThere() || findFailure().isPresent()) {
      return scene.now();
    }
    var begun = scene.node().pulls().get(image);
    return begun == null ? scene.now().plus(time()) : begun;
  }

  private boolean isThere() {
    return scene.node().has(image, scene.now());
  }

  /// The pod's own annotation takes precedence, then the setting for the image.
  private Duration time() {
    var wanted = SimAnnotations.PREFIX + "pull-time";
    var isWished = !scene.pod().object("metadata").object("annotations").text(wanted).isEmpty();
    var usual = scene.settings().delay("pull-time");
    var time = isWished ? usual : scene.node().supply().findTime(image).orElse(usual);
    return scene.node().supply().stretched(time);
  }

  private Optional<PullFailure> failure(String reason, String words) {
    return Optional.of(new PullFailure(reason, words.formatted(image)));
  }
}
