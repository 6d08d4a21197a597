package dev.ordinal.model.life;

import java.util.List;

/// One state of a container that does not run, as the kubelet reports it; all empty for one that
/// does. `exitCode` is that of a container that has ended.
public record ContainerState(String reason, String message, String exitCode) {
  public static final ContainerState NONE = new ContainerState("", "", "");

  /// Reasons whose messages say why the container cannot start. Those of failing pulls change with
  /// every try, and those of containers that ended are their own last words.
  private static final List<String> EXPLAINED =
      List.of(
          "CreateContainerConfigError", "CreateContainerError", "RunContainerError", "StartError");

  /// The exit codes of these say all that is to be said.
  private static final List<String> PLAIN = List.of("", "Error", "Completed");

  /// What is worth keeping of the trouble of a container: why it cannot start, or how it ended.
  public String detail(ContainerState last) {
    if (EXPLAINED.contains(reason) && !message.isEmpty()) {
      return message;
    }
    return exitCode.isEmpty() ? last.exit() : exit();
  }

  private String exit() {
    if (exitCode.isEmpty()) {
      return "";
    }
    return "exit code " + exitCode + (PLAIN.contains(reason) ? "" : ", " + reason);
  }
}
