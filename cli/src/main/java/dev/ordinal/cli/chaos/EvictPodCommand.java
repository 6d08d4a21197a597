package dev.ordinal.cli.chaos;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/// `ordinal chaos evict-pod`
@Command(
    name = "evict-pod",
    description = "Request the eviction of a pod; a disruption budget may refuse it.")
final class EvictPodCommand implements Callable<Integer> {
  @ParentCommand private ChaosCommand chaos = new ChaosCommand();

  @Parameters(paramLabel = "POD", description = "The pod to evict.")
  private String name = "";

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAME",
      description = "The pod's namespace. Default: that of the context.")
  private @Nullable String namespace;

  @Override
  public Integer call() {
    return chaos.cause("evict-pod", chaos.pod(namespace, name));
  }
}
