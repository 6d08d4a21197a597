package dev.ordinal.cli.chaos;

import dev.ordinal.model.json.Json;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/// `ordinal chaos api-errors`
@Command(name = "api-errors", description = "Make a share of all requests to the API server fail.")
final class ApiErrorsCommand implements Callable<Integer> {
  @ParentCommand private ChaosCommand chaos = new ChaosCommand();

  @Parameters(
      paramLabel = "PERCENT",
      description = "The share of requests, such as 30%%; 0%% for none.")
  private String percent = "";

  @Option(names = "--for", paramLabel = "TIME", description = "For how long. Default: 1m.")
  private String time = "1m";

  @Override
  public Integer call() {
    return chaos.cause(
        "api-errors", Json.of("percent", Json.of(percent)).with("time", Json.of(time)));
  }
}
