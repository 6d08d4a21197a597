package dev.ordinal.cli.chaos;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/// `ordinal chaos kill-pod`
@Command(name = "kill-pod", description = "Delete a pod at once, without a grace period.")
final class KillPodCommand implements Callable<Integer> {
  @ParentCommand private ChaosCommand chaos = new ChaosCommand();

  @Parameters(paramLabel = "POD", description = "The pod to kill.")
  private String name = "";

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAME",
      description = "The pod's namespace. Default: that of the context.")
  private @Nullable String namespace;

  @Override
  public Integer call() {
    return chaos.cause("kill-pod", chaos.pod(namespace, name));
  }
}
