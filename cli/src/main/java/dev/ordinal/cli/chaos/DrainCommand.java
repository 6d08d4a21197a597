package dev.ordinal.cli.chaos;

import dev.ordinal.model.json.Json;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/// `ordinal chaos drain`
@Command(name = "drain", description = "Cordon a node and evict its pods.")
final class DrainCommand implements Callable<Integer> {
  @ParentCommand private ChaosCommand chaos = new ChaosCommand();

  @Parameters(paramLabel = "NODE", description = "The node to drain.")
  private String name = "";

  @Override
  public Integer call() {
    return chaos.cause("drain", Json.of("name", Json.of(name)));
  }
}
