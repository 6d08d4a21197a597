package dev.ordinal.web.act;

import dev.ordinal.model.json.Json;
import java.util.Optional;

/// What a user wants to change about a set.
public sealed interface SetChange {
  /// What it does, as a sentence.
  String sentence();

  record Pause(boolean isPaused) implements SetChange {
    @Override
    public String sentence() {
      return isPaused
          ? "Pauses the rollout: no further pod is updated; healing and scaling go on."
          : "Resumes the rollout where it was paused.";
    }
  }

  /// Lets pods at and above this ordinal have the newest template.
  record Promote(int partition) implements SetChange {
    @Override
    public String sentence() {
      return partition == 0
          ? "Promotes the newest revision to all pods."
          : "Promotes the newest revision; %d pods keep the older one.".formatted(partition);
    }
  }

  record Undo(String revision) implements SetChange {
    @Override
    public String sentence() {
      return "Brings the template of revision %s back, as a new rollout.".formatted(revision);
    }
  }

  record Restart(String time) implements SetChange {
    @Override
    public String sentence() {
      return "Replaces all pods, within the limits of the set's update strategy.";
    }
  }

  record SetImage(String container, String image) implements SetChange {
    @Override
    public String sentence() {
      return "Rolls out image %s for container %s.".formatted(image, container);
    }
  }

  record Scale(int replicas) implements SetChange {
    @Override
    public String sentence() {
      return replicas == 1 ? "Scales to 1 pod." : "Scales to %d pods.".formatted(replicas);
    }
  }

  /// `uid` pins it to the pod that was seen: another may have taken its name.
  record DeletePod(String pod, String uid) implements SetChange {
    @Override
    public String sentence() {
      return "Deletes %s when maxUnavailable allows it; a new pod takes its ordinal."
          .formatted(pod);
    }
  }

  /// Reads what the page asks for.
  ///
  /// @param time for a restart: when it was asked for
  /// @throws IllegalArgumentException with a sentence for the user
  static SetChange of(Json.Obj asked, String time) {
    return switch (asked.text("verb")) {
      case "pause" -> new Pause(true);
      case "resume" -> new Pause(false);
      case "promote" -> new Promote(number(asked, "partition"));
      case "undo" -> new Undo(demand(asked, "revision"));
      case "restart" -> new Restart(time);
      case "set-image" -> new SetImage(demand(asked, "container"), image(asked));
      case "scale" -> new Scale(number(asked, "replicas"));
      case "delete-pod" -> new DeletePod(demand(asked, "pod"), demand(asked, "uid"));
      default -> throw new IllegalArgumentException("There is no such change.");
    };
  }

  private static String demand(Json.Obj asked, String field) {
    return Optional.of(asked.text(field))
        .filter(text -> !text.isBlank())
        .orElseThrow(() -> new IllegalArgumentException("The %s is missing.".formatted(field)));
  }

  private static String image(Json.Obj asked) {
    var image = asked.text("image").strip();
    if (!image.matches("\\S{1,512}")) {
      throw new IllegalArgumentException("An image is a name without spaces, such as nginx:1.27.");
    }
    return image;
  }

  private static int number(Json.Obj asked, String field) {
    if (asked.find(field).orElse(Json.EMPTY) instanceof Json.Num(var literal)
        && literal.matches("\\d{1,9}")) {
      return Integer.parseInt(literal);
    }
    throw new IllegalArgumentException("The %s is a number from 0 up.".formatted(field));
  }
}
