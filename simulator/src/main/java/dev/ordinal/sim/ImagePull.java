package dev.ordinal.sim;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.Image.Behaviour;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// How a node gets the image of one container: it has it, pulls it, waits for a pull that another
/// pod has started, or fails.
record ImagePull(KubeletInput input, String container, String image, String policy) {
  /// Why the image cannot be pulled; the reason is the one in the container's state.
  record PullFailure(String reason, String message) {}

  static ImagePull of(KubeletInput input, Json.Obj spec) {
    return new ImagePull(
        input, spec.text("name"), spec.text("image"), spec.text("imagePullPolicy"));
  }

  /// What is missing for the container's environment.
  Optional<String> findMissing() {
    return Optional.ofNullable(input.node().missing().environment().get(container));
  }

  /// Empty when the container can be started now or after a pull.
  Optional<PullFailure> findFailure() {
    if (new Image(image).behaviour() == Behaviour.INVALID) {
      var fault = ImageName.findFault(image).orElse("invalid reference format");
      return Optional.of(
          new PullFailure(
              "InvalidImageName",
              "Failed to apply default image tag \"%1$s\": couldn't parse image name \"%1$s\": %2$s"
                  .formatted(image, fault)));
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
        || input.node().imageSource().broken().contains(image)) {
      return failure("ErrImagePull", "image \"%s\" was not found");
    }
    var isOpen = !image.startsWith("private/") && !image.contains("/private/");
    return isOpen || !input.pod().object("spec").items("imagePullSecrets").isEmpty()
        ? Optional.empty()
        : failure(
            "ErrImagePull", "failed to pull image \"%s\": unauthorized: authentication required");
  }

  /// Whether a pull starts now for this container.
  boolean isNeeded() {
    return findFailure().isEmpty() && !isThere() && !input.node().pulls().containsKey(image);
  }

  /// When the image is present, if at all. Asking the registry again for a present image takes no
  /// time.
  Instant due() {
    if (isThere() || findFailure().isPresent()) {
      return input.now();
    }
    var begun = input.node().pulls().get(image);
    return begun == null ? input.now().plus(time()) : begun;
  }

  private boolean isThere() {
    return input.node().has(image, input.now());
  }

  /// The pod's own annotation takes precedence, then the setting for the image.
  private Duration time() {
    var wanted = SimAnnotations.PREFIX + "pull-time";
    var isWished = !input.pod().object("metadata").object("annotations").text(wanted).isEmpty();
    var usual = input.settings().delay("pull-time");
    var time = isWished ? usual : input.node().imageSource().findTime(image).orElse(usual);
    return input.node().imageSource().stretched(time);
  }

  private Optional<PullFailure> failure(String reason, String words) {
    return Optional.of(new PullFailure(reason, words.formatted(image)));
  }
}
