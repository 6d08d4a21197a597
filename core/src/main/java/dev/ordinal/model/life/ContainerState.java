package dev.ordinal.model.life;

import java.util.List;
import java.util.regex.Pattern;

/// A state of a container that does not run, as the kubelet reports it; all empty for a running
/// container. `exitCode` is that of a terminated one.
public record ContainerState(String reason, String message, String exitCode) {
  public static final ContainerState NONE = new ContainerState("", "", "");

  /// Reasons whose messages say why the container cannot start. Messages of failing pulls change
  /// with every attempt, and those of terminated containers are output of the program.
  private static final List<String> EXPLAINED =
      List.of(
          "CreateContainerConfigError", "CreateContainerError", "RunContainerError", "StartError");

  /// Reasons whose messages name the image that cannot be pulled, in most runtimes.
  private static final List<String> PULLS =
      List.of("ErrImagePull", "ImagePullBackOff", "ErrImageNeverPull");

  private static final Pattern NAMED = Pattern.compile("image \"([^\"]+)\"");

  /// Reasons that add nothing to the exit code.
  private static final List<String> PLAIN = List.of("", "Error", "Completed");

  /// The same, or nothing where it tells why another image cannot be pulled: after a change in
  /// place the kubelet may still report the image before.
  public ContainerState about(String image) {
    var named = NAMED.matcher(PULLS.contains(reason) ? message : "");
    return named.find() && !plain(named.group(1)).equals(plain(image)) ? NONE : this;
  }

  /// The name without its registry and folders, which runtimes add, and with one version: the
  /// digest, the tag, or the tag that is meant where none is written.
  private static String plain(String image) {
    var name = image.substring(image.lastIndexOf('/') + 1);
    var digest = name.indexOf('@');
    if (digest >= 0) {
      return name.substring(0, digest).replaceFirst(":.*", "") + name.substring(digest);
    }
    return name.contains(":") ? name : name + ":latest";
  }

  /// The detail to keep: why the container cannot start, or how it ended.
  public String detail(ContainerState last) {
    if (isExplained()) {
      return message;
    }
    return exitCode.isEmpty() ? last.exit() : exit();
  }

  /// Whether that tells how it ended.
  public boolean hasExited(ContainerState last) {
    return !isExplained() && !(exitCode + last.exitCode).isEmpty();
  }

  private boolean isExplained() {
    return EXPLAINED.contains(reason) && !message.isEmpty();
  }

  private String exit() {
    if (exitCode.isEmpty()) {
      return "";
    }
    return "exit code " + exitCode + (PLAIN.contains(reason) ? "" : ", " + reason);
  }
}
