package dev.ordinal.cli.chaos;

import dev.ordinal.model.json.Json;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/// `ordinal chaos fail-image`
@Command(name = "fail-image", description = "Make every pull of an image fail.")
final class FailImageCommand implements Callable<Integer> {
  @ParentCommand private ChaosCommand chaos = new ChaosCommand();

  @Parameters(paramLabel = "IMAGE", description = "The image, as written in pods.")
  private String name = "";

  @Override
  public Integer call() {
    return chaos.cause("fail-image", Json.of("name", Json.of(name)));
  }
}
