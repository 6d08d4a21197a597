package dev.ordinal.model.life;

import java.util.List;

/// A state of a container that does not run, as the kubelet reports it; all empty for a running
/// container. `exitCode` is that of a terminated one.
public record ContainerState(String reason, String message, String exitCode) {
  public static final ContainerState NONE = new ContainerState("", "", "");

  /// Reasons whose messages say why the container cannot start. Messages of failing pulls change
  /// with every attempt, and those of terminated containers are output of the program.
  private static final List<String> EXPLAINED =
      List.of(
          "CreateContainerConfigError", "CreateContainerError", "RunContainerError", "StartError");

  /// Reasons that add nothing to the exit code.
  private static final List<String> PLAIN = List.of("", "Error", "Completed");

  /// The detail to keep: why the container cannot start, or how it ended.
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
