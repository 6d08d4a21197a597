package dev.ordinal.cli.chaos;

import dev.ordinal.model.json.Json;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/// `ordinal chaos slow`
@Command(name = "slow", description = "Make starts and pulls take longer.")
final class SlowCommand implements Callable<Integer> {
  @ParentCommand private ChaosCommand chaos = new ChaosCommand();

  @Parameters(paramLabel = "FACTOR", description = "How many times as long; 1 is normal.")
  private String factor = "";

  @Override
  public Integer call() {
    return chaos.cause("slow", Json.of("factor", Json.of(factor)));
  }
}
