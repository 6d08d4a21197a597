package dev.ordinal.cli.chaos;

import dev.ordinal.model.json.Json;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/// `ordinal chaos uncordon`
@Command(name = "uncordon", description = "Let the scheduler use a node again.")
final class UncordonCommand implements Callable<Integer> {
  @ParentCommand private ChaosCommand chaos = new ChaosCommand();

  @Parameters(paramLabel = "NODE", description = "The node that was drained.")
  private String name = "";

  @Override
  public Integer call() {
    return chaos.cause("uncordon", Json.of("name", Json.of(name)));
  }
}
