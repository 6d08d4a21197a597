package dev.ordinal.cli.chaos;

import dev.ordinal.model.json.Json;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/// `ordinal chaos return-node`
@Command(name = "return-node", description = "Undo lose-node.")
final class ReturnNodeCommand implements Callable<Integer> {
  @ParentCommand private ChaosCommand chaos = new ChaosCommand();

  @Parameters(paramLabel = "NODE", description = "The node that was lost.")
  private String name = "";

  @Override
  public Integer call() {
    return chaos.cause("return-node", Json.of("name", Json.of(name)));
  }
}
