package dev.ordinal.sim;

import dev.ordinal.model.Json;
import dev.ordinal.sim.Image.Play;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// What a node does about the image of one container: use the one it has, pull it, wait for a pull
/// that another pod has begun, or fail.
record Pulling(Scene scene, String container, String image, String policy) {
  /// Why the image does not come; the reason is the one that a container shows.
  record Trouble(String reason, String message) {}

  static Pulling of(Scene scene, Json.Obj spec) {
    return new Pulling(scene, spec.text("name"), spec.text("image"), spec.text("imagePullPolicy"));
  }

  /// What the container's environment lacks.
  Optional<String> findMissing() {
    return Optional.ofNullable(scene.node().missing().environment().get(container));
  }

  /// Empty when the container can be started now or after a pull.
  Optional<Trouble> findTrouble() {
    if (new Image(image).play() == Play.INVALID) {
      return trouble("InvalidImageName", "couldn't parse image name \"%s\"");
    }
    var isThere = isThere();
    if (policy.equals("Never")) {
      return isThere
          ? Optional.empty()
          : trouble(
              "ErrImageNeverPull",
              "Container image \"%s\" is not present with pull policy of Never");
    }
    if (isThere && !policy.equals("Always")) {
      return Optional.empty();
    }
    if (new Image(image).play() == Play.MISSING || scene.node().supply().broken().contains(image)) {
      return trouble("ErrImagePull", "image \"%s\" was not found");
    }
    var isOpen = !image.startsWith("private/") && !image.contains("/private/");
    return isOpen || !scene.pod().object("spec").items("imagePullSecrets").isEmpty()
        ? Optional.empty()
        : trouble(
            "ErrImagePull", "failed to pull image \"%s\": unauthorized: authentication required");
  }

  /// Whether this container is the one for which a pull begins now.
  boolean isNeeded() {
    return findTrouble().isEmpty() && !isThere() && !scene.node().pulls().containsKey(image);
  }

  /// When the image is there, if it comes at all. An image that is asked for again is quick.
  Instant due() {
    if (isThere() || findTrouble().isPresent()) {
      return scene.now();
    }
    var begun = scene.node().pulls().get(image);
    return begun == null ? scene.now().plus(time()) : begun;
  }

  private boolean isThere() {
    return scene.node().has(image, scene.now());
  }

  /// The pod's own wish counts first, then what is known of the image.
  private Duration time() {
    var wanted = SimAnnotations.PREFIX + "pull-time";
    var isWished = !scene.pod().object("metadata").object("annotations").text(wanted).isEmpty();
    var usual = scene.wishes().delay("pull-time");
    var time = isWished ? usual : scene.node().supply().findTime(image).orElse(usual);
    return scene.node().supply().stretched(time);
  }

  private Optional<Trouble> trouble(String reason, String words) {
    return Optional.of(new Trouble(reason, words.formatted(image)));
  }
}
