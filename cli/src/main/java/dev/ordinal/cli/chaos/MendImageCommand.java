package dev.ordinal.cli.chaos;

import dev.ordinal.model.json.Json;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/// `ordinal chaos mend-image`
@Command(name = "mend-image", description = "Undo fail-image.")
final class MendImageCommand implements Callable<Integer> {
  @ParentCommand private ChaosCommand chaos = new ChaosCommand();

  @Parameters(paramLabel = "IMAGE", description = "The image, as written in pods.")
  private String name = "";

  @Override
  public Integer call() {
    return chaos.cause("mend-image", Json.of("name", Json.of(name)));
  }
}
