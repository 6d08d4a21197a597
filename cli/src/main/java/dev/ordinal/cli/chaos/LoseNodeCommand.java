package dev.ordinal.cli.chaos;

import dev.ordinal.model.json.Json;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/// `ordinal chaos lose-node`
@Command(name = "lose-node", description = "Stop a node's heartbeats.")
final class LoseNodeCommand implements Callable<Integer> {
  @ParentCommand private ChaosCommand chaos = new ChaosCommand();

  @Parameters(paramLabel = "NODE", description = "The node to lose.")
  private String name = "";

  @Override
  public Integer call() {
    return chaos.cause("lose-node", Json.of("name", Json.of(name)));
  }
}
